import type { JsonObject, JsonValue } from "../../base/json.ts";
import type { Tool } from "../../schema/tool.ts";
import type { ModelReply } from "../model.ts";
import type { Candidate } from "./candidate.ts";
import type { FoundFile } from "./file-set.ts";
import type { KnownTool } from "./known-tool.ts";
import { askField } from "./question.ts";
import { isValidInput } from "./valid-input.ts";
import type { Parse } from "./weigh.ts";

/** A call that is ready but for what an earlier one brings. */
export type PlannedCall = {
  readonly tool: Tool;
  readonly input: JsonValue;
  /** Fields that take over what the step before brought. */
  readonly carried: readonly Candidate[];
  /** Made at once with the one before: the same for each of several files. */
  readonly isSame?: boolean;
};

/** A tool, and what its fields are filled with so far. */
export type Filling = { readonly known: KnownTool; readonly filled: readonly Candidate[] };

/** Files to choose from, and how it goes on with those that are chosen. */
export type Choice = {
  readonly files: readonly FoundFile[];
  /** Those that "only these" means. */
  readonly few?: readonly FoundFile[] | undefined;
  readonly take: (files: readonly FoundFile[]) => Plan;
};

/** What is to be done about the newest message of a user: calls, or something to say. */
export type Plan = Called | Spoken;

type Called = FilesLooked & {
  readonly calls: readonly PlannedCall[];
  /** Only to see what there is: the message is planned again with what they bring. */
  readonly isLook?: boolean;
  /** How the message was read, where that is not what stands in it. */
  readonly note?: string;
  /** Told behind the results. */
  readonly after?: string;
};

type FilesLooked = {
  /** How many calls were made before, only to see what there is. */
  readonly looked?: number;
  /** The files that the answer is about: what "it" and "them" are from now on. */
  readonly about?: readonly FoundFile[];
};

export type Spoken = FilesLooked & {
  readonly reply: ModelReply;
  /** The files that its question lets choose from. */
  readonly choice?: Choice;
  /** What was asked for, said once more with the answer in it; undefined when that is no answer. */
  readonly retold?: (answer: string) => string | undefined;
  /** What the answer to its question is to be put into. */
  readonly open?: readonly Filling[];
  /** Its question was asked before, and the answer did not fit. */
  readonly isRepeated?: boolean;
  /** Its question is where a folder is. */
  readonly isPlace?: boolean;
  /** What its question lets choose from. */
  readonly parses?: readonly Parse[];
};

/** An answer with more calls than this is not one that somebody looks through. */
const MOST_CALLS = 20;

/** Calls when nothing is missing, otherwise a question; in doubt about the input, neither. */
export function completeCalls(fillings: readonly Filling[], asked?: string): Plan {
  const lost = fillings
    .flatMap(({ filled }) => filled)
    .find(({ unknown }) => unknown !== undefined);
  if (lost?.unknown !== undefined) return askPlace(fillings, lost, lost.unknown);
  for (const { known, filled } of fillings) {
    const isFilled = (name: string) => filled.some(({ field }) => field.name === name);
    const missing =
      known.fields.find(({ name }) => name === asked && !isFilled(name)) ??
      known.fields.find(({ name, required }) => required && !isFilled(name));
    if (missing) return { reply: askField(known, missing), open: fillings };
  }
  const calls = fillings.flatMap(plannedCalls);
  if (calls.length > MOST_CALLS) {
    return spoken(
      `That would be ${calls.length} calls, and I make at most ${MOST_CALLS} at once. Say which of them first.`,
    );
  }
  const wrong = calls.find(
    ({ tool, input, carried }) => carried.length === 0 && !isValidInput(tool, input as JsonObject),
  );
  if (!wrong) return { calls };
  const { name, wireName } = wrong.tool;
  return spoken(`I could not make an input that fits ${name}. Write it yourself: ${wireName} {…}`);
}

export function spoken(text: string): Spoken {
  return { reply: { text, toolCalls: [] } };
}

/** Where is it? The place is asked for, and all else stays as it was said. */
function askPlace(fillings: readonly Filling[], lost: Candidate, said: string): Plan {
  const open = fillings.map(({ known, filled }) => ({
    known,
    filled: filled.filter((candidate) => candidate !== lost),
  }));
  const filling = fillings.find(({ filled }) => filled.includes(lost));
  const asked = filling && askField(filling.known, lost.field);
  return {
    reply: {
      text: `I do not know where "${said}" is. Which folder do you mean? Or say "never mind".`,
      toolCalls: [],
      ...(asked?.questions && { questions: asked.questions }),
    },
    open,
    isPlace: true,
  };
}

/** One call, or one for each of several files. */
function plannedCalls(filling: Filling): PlannedCall[] {
  const several = filling.filled.find(({ each }) => each);
  if (!several?.each) return [plannedCall(filling)];
  return several.each.map((value, at) => {
    const filled = filling.filled.map((it) => (it === several ? { ...it, value } : it));
    return { ...plannedCall({ ...filling, filled }), ...(at > 0 && { isSame: true }) };
  });
}

function plannedCall({ known, filled }: Filling): PlannedCall {
  const given = filled.filter(({ before }) => !before);
  const input = Object.fromEntries(given.map(({ field, value }) => [field.name, value]));
  return { tool: known.tool, input, carried: filled.filter(({ before }) => before) };
}
