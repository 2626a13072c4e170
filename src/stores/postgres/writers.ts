import type { Change } from "../../ports/journal.ts";
import type { Fragment } from "./fragment.ts";

/** The two logs are appended to by all changes of a step together: append-logs.ts. */
export type LogChange = Extract<Change, { type: "event.add" | "audit.add" }>;

/** What is erased of a session has to be read first: erase-session.ts. */
type RowType = Exclude<Change["type"], LogChange["type"] | "session.erase">;

/** What a change writes, in order. */
export type Writers<Type extends RowType = RowType> = {
  readonly [T in Type]: (change: Extract<Change, { type: T }>) => readonly Fragment[];
};
