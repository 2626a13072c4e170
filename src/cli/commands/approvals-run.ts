import type { Answered } from "../../http/client/wire.ts";
import { adminIfNeeded } from "../admin-if-needed.ts";
import { type AnsweredOne, answerEach, taskOf } from "../answer-each.ts";
import type { Args } from "../args.ts";
import { CALL_DEADLINE_MS, type Client } from "../client.ts";
import type { CommandContext, Run, Screen } from "../command.ts";
import { exitCodeOfState } from "../exit-code.ts";
import { followTask } from "../follow-intent.ts";
import type { Line } from "../line.ts";
import { conversationLines } from "../message-lines.ts";
import { namedApprovals } from "../named-approvals.ts";
import { outcomeLines } from "../outcome-lines.ts";
import { readInput } from "../read-input.ts";
import { sessionLines } from "../session-lines.ts";
import { usageError } from "../usage-error.ts";

export const approvalsRun: Run = async (args, context) => {
  const named = await namedApprovals("run", args, context);
  if ("exit" in named) return named.exit;
  const input = args.get("input");
  if (input !== undefined && !("ids" in named && named.ids.length === 1)) {
    throw usageError("--input is the input of one approval.", "approvals run <approval_id>");
  }
  const inputs = input === undefined ? undefined : await readInput(input, context.io);
  const access = args.get("access");
  const body = {
    ...rememberBody(args),
    ...(inputs !== undefined && { inputs }),
    ...(access !== undefined && { access }),
  };
  if ("task" in named) return followTask(context, named.task, { verb: "run", body });
  return answerEach(context, named.ids, (id) => runOne(id, body, args.get("wait-ms"), context));
};

async function runOne(
  id: string,
  body: object,
  wait: string | undefined,
  context: CommandContext,
): Promise<AnsweredOne> {
  const client = await context.client();
  const answer = await adminIfNeeded(context, (as) =>
    as.request("POST /v1/approvals/:id/run", {
      params: { id },
      query: { wait_ms: wait },
      body,
      deadlineMs: CALL_DEADLINE_MS,
    }),
  );
  const { approval, outcome, session } = answer.body;
  // --wait-ms asks for the messages of the turn instead.
  const task = wait === undefined ? await taskOf(approval, context) : undefined;
  await context.print(answer, (ran, screen) =>
    task === undefined ? ranLines(ran, client, screen) : [headLine(ran)],
  );
  return { task, exit: exitCodeOfState(session?.state ?? outcome.state) };
}

function rememberBody(args: Args) {
  const scope = args.get("remember");
  if (scope === undefined) return {};
  const seconds = args.get("expires-in-s");
  return {
    remember: {
      scope,
      match: args.get("match") ?? "exact",
      ...(seconds && { expires_in_s: Number(seconds) }),
    },
  };
}

function headLine({ approval: { id, state, tool_id: toolId }, outcome }: Answered): string {
  return `Approval ${id}: ${state}, ${toolId}: ${outcome.state}`;
}

async function ranLines(ran: Answered, client: Client, screen: Screen): Promise<Line[]> {
  const { approval, outcome, session, messages = [] } = ran;
  return [
    headLine(ran),
    ...(await outcomeLines(
      outcome,
      { toolId: approval.tool_id, sessionId: approval.session_id },
      client,
    )),
    ...conversationLines(messages, screen, ({ role }) => role === "assistant"),
    ...(session ? await sessionLines(session, client) : []),
  ];
}
