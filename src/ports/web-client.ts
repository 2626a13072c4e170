/** Every limit is the caller's: a client has no defaults of its own. */
export type WebRequest = {
  readonly url: string;
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** From sending to the first byte of the answer, redirects included. */
  readonly firstByteMs: number;
  /** For the whole body, after its first byte. */
  readonly bodyMs: number;
  /** Of the body, decoded. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
};

export type WebAnswer = {
  /** Where the redirects ended. */
  readonly url: string;
  readonly status: number;
  /** Names in lower case; a repeated header is joined by ", ". */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
  /** Why the body ends early. */
  readonly cut: "size" | "time" | null;
};

/**
 * Reaches other machines, and only those that may be reached: no private, loopback or link-local
 * address unless the owner allowed its host. Rejects with URL_INVALID, HOST_REFUSED,
 * WEB_TIMED_OUT or WEB_FAILED.
 */
export interface WebClient {
  request(request: WebRequest): Promise<WebAnswer>;
}
