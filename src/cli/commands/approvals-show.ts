import { approvalLines } from "../approval-lines.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const approvalsShow: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("GET /v1/approvals/:id", {
    params: { id: args.require("approval_id") },
  });
  await context.print(answer, (approval) => approvalLines(approval));
  return EXIT.done;
};
