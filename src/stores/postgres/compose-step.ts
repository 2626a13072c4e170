import type { Fragment } from "../fragment.ts";
import type { PostgresValue, Query } from "./database.ts";

export type Part = Fragment<PostgresValue>;

/** So that a step of very many changes is not one statement that takes seconds to plan. */
const MAX_TOGETHER = 32;

/** The texts of steps, by the numbers of their templates: there are as many as kinds of steps. */
const texts = new Map<string, string>();
const MAX_TEXTS = 1_000;

/**
 * The fewest statements that write these parts. Parts of one statement all see the rows as they were
 * before it: who writes a row that an earlier part has written goes into the next statement. `last`
 * refer to each other, and stay together in the last one.
 */
export function composeStep(fragments: readonly Part[], last: readonly Part[]): readonly Query[] {
  const waves: Part[][] = [];
  let rows = new Set<string>();
  let isFull = true;
  for (const fragment of fragments) {
    const { row, alone = false } = fragment;
    const size = waves.at(-1)?.length ?? 0;
    if (isFull || alone || rows.has(row) || size >= MAX_TOGETHER) {
      waves.push([]);
      rows = new Set();
    }
    waves.at(-1)?.push(fragment);
    rows.add(row);
    isFull = alone;
  }
  if (last.length > 0 && isFull) waves.push([]);
  waves.at(-1)?.push(...last);
  return waves.map(compose);
}

function compose(wave: readonly Part[]): Query {
  const [only] = wave;
  if (wave.length === 1 && only?.subject === undefined && only) {
    return { text: only.template.sql.postgres, values: only.values };
  }
  const subjects = wave.flatMap(({ subject }) => (subject === undefined ? [] : [subject]));
  return {
    text: remember(shapeOf(wave), () => combine(wave)),
    values: [...wave.flatMap(({ values }) => values), ...subjects],
  };
}

function shapeOf(wave: readonly Part[]): string {
  let shape = "";
  for (const { template, subject } of wave) {
    shape += subject === undefined ? ` ${template.number}` : ` ${template.number}!`;
  }
  return shape;
}

/** One statement of all parts; it fails as a whole when one that has a subject wrote no row. */
function combine(wave: readonly Part[]): string {
  let values = 0;
  const parts: { readonly name: string; readonly sql: string }[] = [];
  const required: string[] = [];
  for (const [index, { template, values: given, subject }] of wave.entries()) {
    const name = template.name ?? `part_${index}`;
    const before = values;
    const sql = template.sql.postgres.replace(/\$(\d+)/g, (_, n) => `$${before + Number(n)}`);
    const needsRows = subject !== undefined && !template.isCheck;
    parts.push({ name, sql: needsRows ? `${sql} returning 1` : sql });
    values += given.length;
    if (subject !== undefined) required.push(name);
  }
  const checks = required.map(
    (name, index) => `require_row(exists(select from ${name}), $${values + index + 1})`,
  );
  // With nothing to check, the last part is the statement itself: that saves 20 of 210 µs.
  const main = checks.length === 0 ? parts.pop()?.sql : `select ${checks.join(", ")}`;
  const list = parts.map(({ name, sql }) => `${name} as (${sql})`).join(",\n");
  return list === "" ? `${main}` : `with ${list}\n${main}`;
}

function remember(shape: string, make: () => string): string {
  const known = texts.get(shape);
  if (known !== undefined) return known;
  if (texts.size >= MAX_TEXTS) texts.clear();
  const text = make();
  texts.set(shape, text);
  return text;
}
