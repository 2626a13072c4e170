import { isJsonObject, type JsonObject, type JsonValue } from "../base/json.ts";
import type { Outcome } from "../client/wire.ts";
import type { CommandContext } from "./command.ts";
import { visible } from "./visible.ts";

/** Asks a person at a terminal for what a skill waits for; undefined where nobody is asked or answers. */
export async function askFields(
  { io, json }: CommandContext,
  { state, input_request: request, resume_token: token }: Outcome,
): Promise<JsonObject | undefined> {
  const waits = state === "input_required" && request?.kind === "fields" && token;
  if (!waits || json || !io.isTyped || !io.isTty) return undefined;
  const answers: [string, JsonValue][] = [];
  try {
    for (const field of (request.fields ?? []).filter(isJsonObject)) {
      const { name, type, description } = field;
      const typed = await io.ask(visible(`${name} (${type}) ${description || ""}: `), {
        fresh: true,
      });
      if (typeof typed === "string") return undefined;
      if (typed.line.trim() !== "") answers.push([String(name), readTyped(typed.line, type)]);
    }
  } finally {
    await io.close();
  }
  return answers.length === 0 ? undefined : Object.fromEntries(answers);
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
