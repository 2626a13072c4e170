import { adminIfNeeded } from "../admin-if-needed.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const approvalsDeny: Run = async (args, context) => {
  const reason = args.get("reason");
  const answer = await adminIfNeeded(context, (client) =>
    client.request("POST /v1/approvals/:id/deny", {
      params: { id: args.require("approval_id") },
      ...(reason && { body: { reason } }),
    }),
  );
  await context.print(answer, ({ approval: { id, state, tool_id: toolId } }) => [
    `Approval ${id}: ${state}${state === "denied" ? `, ${toolId} did not run` : ""}`,
  ]);
  return EXIT.done;
};
