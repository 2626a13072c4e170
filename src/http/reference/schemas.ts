import * as z from "zod";
import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { Count } from "../../schema/count.ts";
import { snakeCase } from "../wire.ts";

const named = z.registry<{ id: string }>();

/** Schemas that are referred to by their names from here on. */
export function nameNouns(nouns: Nouns): void {
  for (const [id, schema] of Object.entries(nouns))
    if (!named.has(schema)) named.add(schema, { id });
}

type Nouns = Readonly<Record<string, z.ZodType>>;

/** What a caller sends is named as it stands on the wire already. */
export function inputSchema(schema: z.ZodType): JsonObject {
  const { $defs: _, ...rest } = jsonSchema(schema, "input");
  return rest;
}

export function answerSchema(schema: z.ZodType): JsonObject {
  const { $defs: _, ...rest } = jsonSchema(schema, "output");
  return onWire(rest) as JsonObject;
}

export function nounSchemas(nouns: Nouns): JsonObject {
  return Object.fromEntries(
    Object.entries(nouns).map(([name, schema]) => {
      const { $defs = {} } = onWire(jsonSchema(schema, "output")) as { $defs?: JsonObject };
      return [name, $defs[name] ?? {}];
    }),
  );
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    metadata: named,
    override({ zodSchema, jsonSchema }) {
      // A query carries digits; who reads this should send a number.
      if ((zodSchema as unknown) !== Count) return;
      delete jsonSchema.anyOf;
      Object.assign(jsonSchema, { type: "integer", minimum: 0 });
    },
  });
  // What Zod had to name itself is z.json(): nothing else here holds itself.
  const text = JSON.stringify(rest).replaceAll(
    /"#\/\$defs\/(\w+)"/g,
    (_, name: string) => `"#/components/schemas/${name.startsWith("__") ? "Json" : name}"`,
  );
  return JSON.parse(text);
}

/** Only what a schema names as its own properties is renamed, as in an answer itself. */
function onWire(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(onWire);
  if (!isJsonObject(schema)) return schema;
  const { properties, required, ...rest } = schema;
  const renamed = Object.entries(rest).map(([key, value]) => [key, onWire(value)]);
  return {
    ...Object.fromEntries(renamed),
    ...(isJsonObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, value]) => [snakeCase(key), onWire(value)]),
      ),
    }),
    ...(Array.isArray(required) && { required: required.map((name) => snakeCase(String(name))) }),
  };
}
