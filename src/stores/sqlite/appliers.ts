import type { Change } from "../../ports/journal.ts";
import type { Heads } from "./heads.ts";

/** Write one change inside an open transaction, or throw STATE_CONFLICT when it may not be. */
export type Appliers<Type extends Change["type"] = Change["type"]> = {
  readonly [T in Type]: (change: Extract<Change, { type: T }>, heads: Heads) => void;
};
