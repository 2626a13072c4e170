import { encodeInvocation, INVOCATION_COLUMNS } from "../invocation-row.ts";
import type { Appliers } from "./appliers.ts";
import type { Database } from "./database.ts";
import { prepareInsert } from "./prepare-insert.ts";
import { prepareUpdate } from "./prepare-update.ts";

export function prepareInvocationAppliers(db: Database): Appliers<"invocation.put"> {
  const insert = prepareInsert(db, "invocations", INVOCATION_COLUMNS);
  const update = prepareUpdate(db, {
    table: "invocations",
    key: "id",
    columns: INVOCATION_COLUMNS,
    expect: ["state"],
  });

  return {
    "invocation.put": ({ invocation, expect }) => {
      const row = encodeInvocation(invocation);
      if (expect === null) insert(row);
      else update(row, [expect]);
    },
  };
}
