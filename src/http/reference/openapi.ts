import { ERROR_CODES } from "../../base/errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import type { Api } from "../api.ts";
import type { Endpoint } from "../route.ts";
import { createSampler, type Sampler } from "./sample.ts";
import { answerSchema, inputSchema, nameNouns, nounSchemas } from "./schemas.ts";
import { AREAS, wordsFor } from "./words.ts";

type Schemas = Map<string, JsonValue>;

/** OpenAPI 3.1 from the very schemas that check requests and shape answers. */
export function openApiOf(
  { routes, openEndpoints, nouns }: Required<Api>,
  version: string,
): JsonObject {
  nameNouns(nouns);
  const endpoints: readonly Endpoint[] = [...routes, ...openEndpoints];
  const schemas: Schemas = new Map(
    Object.entries({ Problem: PROBLEM, Json: JSON_VALUE, ...nounSchemas(nouns) }),
  );
  const sample = createSampler(schemas);
  const paths: Record<string, Record<string, JsonValue>> = {};
  for (const endpoint of endpoints) {
    const path = pathOf(endpoint);
    const operations = paths[path] ?? {};
    operations[endpoint.method.toLowerCase()] = operationOf(endpoint, schemas, sample);
    paths[path] = operations;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Capstan",
      version,
      description: "Gives AI agents abilities, and gives people the say over them.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "The server that this document comes from." }],
    security: [{ token: [] }],
    tags: [...AREAS]
      .filter(([name]) => endpoints.some((endpoint) => areaOf(endpoint) === name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      responses: { Problem: PROBLEM_RESPONSE },
      schemas: Object.fromEntries(schemas),
    },
  };
}

/** `/v1/tools/{tool_id}`: without the pattern that a part of it may have to fit. */
export function pathOf({ path }: Endpoint): string {
  return path.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, "{$1}");
}

function areaOf({ path }: Endpoint): string {
  const [, first = "", second = ""] = path.split("/");
  return first === "v1" ? second : first;
}

function operationOf(endpoint: Endpoint, schemas: Schemas, sample: Sampler): JsonObject {
  const { id, summary, scope } = endpoint;
  return {
    operationId: id,
    summary,
    description: scope ? `Needs a key with the scope \`${scope}\`.` : "Needs no key.",
    tags: [areaOf(endpoint)],
    security: scope ? [{ token: [] }] : [],
    parameters: [...parametersOf(endpoint, "path"), ...parametersOf(endpoint, "query")],
    ...bodyOf(endpoint, schemas),
    responses: {
      ...responsesOf(endpoint, schemas, sample),
      "4XX": { $ref: "#/components/responses/Problem" },
      default: { $ref: "#/components/responses/Problem" },
    },
  };
}

function parametersOf(endpoint: Endpoint, place: "path" | "query"): JsonObject[] {
  const schema = place === "path" ? endpoint.params : endpoint.query;
  if (!schema) return [];
  const { properties = {}, required = [] } = inputSchema(schema);
  if (!isJsonObject(properties) || !Array.isArray(required)) return [];
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    description: wordsFor(name, place, property as JsonObject, areaOf(endpoint)),
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

function bodyOf({ id, body, takesFile, example }: Endpoint, schemas: Schemas): JsonObject {
  if (!body && !takesFile) return {};
  const schema = body && inputSchema(body);
  const hasRequired = Array.isArray(schema?.required) && schema.required.length > 0;
  const content = {
    ...(schema && {
      "application/json": {
        schema: nameSchema(schemas, `${capital(id)}Body`, schema),
        ...(example && { example }),
      },
    }),
    ...(takesFile && FILE),
  };
  return { requestBody: { required: takesFile === true || hasRequired, content } };
}

const FILE = { "application/octet-stream": { schema: { type: "string", format: "binary" } } };

function responsesOf(endpoint: Endpoint, schemas: Schemas, sample: Sampler): JsonObject {
  const { id, status = 200, otherAnswers = [] } = endpoint;
  const responses = new Map<number, typeof PROBLEM_RESPONSE>();
  responses.set(status, { description: "Done.", content: answerOf(endpoint, schemas, sample) });
  for (const { statuses, ...other } of otherAnswers) {
    const otherId = other.answer === endpoint.answer ? id : `${id}Other`;
    const content = answerOf({ ...other, id: otherId }, schemas, sample);
    for (const code of statuses) {
      const known = responses.get(code) ?? PROBLEM_RESPONSE;
      responses.set(code, { ...known, content: { ...known.content, ...content } });
    }
  }
  return Object.fromEntries(responses);
}

function answerOf(
  {
    id,
    answer,
    answerItem,
    answerType = "application/octet-stream",
  }: Pick<Endpoint, "id" | "answer" | "answerItem" | "answerType">,
  schemas: Schemas,
  sample: Sampler,
): JsonObject {
  if (answerItem) return { [answerType]: { schema: answerSchema(answerItem) } };
  if (!answer) {
    const format = FILES.has(answerType) && { format: "binary" };
    return { [answerType]: { schema: { type: "string", ...format } } };
  }
  const schema = nameSchema(schemas, `${capital(id)}Answer`, answerSchema(answer));
  return { "application/json": { schema, example: sample(schema) } };
}

/** By reference: what stands in the document under a name gets that name in a generated client. */
function nameSchema(schemas: Schemas, otherwise: string, schema: JsonObject): JsonObject {
  if (schema.$ref !== undefined) return schema;
  const name = listName(schema) ?? otherwise;
  schemas.set(name, schema);
  return { $ref: `#/components/schemas/${name}` };
}

/** A page of sessions is a `SessionList`, whichever route it comes from. */
function listName({ properties }: JsonObject): string | undefined {
  if (!isJsonObject(properties) || Object.keys(properties).join() !== "items,total")
    return undefined;
  const { items } = properties.items as { items?: JsonValue };
  const ref = isJsonObject(items) ? items.$ref : undefined;
  return typeof ref === "string" ? `${ref.split("/").at(-1)}List` : undefined;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const FILES = new Set(["*/*", "application/octet-stream", "application/zip"]);

const JSON_VALUE: JsonObject = { description: "Any JSON value." };

const PROBLEM: JsonObject = {
  type: "object",
  description: "What is wrong, as RFC 9457 says it.",
  required: ["type", "title", "status", "code", "message", "retryable"],
  additionalProperties: false,
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

const PROBLEM_RESPONSE: { readonly description: string; readonly content: JsonObject } = {
  description: "What is wrong, as RFC 9457 says it.",
  content: {
    "application/problem+json": {
      schema: { $ref: "#/components/schemas/Problem" },
      example: {
        type: "about:blank",
        title: "Not Found",
        status: 404,
        code: "SESSION_NOT_FOUND",
        detail: 'No session "session_0".',
        message: 'No session "session_0".',
        retryable: false,
      },
    },
  },
};
