import type { SessionFile } from "../../schema/session-file.ts";

export interface FileReader {
  get(sessionId: string, path: string): Promise<SessionFile | undefined>;
  /**
   * What is in a folder, by path, after `after`; with `deep`, in the folders below as well. The
   * folder itself is not in it.
   */
  list(
    sessionId: string,
    folder: string,
    page: { readonly deep: boolean; readonly after: string; readonly limit: number },
  ): Promise<readonly SessionFile[]>;
  /** How many files and folders a session has, and how large they are together. */
  usage(sessionId: string): Promise<{ readonly files: number; readonly bytes: number }>;
  /** Whether all of a content is there. */
  hasBlob(digest: string): Promise<boolean>;
  /** One piece of a content, counted from 0; undefined behind the last. */
  chunk(digest: string, index: number): Promise<Uint8Array | undefined>;
}
