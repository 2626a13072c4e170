import type { JsonObject, JsonValue } from "../../base/json.ts";
import type { InputArgument } from "../../schema/execution.ts";

type Filled = {
  readonly input: string;
  readonly text: string;
  /** All of it is the input's value: what begins with "-" would be read as an option. */
  readonly isValue: boolean;
};

/**
 * Inputs as arguments of their own, in the order in which they are declared. One by position that has
 * no value is an empty argument where others follow it, so that each stays at its place.
 */
export function inputArguments(declared: readonly InputArgument[], inputs: JsonObject): Filled[] {
  const given = declared.map((one) => ({ ...one, values: valuesOf(one, inputs) }));
  const last = given.findLastIndex(({ flag, values }) => flag === undefined && values.length > 0);
  return given.flatMap(({ input, flag, values }, index): Filled[] => {
    if (flag !== undefined) return values.flatMap((value) => named(input, flag, value));
    if (values.length === 0) return index < last ? [{ input, text: "", isValue: true }] : [];
    return values.map((value) => ({ input, text: textOf(value), isValue: true }));
  });
}

function valuesOf(
  { input, default: otherwise }: InputArgument,
  inputs: JsonObject,
): readonly JsonValue[] {
  const value = Object.hasOwn(inputs, input) ? inputs[input] : undefined;
  if (value === undefined || value === null) return otherwise === undefined ? [] : [otherwise];
  return Array.isArray(value) ? value : [value];
}

function named(input: string, flag: string, value: JsonValue): Filled[] {
  if (value === false) return [];
  const name = { input, text: flag, isValue: false };
  if (value === true) return [name];
  // One argument: the value cannot become an option.
  if (flag.startsWith("--")) return [{ ...name, text: `${flag}=${textOf(value)}` }];
  return [name, { input, text: textOf(value), isValue: true }];
}

function textOf(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
