import * as z from "zod";
import { ERROR_CODES } from "../base/errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../base/json.ts";
import { NOUNS } from "./nouns.ts";
import type { Route } from "./route.ts";
import { snakeCase } from "./wire.ts";

const named = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NOUNS)) named.add(schema, { id });

/** OpenAPI 3.1 from the very schemas that check requests and shape answers. */
export function openApiOf(routes: readonly Route[], version: string): JsonObject {
  const paths: Record<string, Record<string, JsonValue>> = {};
  for (const route of routes) {
    const path = pathOf(route);
    const operations = paths[path] ?? {};
    operations[route.method.toLowerCase()] = operationOf(route);
    paths[path] = operations;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Capstan",
      version,
      description: "Gives AI agents abilities, and gives people the say over them.",
    },
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      schemas: { Problem: PROBLEM, Json: JSON_VALUE, ...nounSchemas() },
    },
  };
}

/** `/v1/tools/{tool_id}`: without the pattern that a part of it may have to fit. */
export function pathOf({ path }: Route): string {
  return path.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, "{$1}");
}

function nounSchemas(): JsonObject {
  return Object.fromEntries(
    Object.entries(NOUNS).map(([name, schema]) => {
      const { $defs = {} } = onWire(jsonSchema(schema, "output")) as { $defs?: JsonObject };
      return [name, $defs[name] ?? {}];
    }),
  );
}

function operationOf(route: Route): JsonObject {
  const { method, path, summary, scope, params, query, body, answer, status = 200 } = route;
  return {
    operationId: operationId(method, path),
    summary,
    description: `Needs a token with the scope \`${scope}\`.`,
    tags: [path.split("/")[2] ?? ""],
    parameters: [...parametersOf(params, "path"), ...parametersOf(query, "query")],
    ...(body && {
      requestBody: { content: { "application/json": { schema: inputSchema(body) } } },
    }),
    responses: {
      [String(status)]: {
        description: summary,
        ...(answer && { content: { "application/json": { schema: answerSchema(answer) } } }),
      },
      default: {
        description: "What is wrong, as RFC 9457 says it.",
        content: {
          "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
        },
      },
    },
  };
}

/** `getSessionsIdMessages`: stable, unique, and readable in a generated client. */
function operationId(method: string, path: string): string {
  const words = path.split(/[^a-z0-9]+/).filter((word) => word !== "" && word !== "v1");
  return (
    method.toLowerCase() + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join("")
  );
}

function parametersOf(schema: z.ZodType | undefined, place: "path" | "query"): JsonObject[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = inputSchema(schema);
  if (!isJsonObject(properties) || !Array.isArray(required)) return [];
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

/** What a caller sends is named as it stands on the wire already. */
function inputSchema(schema: z.ZodType): JsonObject {
  const { $defs: _, ...rest } = jsonSchema(schema, "input");
  return rest;
}

function answerSchema(schema: z.ZodType): JsonObject {
  const { $defs: _, ...rest } = jsonSchema(schema, "output");
  return onWire(rest) as JsonObject;
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): JsonObject {
  const options = { io, unrepresentable: "any", metadata: named } as const;
  const { $schema: _, ...rest } = z.toJSONSchema(schema, options);
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
    ...(isJsonObject(properties ?? null) && {
      properties: Object.fromEntries(
        Object.entries(properties as JsonObject).map(([key, value]) => [
          snakeCase(key),
          onWire(value),
        ]),
      ),
    }),
    ...(Array.isArray(required) && { required: required.map((name) => snakeCase(String(name))) }),
  };
}

const JSON_VALUE: JsonObject = { description: "Any JSON value." };

const PROBLEM: JsonObject = {
  type: "object",
  required: ["type", "title", "status", "code", "message", "retryable"],
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string" },
    code: { type: "string", enum: Object.keys(ERROR_CODES) },
    message: { type: "string" },
    retryable: { type: "boolean" },
    details: { type: "object" },
  },
};
