import type { Tool } from "../../schema/tool.ts";
import { type Example, withoutSlots } from "./example.ts";
import { type KnownTool, knownTool } from "./known-tool.ts";

/** The tools of an agent, and how much a word tells among them: 1 when only one tool uses it. */
export type KnownTools = {
  readonly tools: readonly KnownTool[];
  /** Those that a request may be meant for, beside the calculator. */
  readonly askable: readonly KnownTool[];
  readonly calculator: KnownTool | undefined;
  /** Whether some tool takes paths of the session's own files. */
  readonly hasSessionFiles: boolean;
  telling(stem: string): number;
  /** Whether some tool is asked for with this very word. */
  isSaid(stem: string): boolean;
  /** Whether some tool is ordered with this word. */
  isVerb(stem: string): boolean;
};

const known = new WeakMap<readonly Tool[], KnownTools>();
const OPERATIONS = new Set(["add", "subtract", "multiply", "divide"]);

export function knownTools(list: readonly Tool[]): KnownTools {
  const found = known.get(list) ?? readTools(list);
  known.set(list, found);
  return found;
}

function readTools(list: readonly Tool[]): KnownTools {
  const all = shareWords(list.map(knownTool));
  const calculator = all.find(isCalculator);
  // One tool for arithmetic: where the calculator is, it does what the four operations do.
  const isLeftOut = (it: KnownTool) => it === calculator || isOperation(it);
  const askable = calculator ? all.filter((it) => !isLeftOut(it)) : all;
  const uses = new Map<string, number>();
  for (const { words } of all) {
    for (const [word, weight] of words) uses.set(word, (uses.get(word) ?? 0) + weight);
  }
  const most = Math.log(1 + all.length);
  const said = new Set(askable.flatMap(({ words }) => [...words].flatMap(saidOnly)));
  const verbs = new Set(askable.flatMap((tool) => [...tool.verbs.keys()]));
  return {
    tools: all,
    askable,
    calculator,
    hasSessionFiles: all.some(({ fields }) => fields.some(({ isOfSession }) => isOfSession)),
    isSaid: (stem) => said.has(stem),
    isVerb: (stem) => verbs.has(stem),
    telling(stem) {
      const used = Math.max(1, uses.get(stem) ?? 1);
      return most === 0 ? 1 : Math.min(1, Math.log(1 + all.length / used) / most);
    },
  };
}

/** Tools of one name, of different capabilities, are asked for in the same words. */
function shareWords(tools: readonly KnownTool[]): readonly KnownTool[] {
  return tools.map((known) => {
    const same = tools.filter((it) => it !== known && it.tool.name === known.tool.name);
    if (same.length === 0) return known;
    const words = new Map(known.words);
    for (const [word, weight] of same.flatMap((it) => [...it.words])) {
      words.set(word, Math.max(weight, words.get(word) ?? 0));
    }
    const verbs = new Map([...same.flatMap((it) => [...it.verbs]), ...known.verbs]);
    const hasSlots = (example: Example) =>
      example.every(
        (token) => !("slot" in token) || known.fields.some((it) => it.name === token.slot),
      );
    const examples = [...known.examples, ...same.flatMap((it) => it.examples).filter(hasSlots)];
    return { ...known, words, verbs, examples, worded: examples.map(withoutSlots) };
  });
}

function isCalculator({ effectful, fields }: KnownTool): boolean {
  const [needed, ...others] = fields.filter(({ required }) => required);
  return !effectful && needed?.name === "expression" && others.length === 0;
}

function isOperation({ tool, effectful, fields }: KnownTool): boolean {
  return !effectful && OPERATIONS.has(tool.name) && fields.every(({ shape }) => shape === "number");
}

function saidOnly([word, weight]: readonly [string, number]): string[] {
  return weight >= 1 ? [word] : [];
}
