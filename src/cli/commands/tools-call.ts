import { CALL_DEADLINE_MS } from "../client.ts";
import type { Run } from "../command.ts";
import { exitCodeOfState } from "../exit-code.ts";
import { outcomeLines } from "../outcome-lines.ts";
import { readInput } from "../read-input.ts";

/** Blocks until the outcome (C23). */
export const toolsCall: Run = async (args, context) => {
  const toolId = args.require("tool_id");
  const inputs = await readInput(args.get("input") ?? "{}", context.io);
  const sessionId = args.get("session");
  const messageId = args.get("message-id");
  const resumeToken = args.get("resume");
  const reconcile = args.get("reconcile");

  const client = await context.client();
  const answer = await client.request("POST /v1/tools/:tool_id/invoke", {
    params: { tool_id: toolId },
    body: {
      inputs,
      ...(args.has("dry-run") && { dry_run: true }),
      ...(sessionId && { session_id: sessionId }),
      ...(messageId && { message_id: messageId }),
      ...(resumeToken && { resume_token: resumeToken }),
      ...(reconcile && { reconcile }),
      ...(args.has("decline") && { answer: "decline" }),
    },
    deadlineMs: CALL_DEADLINE_MS,
  });
  await context.print(answer, (outcome) => outcomeLines(outcome, { toolId, sessionId }, client));
  return exitCodeOfState(answer.body.state);
};
