import type { InputRequest, JsonObject, Session } from "../http/client/wire.ts";
import { askEach } from "./ask-fields.ts";
import { CALL_DEADLINE_MS } from "./client.ts";
import type { CommandContext } from "./command.ts";
import { cardsOf } from "./field-rows.ts";

/**
 * The choice of a line that is only the number of a card. Required fields that the card leaves open
 * are asked for here. Undefined for a line that is a message like any other, and "left" where the
 * person gives no value.
 */
export async function readCard(
  { io }: CommandContext,
  request: InputRequest,
  line: string,
): Promise<JsonObject | "left" | undefined> {
  const card = cardsOf(request).find(({ value }) => value === line.trim().replace(/\.$/, ""));
  const [step, ...others] = card?.steps ?? [];
  if (!card || !step) return undefined;
  if (card.missing.length === 0) return { choice: card.value };
  const fields = card.missing.map((field) => ({ ...field, required: true }));
  const given = await askEach(io, { ...request, fields });
  if (typeof given === "string" || Object.keys(given.inputs).length < fields.length) return "left";
  const inputs = [{ ...step.inputs, ...given.inputs }, ...others.map((it) => it.inputs)];
  return { choice: card.value, inputs };
}

/** Sends a choice; the session goes on with it in its next turn. */
export async function sendCard(
  context: CommandContext,
  { id, resume_token: token }: Pick<Session, "id" | "resume_token">,
  inputs: JsonObject,
): Promise<Session> {
  const client = await context.client();
  const { body } = await client.request("POST /v1/sessions/:id/resume", {
    params: { id },
    body: { resume_token: token, inputs },
    deadlineMs: CALL_DEADLINE_MS,
  });
  return body.session;
}
