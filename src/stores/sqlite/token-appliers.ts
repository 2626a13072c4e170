import { encodeToken, TOKEN_COLUMNS } from "../token-row.ts";
import type { Appliers } from "./appliers.ts";
import type { Database } from "./database.ts";
import { prepareInsert } from "./prepare-insert.ts";
import { requireChanged } from "./require-changed.ts";

export function prepareTokenAppliers(db: Database): Appliers<"token.add" | "token.revoke"> {
  const insert = prepareInsert(db, "tokens", TOKEN_COLUMNS);
  const revoke = db.prepare("update tokens set revoked_at = ? where id = ? and revoked_at is null");

  return {
    "token.add": ({ token }) => insert(encodeToken(token)),
    "token.revoke": ({ id, revokedAt }) => requireChanged(revoke.run(revokedAt, id), id),
  };
}
