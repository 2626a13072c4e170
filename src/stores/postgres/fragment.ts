import type { SqlValue } from "./database.ts";

/** A statement that is always the same text. Its number stands for it where steps are compared. */
export type Template = {
  readonly number: number;
  readonly sql: string;
  /** What other parts of the step call it. */
  readonly name?: string;
};

/** A part of a step: one statement that writes, with its values. */
export type Fragment = {
  readonly template: Template;
  readonly values: readonly SqlValue[];
  /** The row it writes. Parts that are sent as one statement do not see each other's rows. */
  readonly row: string;
  /** What the conflict names when no row was written; left out where that is no conflict. */
  readonly subject?: string;
  /** Sent as a statement of its own. */
  readonly alone?: boolean;
};

let templates = 0;

/** Values are $1, $2 and so on; one that must find its row ends with `returning 1`. */
export function template(sql: string, name?: string): Template {
  templates += 1;
  return { number: templates, sql, ...(name !== undefined && { name }) };
}

type Row<Column extends string> = Readonly<Record<Column, SqlValue>>;

type Shape<Column extends string> = {
  readonly table: string;
  readonly columns: readonly Column[];
  readonly key: Column;
};

export function defineInsert<Column extends string>(
  shape: Shape<Column>,
): (row: Row<Column>) => Fragment {
  return defineWrite(shape, "");
}

/** Takes the place of the row with the same key. */
export function defineReplace<Column extends string>(
  shape: Shape<Column> & {
    /** Where the key alone does not name the row. */
    readonly unique?: readonly Column[];
  },
): (row: Row<Column>) => Fragment {
  const { columns, key, unique = [key] } = shape;
  const others = columns.filter((column) => !unique.includes(column));
  const assignments = others.map((column) => `${column} = excluded.${column}`).join(", ");
  return defineWrite(shape, ` on conflict (${unique.join(", ")}) do update set ${assignments}`);
}

function defineWrite<Column extends string>(
  { table, columns, key }: Shape<Column>,
  rest: string,
): (row: Row<Column>) => Fragment {
  const places = columns.map((_, index) => `$${index + 1}`).join(", ");
  const insert = template(`insert into ${table} (${columns.join(", ")}) values (${places})${rest}`);
  return (row) => ({
    template: insert,
    values: columns.map((column) => row[column]),
    row: `${table} ${row[key]}`,
  });
}

/** Replaces the row that is still as expected; a conflict when there is none. */
export function defineUpdate<Column extends string>({
  table,
  columns,
  key,
  expect,
}: Shape<Column> & {
  /** The columns that must still be as their writer read them. */
  readonly expect: readonly Column[];
}): (row: Row<Column>, expected: readonly SqlValue[]) => Fragment {
  const changed = columns.filter((column) => column !== key);
  const place = (column: string, index: number) => `${column} = $${index + 1}`;
  const assignments = changed.map(place).join(", ");
  const conditions = [key, ...expect]
    .map((column, index) => place(column, changed.length + index))
    .join(" and ");
  const update = template(`update ${table} set ${assignments} where ${conditions} returning 1`);
  return (row, expected) => ({
    template: update,
    values: [...changed.map((column) => row[column]), row[key], ...expected],
    row: `${table} ${row[key]}`,
    subject: `${row[key]}`,
  });
}
