import { APPROVAL_COLUMNS, encodeApproval } from "../approval-row.ts";
import { defineInsert, defineUpdate } from "./fragment.ts";
import type { Writers } from "./writers.ts";

const APPROVALS = { table: "approvals", columns: APPROVAL_COLUMNS, key: "id" } as const;

const insert = defineInsert(APPROVALS);
const update = defineUpdate({ ...APPROVALS, expect: ["state"] });

export const approvalWriters: Writers<"approval.put"> = {
  "approval.put": ({ approval, expect }) => {
    const row = encodeApproval(approval);
    return [expect === null ? insert(row) : update(row, [expect])];
  },
};
