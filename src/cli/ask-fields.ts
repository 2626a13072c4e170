import { isJsonObject, type JsonObject, type JsonValue } from "../base/json.ts";
import type { InputRequest, Outcome } from "../http/client/wire.ts";
import type { CommandContext } from "./command.ts";
import { fieldLine } from "./field-rows.ts";
import { visible } from "./visible.ts";

/** What was given for each field; or why nothing was. */
type Given = { readonly inputs: JsonObject } | "ended" | "interrupted";

/** Asks a person at a terminal for what a skill waits for; undefined where nobody is asked or answers. */
export async function askFields(
  { io, json }: CommandContext,
  { state, input_request: request, resume_token: token }: Outcome,
): Promise<JsonObject | undefined> {
  const waits = state === "input_required" && request?.kind === "fields" && token;
  if (!waits || json || !io.isTyped || !io.isTty) return undefined;
  try {
    const given = await askEach(io, request);
    if (typeof given === "string" || Object.keys(given.inputs).length === 0) return undefined;
    return given.inputs;
  } finally {
    await io.close();
  }
}

/** One line for each field. An empty one leaves the field out. */
export async function askEach(
  io: Pick<CommandContext["io"], "ask">,
  { fields = [] }: InputRequest,
): Promise<Given> {
  const answers: [string, JsonValue][] = [];
  for (const field of fields.filter(isJsonObject)) {
    const typed = await io.ask(visible(`${fieldLine(field)}: `), { fresh: true });
    if (typeof typed === "string") return typed;
    const { line } = typed;
    if (line.trim() !== "") answers.push([String(field.name), readTyped(line, field.type)]);
  }
  return { inputs: Object.fromEntries(answers) };
}

/** A text as it is typed; anything else as JSON, where it is some. */
function readTyped(line: string, type: JsonValue | undefined): JsonValue {
  if (type === "string") return line;
  try {
    return JSON.parse(line) as JsonValue;
  } catch {
    return line;
  }
}
