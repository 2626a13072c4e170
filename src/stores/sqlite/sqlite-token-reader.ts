import type { TokenReader } from "../../ports/token-reader.ts";
import type { Database } from "./database.ts";
import { selectFrom } from "./select-from.ts";
import { decodeToken, TOKEN_COLUMNS, type TokenRow } from "./token-row.ts";

export function createSqliteTokenReader(db: Database): TokenReader {
  const prepare = (rest: string) => db.prepare<TokenRow>(selectFrom("tokens", TOKEN_COLUMNS, rest));
  const byHash = prepare("where hash = ?");
  const newestOfActor = prepare("where actor = ? order by id desc limit 1");

  return {
    async getByHash(hash) {
      const row = byHash.get(hash);
      return row && decodeToken(row);
    },
    async getByActor(actor) {
      const row = newestOfActor.get(actor);
      return row && decodeToken(row);
    },
  };
}
