/** One request on the way: the first, or what a redirect made of it. */
export type Hop = {
  readonly url: URL;
  readonly method: string;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string | null;
};
