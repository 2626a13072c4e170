import type { ModelReply } from "../model.ts";
import { type Field, wordsOfName } from "./field.ts";
import type { KnownTool } from "./known-tool.ts";
import type { Parse } from "./weigh.ts";

const MOST_OPTIONS = 12;

/** Asks for one field of a call. */
export function askField({ tool }: KnownTool, field: Field): ModelReply {
  const { name, schema, options, required } = field;
  const type = typeof schema.type === "string" ? schema.type : "string";
  const description =
    typeof schema.description === "string" ? schema.description : wordsOfName(name);
  return {
    text: `To ${purposeOf(tool.name)} I need to know: ${wordsOfName(name)}?${hintOf(field, options)} Or say "never mind".`,
    toolCalls: [],
    questions: [{ name, type, description, required }],
  };
}

/** Why what was said is no answer for a field. */
export function whyNot({ shape, kinds }: Field): string {
  if (shape === "number") return "That is not a number.";
  if (kinds.has("path")) return "That is not the path of a file.";
  if (kinds.has("zone")) return "I know no such city or time zone.";
  if (kinds.has("url")) return "That is not an address that begins with http.";
  if (shape === "text" || shape === "word" || shape === "list") {
    return "I am not sure that this is the answer. Put it in quotation marks to use it as it is.";
  }
  return "That does not fit.";
}

/** Asks which of two tools was meant. */
export function askTool(parses: readonly Parse[]): ModelReply {
  const names = parses.map(({ known }) => known.tool.name);
  return {
    text: `Do you mean ${names.join(" or ")}?`,
    toolCalls: [],
    questions: [
      { name: "tool", type: "string", description: `One of: ${names.join(", ")}.`, required: true },
    ],
  };
}

function purposeOf(name: string): string {
  return wordsOfName(name).toLowerCase();
}

function hintOf({ schema, shape }: Field, options: readonly string[]): string {
  if (shape === "list") return " Write them one after the other, with commas between.";
  if (options.length > 0) return ` One of: ${options.slice(0, MOST_OPTIONS).join(", ")}.`;
  const { minimum, maximum, description } = schema;
  const limits =
    typeof minimum === "number" && typeof maximum === "number"
      ? ` From ${minimum} to ${maximum}.`
      : "";
  return typeof description === "string" ? ` ${description.slice(0, 200)}${limits}` : limits;
}
