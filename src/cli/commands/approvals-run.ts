import type { Answered } from "../../http/client/wire.ts";
import { adminIfNeeded } from "../admin-if-needed.ts";
import type { Args } from "../args.ts";
import { CALL_DEADLINE_MS, type Client } from "../client.ts";
import type { Run } from "../command.ts";
import { exitCodeOfState } from "../exit-code.ts";
import type { Line } from "../line.ts";
import { conversationLines } from "../message-lines.ts";
import { outcomeLines } from "../outcome-lines.ts";
import { readInput } from "../read-input.ts";
import { sessionLines } from "../session-lines.ts";

export const approvalsRun: Run = async (args, context) => {
  const client = await context.client();
  const input = args.get("input");
  const inputs = input === undefined ? undefined : await readInput(input, context.io);
  const access = args.get("access");
  const body = {
    ...rememberBody(args),
    ...(inputs !== undefined && { inputs }),
    ...(access !== undefined && { access }),
  };
  const answer = await adminIfNeeded(context, (as) =>
    as.request("POST /v1/approvals/:id/run", {
      params: { id: args.require("approval_id") },
      query: { wait_ms: args.get("wait-ms") },
      body,
      deadlineMs: CALL_DEADLINE_MS,
    }),
  );
  await context.print(answer, (ran) => ranLines(ran, client));
  const { outcome, session } = answer.body;
  return exitCodeOfState(session?.state ?? outcome.state);
};

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

async function ranLines(ran: Answered, client: Client): Promise<Line[]> {
  const { approval, outcome, session, messages = [] } = ran;
  return [
    `Approval ${approval.id}: ${approval.state}, ${approval.tool_id}: ${outcome.state}`,
    ...(await outcomeLines(
      outcome,
      { toolId: approval.tool_id, sessionId: approval.session_id },
      client,
    )),
    ...conversationLines(messages, ({ role }) => role === "assistant"),
    ...(session ? await sessionLines(session, client) : []),
  ];
}
