import type { Fragment } from "./fragment.ts";
import type { Change } from "./journal.ts";
import type { Queries } from "./queries.ts";
import type { SqlValue } from "./sql.ts";
import type { Store } from "./store.ts";

/** What each store writes in a way of its own: the two logs, and the contents of files. */
type OwnType =
  | "event.add"
  | "audit.add"
  | "checkpoint.add"
  | "session.erase"
  | "blob.put"
  | "blob.name";

/** What is written the same way to both. */
export type RowType = Exclude<Change["type"], OwnType>;

/** What a change writes, in order. */
export type Writes<Type extends Change["type"], Value = SqlValue> = {
  readonly [T in Type]: (change: Extract<Change, { type: T }>) => readonly Fragment<Value>[];
};

/** One noun: how it is written, and how it is read, in both databases. */
export type Table<Type extends RowType, Reader extends keyof Store | null = null> = {
  readonly writes: Writes<Type>;
} & (Reader extends keyof Store ? Reads<Reader> : object);

type Reads<Reader extends keyof Store> = { reads(db: Queries): Pick<Store, Reader> };

/** The fragments of a change, by its type. */
export function fragmentsOf<T extends Change["type"], Value>(
  writes: Writes<T, Value>,
  change: Extract<Change, { type: T }>,
): readonly Fragment<Value>[] {
  const type: T = change.type;
  return writes[type](change);
}
