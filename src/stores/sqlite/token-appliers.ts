import type { Appliers } from "./appliers.ts";
import type { Database } from "./database.ts";
import { prepareInsert } from "./prepare-insert.ts";
import { encodeToken, TOKEN_COLUMNS } from "./token-row.ts";

export function prepareTokenAppliers(db: Database): Appliers<"token.add"> {
  const insert = prepareInsert(db, "tokens", TOKEN_COLUMNS);
  return {
    "token.add": ({ token }) => insert(encodeToken(token)),
  };
}
