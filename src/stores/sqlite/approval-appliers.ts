import { APPROVAL_COLUMNS, encodeApproval } from "../approval-row.ts";
import type { Appliers } from "./appliers.ts";
import type { Database } from "./database.ts";
import { prepareInsert } from "./prepare-insert.ts";
import { prepareUpdate } from "./prepare-update.ts";

export function prepareApprovalAppliers(db: Database): Appliers<"approval.put"> {
  const insert = prepareInsert(db, "approvals", APPROVAL_COLUMNS);
  const update = prepareUpdate(db, {
    table: "approvals",
    key: "id",
    columns: APPROVAL_COLUMNS,
    expect: ["state"],
  });

  return {
    "approval.put": ({ approval, expect }) => {
      const row = encodeApproval(approval);
      if (expect === null) insert(row);
      else update(row, [expect]);
    },
  };
}
