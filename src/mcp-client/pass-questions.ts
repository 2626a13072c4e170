import type { Client } from "@modelcontextprotocol/client";
import { isJsonObject, type JsonObject, type JsonValue } from "../base/json.ts";
import { stripHidden } from "../base/strip-hidden.ts";
import type { Answer, Question } from "../ports/executor.ts";

const MAX_MESSAGE = 2_000;
const MAX_FIELDS = 50;

/** What a server asks in the middle of a call goes to the person behind it (elicitation, as a form). */
export function passQuestions(
  client: Client,
  onQuestion: (question: Question) => Promise<Answer>,
): void {
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    const asked = params as unknown as JsonObject;
    // An address to open is not passed on: a person would leave for a page that nobody has judged.
    if (asked.mode === "url" || !isJsonObject(asked.requestedSchema)) return { action: "cancel" };
    const answer = await onQuestion(questionOf(asked, asked.requestedSchema));
    if (answer.action !== "accept") return answer;
    return { action: "accept", content: answer.inputs as Record<string, string> };
  });
}

function questionOf({ message }: JsonObject, schema: JsonObject): Question {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const properties = Object.entries(isJsonObject(schema.properties) ? schema.properties : {});
  const said = stripHidden(typeof message === "string" ? message : "").slice(0, MAX_MESSAGE);
  return {
    message: `The server asks, in its own words: ${said}`,
    fields: properties
      .slice(0, MAX_FIELDS)
      .map(([name, field]) => fieldOf(name, isJsonObject(field) ? field : {}, required.has(name))),
    schema: { ...schema, type: "object" },
  };
}

function fieldOf(name: string, field: JsonObject, required: boolean): JsonValue {
  const { type, title, description, enum: choices, default: preset } = field;
  const words = [title, description].filter((text) => typeof text === "string").join(": ");
  return {
    name: stripHidden(name).slice(0, 100),
    type: typeof type === "string" ? type : "string",
    description: stripHidden(words).slice(0, MAX_MESSAGE),
    required,
    ...(Array.isArray(choices) && { choices: choices.slice(0, 200) }),
    ...(preset !== undefined && { default: preset }),
  };
}
