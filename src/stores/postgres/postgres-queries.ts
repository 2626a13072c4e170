import { createPageQuery } from "../page-query.ts";
import type { PageShape, Queries } from "../queries.ts";
import type { SqlValue } from "../sql.ts";
import type { Database } from "./database.ts";

export function createPostgresQueries(db: Database): Queries {
  return {
    dialect: "postgres",
    one<Row, T>(sql: string, decode: (row: Row) => T) {
      return async (...values) => {
        const row = await db.get<Row>(sql, ...values);
        return row === undefined ? undefined : decode(row);
      };
    },
    all<Row, T>(sql: string, decode: (row: Row) => T) {
      return async (...values) => (await db.all<Row>(sql, ...values)).map(decode);
    },
    lists<List extends readonly SqlValue[]>(sql: string) {
      return (...values) => db.lists<List>(sql, ...values);
    },
    page<Row, T>(shape: PageShape, decode: (row: Row) => T) {
      return createPageQuery<Row, T>(
        shape,
        (page, count) =>
          async (values, { limit, offset }) => {
            const [items, counted] = await Promise.all([
              db.all<Row>(page, ...values, limit, offset),
              db.get<{ total: number }>(count, ...values),
            ]);
            return { items, total: counted?.total ?? 0 };
          },
        decode,
      );
    },
  };
}
