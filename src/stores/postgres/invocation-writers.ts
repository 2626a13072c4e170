import { encodeInvocation, INVOCATION_COLUMNS } from "../invocation-row.ts";
import { defineInsert, defineUpdate } from "./fragment.ts";
import type { Writers } from "./writers.ts";

const INVOCATIONS = { table: "invocations", columns: INVOCATION_COLUMNS, key: "id" } as const;

const insert = defineInsert(INVOCATIONS);
const update = defineUpdate({ ...INVOCATIONS, expect: ["state"] });

export const invocationWriters: Writers<"invocation.put"> = {
  "invocation.put": ({ invocation, expect }) => {
    const row = encodeInvocation(invocation);
    return [expect === null ? insert(row) : update(row, [expect])];
  },
};
