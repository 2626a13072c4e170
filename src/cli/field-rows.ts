import { isJsonObject, type JsonObject, type JsonValue } from "../base/json.ts";
import type { InputRequest, OfferOption } from "../http/client/wire.ts";
import { type Line, styled } from "./line.ts";
import { shortJson } from "./shorten.ts";
import { fieldLine } from "./wait-lines.ts";

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
