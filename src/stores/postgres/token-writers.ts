import { encodeToken, TOKEN_COLUMNS } from "../token-row.ts";
import { defineInsert, template } from "./fragment.ts";
import type { Writers } from "./writers.ts";

const insert = defineInsert({ table: "tokens", columns: TOKEN_COLUMNS, key: "id" });
const revoke = template(
  "update tokens set revoked_at = $2 where id = $1 and revoked_at is null returning 1",
);

export const tokenWriters: Writers<"token.add" | "token.revoke"> = {
  "token.add": ({ token }) => [insert(encodeToken(token))],
  "token.revoke": ({ id, revokedAt }) => [
    { template: revoke, values: [id, revokedAt], row: `tokens ${id}`, subject: id },
  ],
};
