import type { TokenReader } from "../../ports/token-reader.ts";
import { selectFrom } from "../select-from.ts";
import { decodeToken, TOKEN_COLUMNS, type TokenRow } from "../token-row.ts";
import type { Database } from "./database.ts";
import { createListQuery } from "./list-query.ts";

const select = (rest: string) => selectFrom("tokens", TOKEN_COLUMNS, rest);

const ONE = select("where id = $1");
const BY_HASH = select("where hash = $1");
const NEWEST_OF_ACTOR = select("where actor = $1 and revoked_at is null order by id desc limit 1");

export function createPostgresTokenReader(db: Database): TokenReader {
  const page = createListQuery<TokenRow>(db, {
    table: "tokens",
    columns: TOKEN_COLUMNS,
    order: "id desc",
  });

  async function find(sql: string, value: string) {
    const row = await db.get<TokenRow>(sql, value);
    return row && decodeToken(row);
  }

  return {
    getByHash: (hash) => find(BY_HASH, hash),
    getByActor: (actor) => find(NEWEST_OF_ACTOR, actor),
    get: (id) => find(ONE, id),
    async list(bounds) {
      const { items, total } = await page([], bounds);
      return { items: items.map(decodeToken), total };
    },
  };
}
