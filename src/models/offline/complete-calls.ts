import type { JsonObject, JsonValue } from "../../base/json.ts";
import type { ModelReply } from "../../ports/model.ts";
import type { Tool } from "../../schema/tool.ts";
import type { Candidate } from "./candidate.ts";
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
};

/** A tool, and what its fields are filled with so far. */
export type Filling = { readonly known: KnownTool; readonly filled: readonly Candidate[] };

/** What is to be done about the newest message of a user: calls, or something to say. */
export type Plan = { readonly calls: readonly PlannedCall[] } | Spoken;

export type Spoken = {
  readonly reply: ModelReply;
  /** What the answer to its question is to be put into. */
  readonly open?: readonly Filling[];
  /** Its question was asked before, and the answer did not fit. */
  readonly isRepeated?: boolean;
  /** What its question lets choose from. */
  readonly parses?: readonly Parse[];
};

/** Calls when nothing is missing, otherwise a question; in doubt about the input, neither. */
export function completeCalls(fillings: readonly Filling[], asked?: string): Plan {
  for (const { known, filled } of fillings) {
    const isFilled = (name: string) => filled.some(({ field }) => field.name === name);
    const missing =
      known.fields.find(({ name }) => name === asked && !isFilled(name)) ??
      known.fields.find(({ name, required }) => required && !isFilled(name));
    if (missing) return { reply: askField(known, missing), open: fillings };
  }
  const calls = fillings.map(plannedCall);
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

function plannedCall({ known, filled }: Filling): PlannedCall {
  const given = filled.filter(({ before }) => !before);
  const input = Object.fromEntries(given.map(({ field, value }) => [field.name, value]));
  return { tool: known.tool, input, carried: filled.filter(({ before }) => before) };
}
