import { isJsonObject, type JsonValue } from "../../base/json.ts";
import type { Tool } from "../../schema/tool.ts";
import { wordsOfName } from "./field.ts";

const MOST = 8;
const LONGEST = 160;

/** What this model can do with the tools it has, each with one way to ask for it. */
export function sayHelp(tools: readonly Tool[]): string {
  if (tools.length === 0) {
    return "This agent has no tools, so there is nothing that I can do. Give it capabilities first.";
  }
  const shown = variedly(tools).slice(0, MOST);
  const more = tools.length > MOST ? [`- … and ${tools.length - MOST} more`] : [];
  return [
    "I am the offline model: I run this agent's tools and say what came out. You can ask for example:",
    ...shown.map((tool) => `- ${exampleOf(tool)}`),
    ...more,
  ].join("\n");
}

/** One way to ask for a tool: something to type, or where that is anyone's guess, what it is. */
export function exampleOf({ examples, name, description, inputSchema }: Tool): string {
  const example = examples.find((it) => it.includes("{")) ?? examples[0];
  if (example === undefined) return `${name}: ${firstSentence(description)}`.slice(0, LONGEST);
  const { properties } = inputSchema;
  const fields = new Map(Object.entries(isJsonObject(properties) ? properties : {}));
  let slots = 0;
  const spoken = example.replaceAll(
    /\{([^{}]+)\}/g,
    (_, slot: string) => valueFor(fields.get(slot), slots++) ?? `[${wordsOfName(slot)}]`,
  );
  return spoken.slice(0, LONGEST);
}

const NUMBERS = [12, 5, 3];

function valueFor(field: JsonValue | undefined, nth: number): string | undefined {
  if (!isJsonObject(field)) return undefined;
  const { examples, enum: choices, type } = field;
  const [given] = [examples, choices].flatMap((list) => (Array.isArray(list) ? list : []));
  if (typeof given === "string" || typeof given === "number") return String(given);
  const isNumber = type === "number" || type === "integer";
  return isNumber ? String(NUMBERS[nth % NUMBERS.length]) : undefined;
}

/** One tool of each capability before the second of any. */
function variedly(tools: readonly Tool[]): Tool[] {
  const seen = new Map<string, number>();
  return tools
    .map((tool) => {
      const rank = seen.get(tool.capabilityId) ?? 0;
      seen.set(tool.capabilityId, rank + 1);
      return { tool, rank };
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ tool }) => tool);
}

function firstSentence(text: string): string {
  return /^[^.]*\.?/.exec(text)?.[0] ?? text;
}
