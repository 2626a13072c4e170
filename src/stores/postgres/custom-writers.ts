import { CUSTOM_COLUMNS, encodeCustom } from "../custom-row.ts";
import { defineInsert, defineUpdate, template } from "./fragment.ts";
import type { Writers } from "./writers.ts";

const CUSTOMS = { table: "custom_capabilities", columns: CUSTOM_COLUMNS, key: "id" } as const;

const insert = defineInsert(CUSTOMS);
const update = defineUpdate({ ...CUSTOMS, expect: ["version"] });
const remove = template("delete from custom_capabilities where id = $1 returning 1");

export const customWriters: Writers<"custom.put" | "custom.remove"> = {
  "custom.put": ({ custom, expect }) => {
    const row = encodeCustom(custom);
    return [expect === null ? insert(row) : update(row, [expect])];
  },
  "custom.remove": ({ id }) => [
    { template: remove, values: [id], row: `custom_capabilities ${id}`, subject: id },
  ],
};
