import { isJsonObject, type JsonObject, type JsonValue } from "../base/json.ts";
import type { InputRequest, OfferOption } from "../http/client/wire.ts";
import { type Line, styled } from "./line.ts";
import { shorten, shortJson } from "./shorten.ts";

const FIELD_LENGTH = 400;

/** The questions of a request: fields with their types, or cards with their numbers. */
export function fieldRows(request: InputRequest): Line[] {
  const cards = cardsOf(request);
  if (cards.length > 0) return cards.flatMap(cardLines);
  return (request.fields ?? []).map((field) =>
    isJsonObject(field) ? `  ${fieldLine(field)}` : `  ${shortJson(field, FIELD_LENGTH)}`,
  );
}

/** The cards that a model offers; none where it asks for something else. */
export function cardsOf({ kind, fields = [], invocation_id: asking }: InputRequest): OfferOption[] {
  if (kind !== "fields" || asking !== undefined) return [];
  const choice = fields.filter(isJsonObject).find(({ type }) => type === "enum");
  return choice && Array.isArray(choice.options) ? choice.options.filter(isCard) : [];
}

function isCard(value: JsonValue): value is JsonObject & OfferOption {
  return (
    isJsonObject(value) &&
    typeof value.value === "string" &&
    typeof value.label === "string" &&
    Array.isArray(value.steps) &&
    Array.isArray(value.missing) &&
    Array.isArray(value.unplaced)
  );
}

function cardLines({ value, label, steps, missing, unplaced }: OfferOption): Line[] {
  const [only, ...others] = steps;
  const says = others.length === 0 ? [label] : [`${steps.length} steps, one after the other:`];
  return [
    [styled("cyan", `  ${value}. `), ...says],
    ...(others.length === 0 ? [] : [only, ...others].map((step) => `     - ${step?.says}`)),
    ...(missing.length > 0 ? [`     Asks for: ${missing.map(({ name }) => name).join(", ")}`] : []),
    ...(unplaced.length > 0
      ? [`     Not used: ${unplaced.map((it) => `"${it}"`).join(", ")}`]
      : []),
  ];
}

/** `name (type, required): description`, as far as it says that much. */
export function fieldLine(field: JsonObject): string {
  const { name, type, description, required, default: preset } = field;
  if (typeof name !== "string") return shortJson(field, FIELD_LENGTH);
  const how = [
    ...(typeof type === "string" ? [type] : []),
    ...(required === true ? ["required"] : []),
    ...(required === false && preset === undefined ? ["may be left out"] : []),
  ].join(", ");
  const more = [
    ...(typeof description === "string" && description !== "" ? [description] : []),
    ...choiceWords(field),
    ...(preset === undefined ? [] : [`${shortJson(preset, FIELD_LENGTH)} if left out`]),
  ].join("; ");
  return shorten(`${name}${how && ` (${how})`}${more && `: ${more}`}`, FIELD_LENGTH);
}

/** `one of "r" (Red), "b" (Blue)`: what is typed, and what whoever asks calls it. */
function choiceWords({ type, choices, choice_titles: titles }: JsonObject): string[] {
  if (choices === undefined) return [];
  const how = type === "array" ? "some of" : "one of";
  if (!Array.isArray(choices) || !Array.isArray(titles)) {
    return [`${how} ${shortJson(choices, FIELD_LENGTH)}`];
  }
  const words = choices.map((choice, at) => {
    const title = titles[at];
    const value = shortJson(choice, FIELD_LENGTH);
    return title && title !== choice ? `${value} (${title})` : value;
  });
  return [`${how} ${words.join(", ")}`];
}
