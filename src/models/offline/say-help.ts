import type { Tool } from "../../schema/tool.ts";
import type { Field } from "./field.ts";
import { fitTool } from "./fit.ts";
import { type KnownTool, knownTool } from "./known-tool.ts";
import type { Heard } from "./propose.ts";
import type { Reading } from "./reading.ts";
import type { ValueKind } from "./recognise/value.ts";

const MOST_EXAMPLES = 6;
const LONGEST = 160;
const SAMPLES: readonly (readonly [kind: ValueKind, sample: string])[] = [
  ["expression", "12 * 5"],
  ["zone", "Tokyo"],
  ["url", "https://example.com"],
  ["email", "ana@example.com"],
  ["host", "example.com"],
  ["glob", "*.txt"],
  ["place", "Berlin"],
];
const SLOT = /\{([^{}]{1,100})\}/g;

/** What this model is, what it can be asked for, and how to get a real one. */
export function decline({ tools, otherTools }: Heard, reading?: Reading): string {
  const elsewhere = reading && toolElsewhere(reading, otherTools?.() ?? []);
  const start = elsewhere
    ? `This agent has no tool for that. ${elsewhere.name} of the capability \`${elsewhere.capabilityId}\` can do it: give the agent that capability.`
    : "I am the offline model, not a language model. I only match requests to this agent's tools, and none fits this message, so nothing ran for it.";
  const lines = exampleLines(tools);
  const examples = lines.length > 0 ? ["", "These requests work as they stand:", ...lines] : [];
  return [
    start,
    ...examples,
    "",
    "To ask in your own words, connect a language model: on the first page of the console, or with the command `model connect`.",
  ].join("\n");
}

/** A tool of the catalog with an example that the whole request is. */
function toolElsewhere(reading: Reading, others: readonly Tool[]): Tool | undefined {
  const fits = others.flatMap((tool) => fitTool(reading, tool) ?? []);
  return fits.find(({ isCovered }) => isCovered)?.known.tool;
}

/** One request for each capability that reads and needs nothing to be there first. */
function exampleLines(tools: readonly Tool[]): string[] {
  const seen = new Set<string>();
  const lines = tools.flatMap((tool) => {
    const example = seen.has(tool.capabilityId) ? undefined : exampleOf(knownTool(tool));
    if (example === undefined) return [];
    seen.add(tool.capabilityId);
    return [`- \`${example}\``];
  });
  return lines.slice(0, MOST_EXAMPLES);
}

/** An example with sample values in its slots; undefined where none can be made up. */
function exampleOf({ tool, fields, isEffectful }: KnownTool): string | undefined {
  if (isEffectful) return undefined;
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  const whole = tool.examples.filter((it) => required.every((name) => it.includes(`{${name}}`)));
  for (const example of whole) {
    let isWhole = true;
    const text = example.replaceAll(SLOT, (_, slot: string) => {
      const sample = sampleOf(fields.find(({ name }) => name === slot));
      isWhole &&= sample !== undefined;
      return sample ?? "";
    });
    if (isWhole && text.length <= LONGEST) return text;
  }
  return undefined;
}

function sampleOf(field: Field | undefined): string | undefined {
  if (!field) return undefined;
  const { kinds, shape, options } = field;
  if (options[0] !== undefined) return options[0];
  if (shape === "list") return "buy milk, call Bob";
  return SAMPLES.find(([kind]) => kinds.has(kind))?.[1];
}
