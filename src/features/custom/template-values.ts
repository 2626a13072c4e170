import type { JsonObject, JsonValue } from "../../base/json.ts";
import type { TemplatePart } from "../../base/template.ts";

/** Where the values of a template come from. */
export type Values = {
  readonly inputs: JsonObject;
  readonly config: JsonObject;
  readonly secret: (name: string) => string;
};

export function filling(
  part: Exclude<TemplatePart, { type: "text" }>,
  { inputs, config, secret }: Values,
): JsonValue | undefined {
  if (part.type === "secret") return secret(part.name);
  const from = part.type === "config" ? config : inputs;
  return Object.hasOwn(from, part.name) ? from[part.name] : undefined;
}

export function textOf(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}
