import type * as z from "zod";
import { snakeCase } from "../src/http/wire.ts";

/** What a caller sends, named as it stands on the wire already; or what is answered. */
type Side = "input" | "output";

/** Just as much of Zod's own description of a schema as is needed here. */
type Definition = {
  readonly type: string;
  readonly shape?: Record<string, z.ZodType>;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly valueType?: z.ZodType;
  readonly entries?: Record<string, string>;
  readonly values?: readonly unknown[];
  readonly parts?: readonly unknown[];
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
};

export type Names = ReadonlyMap<z.ZodType, string>;

const PLAIN = new Set(["string", "number", "boolean", "null"]);
const LIST = "items,total";
const ANY = ["$", "{string}"].join("");

/** The type of a schema on the wire: by its name if it has one. */
export function typeText(schema: z.ZodType, side: Side, names: Names): string {
  return names.get(schema) ?? bareTypeText(schema, side, names);
}

export function bareTypeText(schema: z.ZodType, side: Side, names: Names): string {
  const def = schema.def as unknown as Definition;
  const text = (part: z.ZodType) => typeText(part, side, names);
  if (PLAIN.has(def.type)) return def.type;
  if (def.parts) return templateText(def.parts);
  // Only z.json() is lazy: nothing else here holds itself.
  if (def.type === "lazy") return "Json";
  if (def.shape) return objectText(def.shape, side, names);
  if (def.element) return `readonly (${text(def.element)})[]`;
  if (def.valueType) return recordText(text(def.valueType));
  if (def.options) return def.options.map(text).join(" | ");
  if (def.entries) return literals(Object.values(def.entries));
  if (def.values) return literals(def.values);
  if (def.type === "nullable" && def.innerType) return `${text(def.innerType)} | null`;
  if (def.innerType) return text(def.innerType);
  if (def.in && def.out) return text(side === "input" ? def.in : def.out);
  throw new TypeError(`There is no type for a schema of the kind "${def.type}".`);
}

/** A template literal: what is no text in it may be any text. */
function templateText(parts: readonly unknown[]): string {
  return `\`${parts.map((part) => (typeof part === "string" ? part : ANY)).join("")}\``;
}

/** Whether nothing at all may stand for it. */
export function isOptional({ _zod: { optin, optout } }: z.ZodType, side: Side): boolean {
  return (side === "input" ? optin : optout) !== undefined;
}

function objectText(shape: Record<string, z.ZodType>, side: Side, names: Names): string {
  const { items } = shape;
  if (items && Object.keys(shape).join() === LIST) return listText(items, side, names);
  const fields = Object.entries(shape).map(([key, schema]) => {
    const text = typeText(schema, side, names);
    if (side === "output") {
      return `readonly ${snakeCase(key)}${isOptional(schema, side) ? "?" : ""}: ${text}`;
    }
    return `readonly ${key}${isOptional(schema, side) ? `?: ${text} | undefined` : `: ${text}`}`;
  });
  return fields.length === 0 ? "Record<string, never>" : `{ ${fields.join("; ")} }`;
}

function listText(items: z.ZodType, side: Side, names: Names): string {
  const { innerType = items } = items.def as unknown as Definition;
  const { element = innerType } = innerType.def as unknown as Definition;
  return `List<${typeText(element, side, names)}>`;
}

function recordText(value: string): string {
  return value === "Json" ? "JsonObject" : `{ readonly [key: string]: ${value} }`;
}

function literals(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(" | ");
}
