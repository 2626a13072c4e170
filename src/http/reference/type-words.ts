import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";

/** What a value may be, in a few words of HTML; a named schema is a link to it. */
export function typeWords(schema: JsonValue | undefined): string {
  if (!isJsonObject(schema)) return "any";
  const { $ref, const: only, enum: values, anyOf, oneOf, type, items, default: usual } = schema;
  if (typeof $ref === "string") return link($ref.split("/").at(-1) ?? "");
  if (only !== undefined) return `<code>${safe(JSON.stringify(only))}</code>`;
  if (Array.isArray(values)) {
    return values.map((value) => `<code>${safe(String(value))}</code>`).join(", ");
  }
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return choices.map(typeWords).join(" or ");
  if (type === "array") return `list of ${typeWords(items)}`;
  if (usual !== undefined && typeof type === "string") {
    return `${type}, default <code>${safe(JSON.stringify(usual))}</code>`;
  }
  return typeof type === "string" ? type : "any";
}

function link(name: string): string {
  return name === "Json" ? "any" : `<a href="#${safe(name)}">${safe(name)}</a>`;
}

export function safe(text: JsonValue | undefined): string {
  return String(text ?? "").replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
