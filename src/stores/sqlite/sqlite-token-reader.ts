import type { TokenReader } from "../../ports/token-reader.ts";
import { selectFrom } from "../select-from.ts";
import { decodeToken, TOKEN_COLUMNS, type TokenRow } from "../token-row.ts";
import type { Database } from "./database.ts";
import { createListQuery } from "./list-query.ts";

export function createSqliteTokenReader(db: Database): TokenReader {
  const prepare = (rest: string) => db.prepare<TokenRow>(selectFrom("tokens", TOKEN_COLUMNS, rest));
  const one = prepare("where id = ?");
  const byHash = prepare("where hash = ?");
  const newestOfActor = prepare("where actor = ? and revoked_at is null order by id desc limit 1");
  const page = createListQuery<TokenRow>(db, {
    table: "tokens",
    columns: TOKEN_COLUMNS,
    order: "id desc",
  });

  return {
    async getByHash(hash) {
      const row = byHash.get(hash);
      return row && decodeToken(row);
    },
    async getByActor(actor) {
      const row = newestOfActor.get(actor);
      return row && decodeToken(row);
    },
    async get(id) {
      const row = one.get(id);
      return row && decodeToken(row);
    },
    async list(bounds) {
      const { items, total } = page([], bounds);
      return { items: items.map(decodeToken), total };
    },
  };
}
