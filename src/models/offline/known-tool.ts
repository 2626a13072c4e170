import { isJsonObject } from "../../base/json.ts";
import type { Tool } from "../../schema/tool.ts";
import { type Example, readExample, withoutSlots } from "./example.ts";
import { type Field, readFields, wordsOfName } from "./field.ts";
import { stem } from "./stem.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { splitWords, stemsOf } from "./words.ts";

/** A tool as this model sees it. */
export type KnownTool = {
  readonly tool: Tool;
  readonly examples: readonly Example[];
  /** The examples without their slots. */
  readonly worded: readonly Example[];
  readonly fields: readonly Field[];
  /** Its words as stems, and how much each says: what people say, names, descriptions. */
  readonly words: ReadonlyMap<string, number>;
  /** Words that order it, as stems with the form in which they order. */
  readonly verbs: ReadonlyMap<string, string>;
  /** What every example says beside its verb: who leaves it out hardly means this tool. */
  readonly essential: ReadonlySet<string>;
  /** Whether a wrong call would do harm. */
  readonly effectful: boolean;
};

const known = new WeakMap<Tool, KnownTool>();
const MOST_EXAMPLES = 20;
const PREPOSITIONS = new Set(["in", "for", "of", "from", "by", "at", "on"]);
const WEIGHTS = { named: 1.3, said: 1, described: 0.5, aside: 0.3 };

export function knownTool(tool: Tool): KnownTool {
  const found = known.get(tool) ?? readTool(tool);
  known.set(tool, found);
  return found;
}

function readTool(tool: Tool): KnownTool {
  const examples = tool.examples.slice(0, MOST_EXAMPLES).map(readExample);
  const fields = readFields(tool, examples);
  const verbs = verbsOf(tool, examples);
  const { readOnly } = tool.behaviour;
  const effectful = !readOnly || tool.riskLevel === "HIGH" || tool.riskLevel === "CRITICAL";
  return {
    tool,
    examples,
    worded: examples.map(withoutSlots),
    fields,
    words: wordsOf(tool, examples, fields),
    verbs,
    essential: essentialOf(examples, verbs),
    effectful,
  };
}

function wordsOf(
  { name, description, outputSchema }: Tool,
  examples: readonly Example[],
  fields: readonly Field[],
): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  const add = (stems: Iterable<string>, weight: number) => {
    for (const word of stems) {
      if (!STOP_WORDS.has(word)) words.set(word, Math.max(weight, words.get(word) ?? 0));
    }
  };
  add(stemsOf(wordsOfName(name)), WEIGHTS.named);
  for (const example of examples) {
    const stems = example.map((token) => ("stem" in token ? token.stem : ""));
    add(stems.filter(Boolean), WEIGHTS.said);
    // "check out" is also written "checkout".
    const pairs = stems.map((word, at) => (word && stems[at + 1] ? `${word}${stems[at + 1]}` : ""));
    add(pairs.filter(Boolean), WEIGHTS.said);
  }
  add(stemsOf(description.slice(0, 1_000)), WEIGHTS.described);
  for (const { nameStems, about } of fields) {
    add(nameStems, WEIGHTS.described);
    add(about, WEIGHTS.aside);
  }
  const outputs =
    outputSchema && isJsonObject(outputSchema.properties) ? outputSchema.properties : {};
  add(
    Object.keys(outputs)
      .slice(0, 50)
      .flatMap((key) => stemsOf(wordsOfName(key))),
    WEIGHTS.aside,
  );
  return words;
}

/** The first word of its name, of its description and of what people say, if it is no question. */
function verbsOf(
  { name, description, examples }: Tool,
  read: readonly Example[],
): Map<string, string> {
  const verbs = new Map<string, string>();
  const first = (text: string) => splitWords(text)[0];
  for (const word of [first(wordsOfName(name)), first(description)]) {
    if (word && !STOP_WORDS.has(word.stem)) verbs.set(word.stem, baseOf(word.plain));
  }
  for (const [at, example] of read.entries()) {
    const [token] = example;
    if (!token || !("stem" in token) || STOP_WORDS.has(token.stem)) continue;
    const next = example[1];
    // "weather in {city}" begins with what it is about, not with an order.
    if (next && "stem" in next && PREPOSITIONS.has(next.stem)) continue;
    const plain = first(examples[at] ?? "")?.plain ?? token.stem;
    // So does "lights {state}".
    if (!/[^s]s$/.test(plain)) verbs.set(token.stem, plain);
  }
  return verbs;
}

function essentialOf(
  [first = [], ...others]: readonly Example[],
  verbs: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const stems = first.flatMap((token) => ("stem" in token ? [token.stem] : []));
  const isIn = (example: Example, stem: string) =>
    example.some((token) => "stem" in token && token.stem === stem);
  return new Set(
    stems.filter(
      (stem) =>
        !STOP_WORDS.has(stem) && !verbs.has(stem) && others.every((example) => isIn(example, stem)),
    ),
  );
}

/** "Deletes" → "delete". */
function baseOf(word: string): string {
  const single = /(?:[^s])s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word;
  return stem(single) === stem(word) ? single : word;
}
