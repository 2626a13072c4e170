import type { Listing, Page } from "../schema/page.ts";
import type { Condition, PageShape } from "./queries.ts";
import { type SqlValue, selectFrom } from "./sql.ts";

type Read<Row> = (values: readonly SqlValue[], page: Page) => Listing<Row> | Promise<Listing<Row>>;

/**
 * Pages of a table. Each combination of conditions is its own pair of statements, prepared once: an
 * optional condition inside one statement would keep the planner from using an index.
 */
export function createPageQuery<Row, T>(
  shape: PageShape,
  prepare: (page: string, count: string) => Read<Row>,
  decode: (row: Row) => T,
): (conditions: readonly Condition[], page: Page) => Promise<Listing<T>> {
  const prepared = new Map<string, Read<Row>>();

  function prepareFor(where: string, values: number): Read<Row> {
    const { table, columns, order } = shape;
    const bounds = `limit $${values + 1} offset $${values + 2}`;
    const read = prepare(
      selectFrom(table, columns, `${where} order by ${order} ${bounds}`),
      selectFrom(table, ["count(*) as total"], where),
    );
    prepared.set(where, read);
    return read;
  }

  return async (conditions, page) => {
    const used = conditions.filter(([, value]) => value !== undefined);
    const terms = used.map(([sql], index) => `(${sql.replaceAll("?", `$${index + 1}`)})`);
    if (shape.where) terms.push(shape.where);
    const where = terms.length === 0 ? "" : `where ${terms.join(" and ")}`;
    const read = prepared.get(where) ?? prepareFor(where, used.length);
    const { items, total } = await read(
      used.map(([, value]) => value ?? null),
      page,
    );
    return { items: items.map(decode), total };
  };
}
