import { approvalLines } from "../approval-lines.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { path } from "../path.ts";
import type { WireApproval } from "../wire.ts";

export const approvalsShow: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request<WireApproval>(
    "GET",
    path`/v1/approvals/${args.require("approval_id")}`,
  );
  await context.print(answer, approvalLines);
  return EXIT.done;
};
