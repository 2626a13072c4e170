import type { JsonObject } from "../../base/json.ts";
import type { Outcome } from "../../http/client/wire.ts";
import { askFields } from "../ask-fields.ts";
import { CALL_DEADLINE_MS } from "../client.ts";
import type { CommandContext, Run } from "../command.ts";
import { exitCodeOfState } from "../exit-code.ts";
import { outcomeLines } from "../outcome-lines.ts";
import { typed } from "../program.ts";
import { readInput } from "../read-input.ts";

/** One turn of a skill. It exits with 3 while it waits. */
export const skillsInvoke: Run = async (args, context) => {
  const inputs = await readInput(args.get("input") ?? "{}", context.io);
  const contextId = args.get("context");
  const messageId = args.get("message-id");
  const sessionId = args.get("session");
  return takeTurn(context, args.require("name"), {
    inputs,
    ...(contextId && { context_id: contextId }),
    ...(messageId && { message_id: messageId }),
    ...(sessionId && { session_id: sessionId }),
    ...(args.has("dry-run") && { dry_run: true }),
  });
};

/** Goes on with a context that waits, with its newest token. */
export const skillsResume: Run = async (args, context) => {
  const inputs = await readInput(args.get("input") ?? "{}", context.io);
  const id = args.require("context_id");
  const client = await context.client();
  const { body } = await client.request("GET /v1/contexts/:id", { params: { id } });
  const token = body.resume_token;
  return takeTurn(context, body.skill ?? "", {
    inputs,
    context_id: id,
    resume: true,
    ...(token && { resume_token: token }),
  });
};

/** What it asks for is asked in the terminal, until it is done, or nobody answers. */
async function takeTurn(
  context: CommandContext,
  name: string,
  body: JsonObject,
): Promise<ReturnType<typeof exitCodeOfState>> {
  const client = await context.client();
  const answer = await client.request("POST /v1/skills/:name/invoke", {
    params: { name },
    body,
    deadlineMs: CALL_DEADLINE_MS,
  });
  await context.print(answer, async (outcome) => [
    ...(await outcomeLines(outcome, {}, client)),
    ...goOnLines(outcome),
  ]);
  const inputs = await askFields(context, answer.body);
  const { context_id: id, resume_token: token, state } = answer.body;
  if (!inputs || !id || !token) return exitCodeOfState(state);
  const { session_id: session } = body;
  return takeTurn(context, name, {
    inputs,
    context_id: id,
    resume_token: token,
    ...(session !== undefined && { session_id: session }),
  });
}

function goOnLines({ context_id: id, resume_token: token, state }: Outcome): string[] {
  if (!id || !token) return [];
  const given = state === "input_required" ? " --input '{…}'" : "";
  return [
    `${state === "delegating" ? "To wait for it" : "To go on"}:  ${typed(`skills resume ${id}${given}`)}`,
    `To end it: ${typed(`skills cancel ${id}`)}`,
  ];
}
