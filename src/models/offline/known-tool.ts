import type { JsonObject } from "../../base/json.ts";
import { wordsOfName } from "../../base/say-call.ts";
import type { OfferOption } from "../../schema/offer.ts";
import type { Tool } from "../../schema/tool.ts";
import { type Field, readFields } from "./field.ts";
import { createMatcher, type Matches } from "./pattern-matcher.ts";
import { DETERMINERS, STOP_WORDS } from "./stop-words.ts";
import { splitWords } from "./words.ts";

/** An example as a row of words and slots. */
export type ExampleToken = { readonly slot: string } | { readonly stem: string };
export type Example = {
  readonly tokens: readonly ExampleToken[];
  /** Written by the tool's author, and not made from its name. */
  readonly isOwn: boolean;
};

/** A tool as this model reads it. */
export type KnownTool = {
  readonly tool: Tool;
  readonly examples: readonly Example[];
  readonly fields: readonly Field[];
  /** Words of its examples and its name that tell it from others. */
  readonly words: ReadonlySet<string>;
  /** What it does: the words with which its examples and its name begin. */
  readonly verbs: ReadonlySet<string>;
  /** For each field, the words that stand directly before it in examples, and its own name. */
  readonly cues: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether a text matches a pattern of its schema. */
  readonly matches: Matches;
  /** A wrong call would do harm: it is offered and never made unasked. */
  readonly isEffectful: boolean;
};

const SLOT = /\{([^{}]{1,100})\}/g;
const LONGEST = 500;
const MOST_EXAMPLES = 20;

const known = new WeakMap<Tool, KnownTool>();

export function knownTool(tool: Tool): KnownTool {
  const found = known.get(tool) ?? readTool(tool);
  known.set(tool, found);
  return found;
}

function readTool(tool: Tool): KnownTool {
  const fields = readFields(tool);
  const own = tool.examples.slice(0, MOST_EXAMPLES).map((text) => ({
    tokens: readExample(text.slice(0, LONGEST)),
    isOwn: true,
  }));
  const examples = [...own, { tokens: namedExample(tool, fields), isOwn: false }];
  const { readOnly } = tool.behaviour;
  const stems = examples.flatMap(({ tokens }) =>
    tokens.flatMap((it) => ("stem" in it ? [it.stem] : [])),
  );
  return {
    tool,
    examples,
    fields,
    words: new Set(stems.filter((stem) => !STOP_WORDS.has(stem))),
    verbs: new Set(examples.flatMap(firstWord)),
    cues: new Map(fields.map((field) => [field.name, cuesOf(field, own)])),
    matches: createMatcher(),
    isEffectful: !readOnly || tool.riskLevel === "HIGH" || tool.riskLevel === "CRITICAL",
  };
}

/** Required fields without a value, as a card asks for them. */
export function missingIn(tool: Tool, inputs: JsonObject): OfferOption["missing"] {
  return knownTool(tool)
    .fields.filter(({ name, required }) => required && !Object.hasOwn(inputs, name))
    .map(({ name, schema: { type, description } }) => ({
      name: name.slice(0, 200),
      type: typeof type === "string" ? type.slice(0, 20) : "string",
      description: typeof description === "string" ? description.slice(0, 1_000) : "",
    }));
}

function readExample(text: string): ExampleToken[] {
  const tokens: ExampleToken[] = [];
  let from = 0;
  const addWords = (part: string) => {
    for (const { plain, stem } of splitWords(part)) {
      if (plain !== "please" && !DETERMINERS.has(plain)) tokens.push({ stem });
    }
  };
  for (const { 0: whole, 1: slot = "", index } of text.matchAll(SLOT)) {
    addWords(text.slice(from, index));
    tokens.push({ slot });
    from = index + whole.length;
  }
  addWords(text.slice(from));
  return tokens;
}

function firstWord({ tokens }: Pick<Example, "tokens">): string[] {
  const first = tokens.find((it) => "stem" in it && !STOP_WORDS.has(it.stem));
  return first && "stem" in first ? [first.stem] : [];
}

/** "send_mail {to} {subject}": for tools that come without examples. */
function namedExample({ name }: Tool, fields: readonly Field[]): ExampleToken[] {
  const words = splitWords(wordsOfName(name)).map(({ stem }) => ({ stem }));
  return [...words, ...fields.filter(({ required }) => required).map((it) => ({ slot: it.name }))];
}

function cuesOf({ name, nameStems }: Field, examples: readonly Example[]): ReadonlySet<string> {
  const before = examples.flatMap(({ tokens }) =>
    tokens.flatMap((token, at) => {
      const last = tokens[at - 1];
      return "slot" in token && token.slot === name && last && "stem" in last ? [last.stem] : [];
    }),
  );
  return new Set([...before, ...nameStems]);
}
