import { numbered, type PerDialect, type SqlValue } from "./sql.ts";

/** A statement that is always the same text. Its number stands for it where texts are kept. */
export type Template = {
  readonly number: number;
  readonly sql: PerDialect;
  /** It writes nothing: a row that it finds is a condition that holds. */
  readonly isCheck: boolean;
  /** What other parts of the step call it. */
  readonly name?: string;
};

/**
 * A part of a step: one statement that writes, with its values. SQLite runs them one by one;
 * PostgreSQL sends as many as it can in one statement.
 */
export type Fragment<Value = SqlValue> = {
  readonly template: Template;
  readonly values: readonly Value[];
  /** The row it writes. Parts that are sent as one statement do not see each other's rows. */
  readonly row: string;
  /** What the conflict names when no row was written; left out where that is no conflict. */
  readonly subject?: string;
  /** Sent as a statement of its own. */
  readonly alone?: boolean;
};

let templates = 0;

/**
 * Values are $1, $2 and so on. Where the two databases differ, SQLite may leave values out, but not
 * the last.
 */
export function template(sql: string | PerDialect, name?: string): Template {
  templates += 1;
  const { sqlite, postgres } = typeof sql === "string" ? { sqlite: sql, postgres: sql } : sql;
  return {
    number: templates,
    sql: { sqlite: numbered(sqlite), postgres },
    isCheck: /^\s*select\b/.test(postgres),
    ...(name !== undefined && { name }),
  };
}
