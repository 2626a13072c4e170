import { Token } from "../schema/actor.ts";
import { decodeJson } from "./decode-json.ts";

export type TokenRow = {
  id: string;
  actor: string;
  scopes: string;
  hash: string;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
};

export const TOKEN_COLUMNS = [
  "id",
  "actor",
  "scopes",
  "hash",
  "created_at",
  "expires_at",
  "revoked_at",
] as const satisfies readonly (keyof TokenRow)[];

export function encodeToken(token: Token): TokenRow {
  return {
    id: token.id,
    actor: token.actor,
    scopes: JSON.stringify(token.scopes),
    hash: token.hash,
    created_at: token.createdAt,
    expires_at: token.expiresAt,
    revoked_at: token.revokedAt,
  };
}

export function decodeToken(row: TokenRow): Token {
  return {
    id: row.id,
    actor: row.actor,
    scopes: decodeJson(Token.shape.scopes, row.scopes, "tokens.scopes"),
    hash: row.hash,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}
