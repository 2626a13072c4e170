import { adminIfNeeded } from "../admin-if-needed.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { path } from "../path.ts";
import type { WireApproval } from "../wire.ts";

export const approvalsDeny: Run = async (args, context) => {
  const answer = await adminIfNeeded(context, (client) =>
    client.request<{ readonly approval: WireApproval }>(
      "POST",
      path`/v1/approvals/${args.require("approval_id")}/deny`,
    ),
  );
  await context.print(answer, ({ approval: { id, state, tool_id: toolId } }) => [
    `Approval ${id}: ${state}${state === "denied" ? `, ${toolId} did not run` : ""}`,
  ]);
  return EXIT.done;
};
