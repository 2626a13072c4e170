import { Token } from "../../schema/actor.ts";
import { decodeJson } from "../decode-json.ts";
import { defineInsert } from "../define-writes.ts";
import { template } from "../fragment.ts";
import { selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";

type TokenRow = {
  id: string;
  principal_id: string;
  scopes: string;
  hash: string;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
};

const COLUMNS = [
  "id",
  "principal_id",
  "scopes",
  "hash",
  "created_at",
  "expires_at",
  "revoked_at",
] as const satisfies readonly (keyof TokenRow)[];

function encode(token: Token): TokenRow {
  return {
    id: token.id,
    principal_id: token.principalId,
    scopes: JSON.stringify(token.scopes),
    hash: token.hash,
    created_at: token.createdAt,
    expires_at: token.expiresAt,
    revoked_at: token.revokedAt,
  };
}

function decode(row: TokenRow): Token {
  return {
    id: row.id,
    principalId: row.principal_id,
    scopes: decodeJson(Token.shape.scopes, row.scopes, "tokens.scopes"),
    hash: row.hash,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}

const TOKENS = { table: "tokens", columns: COLUMNS, key: "id" } as const;

const insert = defineInsert(TOKENS);
const revoke = template("update tokens set revoked_at = $2 where id = $1 and revoked_at is null");

const select = (rest: string) => selectFrom("tokens", COLUMNS, rest);

export const tokens: Table<"token.add" | "token.revoke", "tokens"> = {
  writes: {
    "token.add": ({ token }) => [insert(encode(token))],
    "token.revoke": ({ id, revokedAt }) => [
      { template: revoke, values: [id, revokedAt], row: `tokens ${id}`, subject: id },
    ],
  },
  reads(db) {
    const page = db.page({ ...TOKENS, order: "id desc" }, decode);
    return {
      tokens: {
        get: db.one(select("where id = $1"), decode),
        getByHash: db.one(select("where hash = $1"), decode),
        getByPrincipal: db.one(
          select("where principal_id = $1 and revoked_at is null order by id desc limit 1"),
          decode,
        ),
        list: (bounds) => page([], bounds),
      },
    };
  },
};
