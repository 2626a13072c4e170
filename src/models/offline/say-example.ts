import type { Tool } from "../../schema/tool.ts";
import type { Field } from "./field.ts";
import { type KnownTool, knownTool } from "./known-tool.ts";
import type { ValueKind } from "./recognise/value.ts";

const NUMBERS = ["12", "5", "3"];
const PATHS = ["notes.txt", "copy.txt"];
const TEXTS = ['"hello"', '"goodbye"'];
const SAMPLES: readonly (readonly [kind: ValueKind, sample: string])[] = [
  ["zone", "Tokyo"],
  ["url", "https://example.com"],
  ["email", "ana@example.com"],
  ["host", "example.com"],
  ["glob", "*.txt"],
  ["place", "Berlin"],
];
const SLOT = /\{([^{}]{1,100})\}/g;
const LONGEST = 160;

/** One way to ask for a tool, with every value filled in; undefined where none can be made up. */
function sayExample(tool: Tool): string | undefined {
  const known = knownTool(tool);
  const needed = known.fields.filter(({ required }) => required).map(({ name }) => name);
  const whole = tool.examples.filter((example) =>
    needed.every((name) => example.includes(`{${name}}`)),
  );
  const listed = whole.filter((example) => /: \{/.test(example));
  const isList = known.fields.some(({ shape, required }) => shape === "list" && required);
  const made = (isList ? listed : whole).flatMap((example) => fillIn(example, known) ?? []);
  return made.find((text) => text.length <= LONGEST);
}

/** The same as it is shown: the console makes a list's item that is only this one to press. */
export function showExample(tool: Tool): string {
  const example = sayExample(tool);
  if (example !== undefined) return `\`${example}\``;
  const [sentence = ""] = /^[^.]*\.?/.exec(tool.description) ?? [];
  return `${tool.name}: ${sentence}`.slice(0, LONGEST);
}

function fillIn(example: string, { fields }: KnownTool): string | undefined {
  const used = new Map<string, number>();
  let isWhole = true;
  const text = example.replaceAll(SLOT, (_, slot: string) => {
    const field = fields.find(({ name }) => name === slot);
    const kind = field?.shape === "number" || field?.shape === "text" ? field.shape : "other";
    const nth = used.get(kind) ?? 0;
    used.set(kind, nth + 1);
    const sample = field && sampleOf(field, nth);
    isWhole &&= sample !== undefined;
    return sample ?? "";
  });
  return isWhole ? text : undefined;
}

function sampleOf({ schema, kinds, shape, options }: Field, nth: number): string | undefined {
  const [given] = Array.isArray(schema.examples) ? schema.examples : [];
  if (typeof given === "string" || typeof given === "number") return String(given);
  if (options[0] !== undefined) return options[0];
  if (shape === "number") return NUMBERS[nth % NUMBERS.length];
  if (kinds.has("path")) return PATHS[nth % PATHS.length];
  const sample = SAMPLES.find(([kind]) => kinds.has(kind))?.[1];
  if (sample !== undefined) return sample;
  if (shape === "list") return "buy milk, call Bob";
  return shape === "text" ? TEXTS[nth % TEXTS.length] : undefined;
}
