import * as z from "zod";

/** Far more than one difference may have. */
const MAX_ENTRIES = 1_000_000;

const Entries = z.int().min(0).max(MAX_ENTRIES);

/** A measured difference in counts, for policy. Capstan counts; the author of a tool claims nothing here. */
export const ChangeFacts = z.strictObject({
  /** New files and links. */
  created: Entries,
  /** Files and links of before with another content, kind, mode or target; folders with another mode. */
  changed: Entries,
  /** Files, links and empty folders of before that are gone. A moved file is not among them. */
  deleted: Entries,
  /** Files of before that have another path, each counted once. */
  moved: Entries,
  /** Bytes of all new and changed files. */
  bytes: z.int().min(0),
  /** Changes to files that other programs run or obey on their own. */
  doors: Entries,
  /** Links that lead out of the folder. */
  outside: Entries,
  /** Names that are no text, have unseen characters, or differ from another only in case. */
  names: Entries,
});
export type ChangeFacts = z.infer<typeof ChangeFacts>;
