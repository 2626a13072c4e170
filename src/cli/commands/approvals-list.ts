import { approvalRows } from "../approval-rows.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const approvalsList: Run = async (args, context) => {
  const state = args.get("state") ?? "pending";
  const client = await context.client();
  const answer = await client.request("GET /v1/approvals", {
    query: { state: state === "all" ? undefined : state, session_id: args.get("session") },
  });
  await context.print(answer, approvalRows);
  return EXIT.done;
};
