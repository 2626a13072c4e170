import type { Listing, Page } from "../../schema/page.ts";
import type { Database, SqlValue, Statement } from "./database.ts";

/** SQL in which every `?` stands for the value; `undefined` leaves the condition out. */
export type Condition = readonly [sql: string, value: SqlValue | undefined];

type ListShape = {
  readonly table: string;
  readonly columns: readonly string[];
  readonly order: string;
  /** A condition on every page. */
  readonly where?: string;
};

type Query<Row> = { page: Statement<Row>; count: Statement<{ total: number }> };

/**
 * Pages of a table. Each combination of conditions is its own statement, prepared once: an
 * optional condition inside one statement would keep the planner from using an index.
 */
export function createListQuery<Row>(
  db: Database,
  shape: ListShape,
): (conditions: readonly Condition[], page: Page) => Listing<Row> {
  const prepared = new Map<string, Query<Row>>();

  return (conditions, { limit, offset }) => {
    const used = conditions.filter(([, value]) => value !== undefined);
    const terms = used.map(([sql], index) => `(${sql.replaceAll("?", `?${index + 1}`)})`);
    if (shape.where) terms.push(shape.where);
    const where = terms.length === 0 ? "" : `where ${terms.join(" and ")}`;
    const query = prepared.get(where) ?? prepare(where);
    const values = used.map(([, value]) => value ?? null);
    return {
      items: query.page.all(...values, limit, offset),
      total: query.count.get(...values)?.total ?? 0,
    };
  };

  function prepare(where: string): Query<Row> {
    const { table, columns, order } = shape;
    const query: Query<Row> = {
      page: db.prepare(
        `select ${columns.join(", ")} from ${table} ${where} order by ${order} limit ? offset ?`,
      ),
      count: db.prepare(`select count(*) as total from ${table} ${where}`),
    };
    prepared.set(where, query);
    return query;
  }
}
