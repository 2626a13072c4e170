import { isJsonObject, type JsonObject } from "../base/json.ts";
import type { InputRequest } from "../http/client/wire.ts";
import { answerLines, approvalLines } from "./approval-lines.ts";
import type { Client } from "./client.ts";
import { cardsOf, fieldRows } from "./field-rows.ts";
import type { Line } from "./line.ts";
import { typed } from "./program.ts";
import { saidHere } from "./said-here.ts";
import { shorten, shortJson } from "./shorten.ts";

const FIELD_LENGTH = 400;

/** What waits: a session, or a call outside of any turn, which has a token of its own. */
export type Waiting = {
  readonly sessionId?: string | null | undefined;
  readonly call?: { readonly toolId: string; readonly token: string } | undefined;
};

/** Why something waits, and the exact command that lets it go on. */
export async function waitLines(
  request: InputRequest,
  waiting: Waiting,
  client: Client,
): Promise<Line[]> {
  const reason = saidHere(request.reason);
  const head = cardsOf(request).length > 0 ? reason : `Waits for ${request.kind}: ${reason}`;
  const ids = request.approval_ids ?? [];
  if (ids.length > 0) return [head, ...(await questions(ids, client))];
  return [head, ...fieldRows(request), ...nextCommand(request, waiting)];
}

/** A token that may only invoke cannot read approvals (X36); it still learns their ids. */
async function questions(ids: readonly string[], client: Client): Promise<Line[]> {
  try {
    const answers = await Promise.all(
      ids.map((id) => client.request("GET /v1/approvals/:id", { params: { id } })),
    );
    return approvalLines(...answers.map(({ body }) => body));
  } catch {
    return [...ids.map((id) => `Approval ${id}`), ...answerLines(ids)];
  }
}

/** `name (type, required): description`, as far as it says that much. */
export function fieldLine(field: JsonObject): string {
  const { name, type, description, required, default: preset } = field;
  if (typeof name !== "string") return shortJson(field, FIELD_LENGTH);
  const how = [
    ...(typeof type === "string" ? [type] : []),
    ...(required === true ? ["required"] : []),
    ...(required === false && preset === undefined ? ["may be left out"] : []),
  ].join(", ");
  const more = [
    ...(typeof description === "string" && description !== "" ? [description] : []),
    ...choiceWords(field),
    ...(preset === undefined ? [] : [`${shortJson(preset, FIELD_LENGTH)} if left out`]),
  ].join("; ");
  return shorten(`${name}${how && ` (${how})`}${more && `: ${more}`}`, FIELD_LENGTH);
}

/** `one of "r" (Red), "b" (Blue)`: what is typed, and what whoever asks calls it. */
function choiceWords({ type, choices, choice_titles: titles }: JsonObject): string[] {
  if (choices === undefined) return [];
  const how = type === "array" ? "some of" : "one of";
  if (!Array.isArray(choices) || !Array.isArray(titles)) {
    return [`${how} ${shortJson(choices, FIELD_LENGTH)}`];
  }
  const words = choices.map((choice, at) => {
    const title = titles[at];
    const value = shortJson(choice, FIELD_LENGTH);
    return title && title !== choice ? `${value} (${title})` : value;
  });
  return [`${how} ${words.join(", ")}`];
}

function nextCommand(request: InputRequest, { sessionId, call }: Waiting): string[] {
  const { kind, fields = [], invocation_id: asking } = request;
  const goOn = call
    ? `tools call ${call.toolId} --resume ${call.token}`
    : sessionId && `sessions resume ${sessionId}`;
  if (!goOn) return [];
  if (kind === "reconcile")
    return [`To go on:  ${typed(`${goOn} --reconcile ran|not_run|run_again`)}`];
  // What a model asks is answered in words, and what a call asks by its fields.
  const [card] = cardsOf(request);
  if (card) return [`To choose:  ${typed(`sessions send ${sessionId} ${card.value}`)}`];
  if (!call && !asking) return [`To answer:  ${typed(`sessions send ${sessionId} "<answer>"`)}`];
  return [
    `To answer:   ${typed(`${goOn} --input '${exampleOf(fields)}'`)}`,
    `To decline:  ${typed(`${goOn} --decline`)}`,
  ];
}

function exampleOf(fields: readonly unknown[]): string {
  const known = fields.filter(isJsonObject);
  const wanted = known.filter(({ required }) => required === true);
  const names = (wanted.length > 0 ? wanted : known.slice(0, 1)).map(({ name }) => String(name));
  return `{${names.map((name) => `${JSON.stringify(name)}: …`).join(", ")}}`;
}
