import type { Outcome } from "../../client/wire.ts";
import { CALL_DEADLINE_MS } from "../client.ts";
import type { Run } from "../command.ts";
import { exitCodeOfState } from "../exit-code.ts";
import { outcomeLines } from "../outcome-lines.ts";
import { typed } from "../program.ts";
import { readInput } from "../read-input.ts";

/** Blocks until the outcome (C23). */
export const toolsCall: Run = async (args, context) => {
  const inputs = await readInput(args.get("input") ?? "{}", context.io);
  const sessionId = args.get("session");
  const messageId = args.get("message-id");
  const resumeToken = args.get("resume");
  const reconcile = args.get("reconcile");

  const client = await context.client();
  const answer = await client.request("POST /v1/tools/:tool_id/invoke", {
    params: { tool_id: args.require("tool_id") },
    body: {
      inputs,
      ...(args.has("dry-run") && { dry_run: true }),
      ...(sessionId && { session_id: sessionId }),
      ...(messageId && { message_id: messageId }),
      ...(resumeToken && { resume_token: resumeToken }),
      ...(reconcile && { reconcile }),
    },
    deadlineMs: CALL_DEADLINE_MS,
  });
  await context.print(answer, async (outcome) => [
    ...(await outcomeLines(outcome, sessionId, client)),
    ...resumeLines(args.require("tool_id"), outcome),
  ]);
  return exitCodeOfState(answer.body.state);
};

/** For a call outside a turn, which no session can resume. */
function resumeLines(toolId: string, { resume_token: token }: Outcome): string[] {
  if (!token) return [];
  const answers = "ran|not_run|run_again";
  return [`To go on:  ${typed(`tools call ${toolId} --resume ${token} --reconcile ${answers}`)}`];
}
