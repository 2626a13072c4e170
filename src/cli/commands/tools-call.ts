import { CALL_DEADLINE_MS } from "../client.ts";
import type { Run } from "../command.ts";
import { exitCodeOfState } from "../exit-code.ts";
import { outcomeLines } from "../outcome-lines.ts";
import { path } from "../path.ts";
import { readInput } from "../read-input.ts";
import type { WireOutcome } from "../wire.ts";

/** Blocks until the outcome (C23). */
export const toolsCall: Run = async (args, context) => {
  const inputs = await readInput(args.get("input") ?? "{}", context.io);
  const sessionId = args.get("session");
  const messageId = args.get("message-id");

  const client = await context.client();
  const answer = await client.request<WireOutcome>(
    "POST",
    path`/v1/tools/${args.require("tool_id")}/invoke`,
    {
      body: {
        inputs,
        ...(args.has("dry-run") && { dry_run: true }),
        ...(sessionId && { session_id: sessionId }),
        ...(messageId && { message_id: messageId }),
      },
      deadlineMs: CALL_DEADLINE_MS,
    },
  );
  await context.print(answer, (outcome) => outcomeLines(outcome, sessionId, client));
  return exitCodeOfState(answer.body.state);
};
