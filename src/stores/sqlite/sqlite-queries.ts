import { createPageQuery } from "../page-query.ts";
import type { PageShape, Queries } from "../queries.ts";
import { numbered, type SqlValue } from "../sql.ts";
import type { Database, Statement } from "./database.ts";

/** A statement is prepared when it is first needed: most commands need a few. */
export function createSqliteQueries(db: Database): Queries {
  function prepare<Row>(sql: string): () => Statement<Row> {
    let statement: Statement<Row> | undefined;
    return () => (statement ??= db.prepare(numbered(sql)));
  }

  return {
    dialect: "sqlite",
    one<Row, T>(sql: string, decode: (row: Row) => T) {
      const statement = prepare<Row>(sql);
      return async (...values) => {
        const row = statement().get(...values);
        return row === undefined ? undefined : decode(row);
      };
    },
    all<Row, T>(sql: string, decode: (row: Row) => T) {
      const statement = prepare<Row>(sql);
      return async (...values) =>
        statement()
          .all(...values)
          .map(decode);
    },
    lists<List extends readonly SqlValue[]>(sql: string) {
      let statement: ReturnType<typeof db.prepareLists<List>> | undefined;
      return async (...values) => {
        statement ??= db.prepareLists<List>(numbered(sql));
        return statement.all(...values);
      };
    },
    page<Row, T>(shape: PageShape, decode: (row: Row) => T) {
      return createPageQuery<Row, T>(
        shape,
        (page, count) => {
          const items = prepare<Row>(page);
          const total = prepare<{ total: number }>(count);
          return (values, { limit, offset }) => ({
            items: items().all(...values, limit, offset),
            total: total().get(...values)?.total ?? 0,
          });
        },
        decode,
      );
    },
  };
}
