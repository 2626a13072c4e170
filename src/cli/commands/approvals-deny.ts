import { adminIfNeeded } from "../admin-if-needed.ts";
import { type AnsweredOne, answerEach, taskOf } from "../answer-each.ts";
import type { CommandContext, Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { followTask } from "../follow-intent.ts";
import { namedApprovals } from "../named-approvals.ts";

export const approvalsDeny: Run = async (args, context) => {
  const named = await namedApprovals("deny", args, context);
  if ("exit" in named) return named.exit;
  const reason = args.get("reason");
  const given = reason === undefined ? {} : { body: { reason } };
  const exit =
    "task" in named
      ? await followTask(context, named.task, { verb: "deny", ...given })
      : await answerEach(context, named.ids, (id) => denyOne(id, given, context));
  // A task that ends denied is what was asked for.
  return exit === EXIT.denied ? EXIT.done : exit;
};

async function denyOne(
  id: string,
  given: { body?: object },
  context: CommandContext,
): Promise<AnsweredOne> {
  const answer = await adminIfNeeded(context, (client) =>
    client.request("POST /v1/approvals/:id/deny", { params: { id }, ...given }),
  );
  await context.print(answer, ({ approval: { id, state, tool_id: toolId } }) => [
    `Approval ${id}: ${state}${state === "denied" ? `, ${toolId} did not run` : ""}`,
  ]);
  return { task: await taskOf(answer.body.approval, context), exit: EXIT.done };
}
