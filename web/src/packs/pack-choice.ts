import type { OpenReads } from "./use-open-reads.ts";

/** A pack as the one who writes a message has chosen it. */
export type ChosenPack = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** It is another one by now than the session attached. */
  readonly changed: boolean;
};

/** Which packs go along, and how that is changed. */
export type PackChoice = {
  readonly chosen: readonly ChosenPack[];
  readonly warnings: readonly string[];
  /** Not all of what they say of themselves is sent. */
  readonly shortened: boolean;
  readonly error: Error | null;
  readonly openReads: OpenReads | null;
  /** They are attached when the message is sent. */
  readonly isDraft: boolean;
  readonly onAdd: (pack: Omit<ChosenPack, "changed">) => void;
  readonly onRemove: (id: string) => void;
};
