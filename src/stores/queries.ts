import type { Listing, Page } from "../schema/page.ts";
import type { Dialect, SqlValue } from "./sql.ts";

/**
 * How tables are read. Each of these is called when a store is opened, and gives the function that
 * reads: a statement is prepared once. Values are $1, $2 and so on.
 */
export type Queries = {
  readonly dialect: Dialect;
  one<Row, T>(
    sql: string,
    decode: (row: Row) => T,
  ): (...values: SqlValue[]) => Promise<T | undefined>;
  all<Row, T>(
    sql: string,
    decode: (row: Row) => T,
  ): (...values: SqlValue[]) => Promise<readonly T[]>;
  /** For many rows: each as a list of its values, as objects they take twice the time to read. */
  lists<List extends readonly SqlValue[]>(
    sql: string,
  ): (...values: SqlValue[]) => Promise<readonly List[]>;
  page<Row, T>(
    shape: PageShape,
    decode: (row: Row) => T,
  ): (conditions: readonly Condition[], page: Page) => Promise<Listing<T>>;
};

/** SQL in which every `?` stands for the value; `undefined` leaves the condition out. */
export type Condition = readonly [sql: string, value: SqlValue | undefined];

export type PageShape = {
  readonly table: string;
  readonly columns: readonly string[];
  readonly order: string;
  /** A condition on every page. */
  readonly where?: string;
};
