import { encodeSecret, SECRET_COLUMNS } from "../secret-row.ts";
import { defineReplace, template } from "./fragment.ts";
import type { Writers } from "./writers.ts";

const replace = defineReplace({ table: "secrets", columns: SECRET_COLUMNS, key: "name" });
const remove = template("delete from secrets where name = $1 returning 1");

export const secretWriters: Writers<"secret.put" | "secret.remove"> = {
  "secret.put": ({ secret }) => [replace(encodeSecret(secret))],
  "secret.remove": ({ name }) => [
    { template: remove, values: [name], row: `secrets ${name}`, subject: name },
  ],
};
