import { CapstanError } from "../../base/errors.ts";
import type { JsonObject } from "../../base/json.ts";
import { CALL_DEADLINE_MS } from "../client.ts";
import type { Run } from "../command.ts";
import { exitCodeOfState } from "../exit-code.ts";
import { readInput } from "../read-input.ts";
import { sessionLines } from "../session-lines.ts";

/** The token is read first: if the session moves in between, the server answers STATE_CONFLICT. */
export const sessionsResume: Run = async (args, context) => {
  const id = args.require("session_id");
  const input = args.get("input");
  const reconcile = args.get("reconcile");
  const given = {
    ...(reconcile !== undefined && { reconcile }),
    ...(input !== undefined && { inputs: (await readInput(input, context.io)) as JsonObject }),
    ...(args.has("decline") && { answer: "decline" }),
  };
  if (Object.keys(given).length === 0) {
    const message = '"sessions resume" needs --reconcile, --input or --decline.';
    throw new CapstanError("REQUEST_INVALID", message);
  }
  const client = await context.client();
  const { body: session } = await client.request("GET /v1/sessions/:id", { params: { id } });
  const answer = await client.request("POST /v1/sessions/:id/resume", {
    params: { id },
    body: { resume_token: session.resume_token, ...given },
    deadlineMs: CALL_DEADLINE_MS,
  });
  await context.print(answer, (turn) => sessionLines(turn.session, client));
  return exitCodeOfState(answer.body.session.state);
};
