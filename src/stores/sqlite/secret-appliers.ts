import { encodeSecret, SECRET_COLUMNS } from "../secret-row.ts";
import type { Appliers } from "./appliers.ts";
import type { Database } from "./database.ts";
import { prepareReplace } from "./prepare-insert.ts";
import { requireChanged } from "./require-changed.ts";

export function prepareSecretAppliers(db: Database): Appliers<"secret.put" | "secret.remove"> {
  const replace = prepareReplace(db, "secrets", SECRET_COLUMNS);
  const remove = db.prepare("delete from secrets where name = ?");

  return {
    "secret.put": ({ secret }) => replace(encodeSecret(secret)),
    "secret.remove": ({ name }) => requireChanged(remove.run(name), name),
  };
}
