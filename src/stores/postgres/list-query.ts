import type { Listing, Page } from "../../schema/page.ts";
import type { Database, SqlValue } from "./database.ts";

/** SQL in which every `?` stands for the value; `undefined` leaves the condition out. */
export type Condition = readonly [sql: string, value: SqlValue | undefined];

type ListShape = {
  readonly table: string;
  readonly columns: readonly string[];
  readonly order: string;
  /** A condition on every page. */
  readonly where?: string;
};

/** Pages of a table. Each combination of conditions is its own statement, planned for itself. */
export function createListQuery<Row>(
  db: Database,
  { table, columns, order, where: always }: ListShape,
): (conditions: readonly Condition[], page: Page) => Promise<Listing<Row>> {
  return async (conditions, { limit, offset }) => {
    const used = conditions.filter(([, value]) => value !== undefined);
    const terms = used.map(([sql], index) => `(${sql.replaceAll("?", `$${index + 1}`)})`);
    if (always) terms.push(always);
    const where = terms.length === 0 ? "" : `where ${terms.join(" and ")}`;
    const values = used.map(([, value]) => value ?? null);
    const bounds = `limit $${used.length + 1} offset $${used.length + 2}`;
    const [items, count] = await Promise.all([
      db.all<Row>(
        `select ${columns.join(", ")} from ${table} ${where} order by ${order} ${bounds}`,
        ...values,
        limit,
        offset,
      ),
      db.get<{ total: number }>(`select count(*) as total from ${table} ${where}`, ...values),
    ]);
    return { items, total: count?.total ?? 0 };
  };
}
