import type { Json, JsonObject } from "../api/json.ts";
import type { Tool } from "../api/tool.ts";
import { type Field, fieldsOf, isText, readFields, textsOf } from "../form/field.ts";
import { withoutAdded } from "../form/without-added.ts";
import { isKnown, type OfferStep } from "./offer.ts";

/** What a person has typed into the fields of a step, by the name of the field. */
export type Texts = ReadonlyMap<string, string>;

export type StepForm = {
  readonly step: OfferStep;
  readonly tool: Tool | undefined;
  readonly fields: readonly Field[];
  /** Inputs that no field stands for: results of steps before, and what the schema does not name. */
  readonly fixed: readonly (readonly [string, Json])[];
  readonly start: Texts;
};

export function stepForm(step: OfferStep, tool: Tool | undefined): StepForm {
  const all = fieldsOf(tool?.input_schema);
  const isFixed = (name: string, value: Json) =>
    !all.some((field) => field.name === name) || !isKnown({ inputs: { [name]: value } });
  const fixed = entriesOf(step.inputs).filter(([name, value]) => isFixed(name, value));
  const fields = all.filter(({ name }) => !fixed.some(([taken]) => taken === name));
  return { step, tool, fields, fixed, start: textsOf(step.inputs) };
}

type Read = ReturnType<typeof readFields>;

/** The inputs as they stand in the form, or the field that is wrong. */
export function readStep({ step, fields, fixed }: StepForm, texts: Texts): Read {
  const read = readFields(fields, texts);
  if ("wrong" in read) return read;
  const typed = entriesOf(withoutAdded(read.value, step.inputs));
  return { value: Object.fromEntries([...fixed, ...typed]) };
}

/** A required field that nothing was typed into: the call cannot be judged yet. */
export function isMissing({ fields }: StepForm, texts: Texts): boolean {
  return fields.some((field) => field.required && isText(field) && !texts.get(field.name));
}

export function isChanged({ fields, start }: StepForm, texts: Texts): boolean {
  return fields.some(({ name, kind }) => {
    const before = start.get(name) ?? "";
    const after = texts.get(name) ?? "";
    return kind === "boolean" ? (before === "true") !== (after === "true") : before !== after;
  });
}

function entriesOf(value: JsonObject): [string, Json][] {
  return Object.entries(value).flatMap(([name, one]) => (one === undefined ? [] : [[name, one]]));
}
