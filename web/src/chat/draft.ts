/** What a person is about to send. Files go up with it, not before. */
export type Draft = {
  readonly text: string;
  readonly files: readonly File[];
  /** Packs that are attached with it: a new session has none yet. */
  readonly packs?: readonly string[];
  /** Their docs and files are opened to the session. */
  readonly openReads?: boolean;
};
