import type { JsonSchema, Tool } from "../../../schema/tool.ts";

/** A part of a tool that words are looked for in. */
export type Field = {
  readonly text: string;
  /** What a word here counts, against one in another field. */
  readonly weight: number;
  /** How many words are usual here: in a longer text each of them says less. */
  readonly usualLength: number;
};

// Texts come from outside, and one tool must not make the index slow for all.
const TEXT_CHARACTERS = 2_000;
const EXAMPLES = 20;
const PARAMETERS = 100;
const SCHEMA_DEPTH = 3;

const SLOT = /\{[^{}]*\}/g;

export function toolFields(tool: Tool): readonly Field[] {
  const parameters: Parameters = { names: [], descriptions: [] };
  collectParameters(tool.inputSchema, SCHEMA_DEPTH, parameters);
  const fields = [
    { text: tool.name, weight: 5, usualLength: 3 },
    { text: examplesOf(tool), weight: 3, usualLength: 5 },
    { text: tool.description, weight: 2, usualLength: 8 },
    { text: parameters.names.join(" "), weight: 0.8, usualLength: 4 },
    { text: parameters.descriptions.join(" "), weight: 0.5, usualLength: 12 },
    { text: tool.capabilityId, weight: 0.8, usualLength: 2 },
  ];
  return fields.map((field) => ({ ...field, text: field.text.slice(0, TEXT_CHARACTERS) }));
}

/** Slots are the names of inputs, which are a field of their own. */
function examplesOf(tool: Tool): string {
  const text = tool.examples.slice(0, EXAMPLES).join("\n").slice(0, TEXT_CHARACTERS);
  return text.replaceAll(SLOT, " ");
}

type Parameters = { readonly names: string[]; readonly descriptions: string[] };

function collectParameters(schema: JsonSchema, depth: number, into: Parameters): void {
  if (depth === 0) return;
  const { properties, items } = schema;
  if (isObject(items)) collectParameters(items, depth - 1, into);
  if (!isObject(properties)) return;
  for (const [name, property] of Object.entries(properties)) {
    if (into.names.length >= PARAMETERS) return;
    into.names.push(name);
    if (!isObject(property)) continue;
    if (typeof property.description === "string") into.descriptions.push(property.description);
    collectParameters(property, depth - 1, into);
  }
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
