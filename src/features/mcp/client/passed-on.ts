import type { Client } from "@modelcontextprotocol/client";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../base/json.ts";

type Limits = { readonly timeout: number; readonly signal: AbortSignal };

/** What a server has beside its tools, as tools of the same server: judged and recorded like them. */
type PassedOn = {
  readonly name: string;
  readonly of: "resources" | "prompts" | "completions";
  readonly description: string;
  readonly properties: JsonObject;
  readonly required: readonly string[];
  /** What the result has in parts; the rest of it stands beside. */
  readonly parts: string;
  run(client: Client, inputs: JsonObject, more: JsonObject, limits: Limits): Promise<unknown>;
};

const MAX_LISTED = 1_000;

const PASSED_ON: readonly PassedOn[] = [
  {
    name: "list_resources",
    of: "resources",
    description: "Lists the resources that this server offers, each with its address.",
    properties: {},
    required: [],
    parts: "resources",
    run: (client, _inputs, _more, limits) => client.listResources(undefined, limits),
  },
  {
    name: "list_resource_templates",
    of: "resources",
    description: "Lists the patterns of addresses that this server offers resources under.",
    properties: {},
    required: [],
    parts: "resourceTemplates",
    run: (client, _inputs, _more, limits) => client.listResourceTemplates(undefined, limits),
  },
  {
    name: "read_resource",
    of: "resources",
    description: "Reads one resource of this server by its address.",
    properties: { uri: { type: "string", maxLength: 8_192 } },
    required: ["uri"],
    parts: "contents",
    run: (client, { uri }, more, limits) =>
      client.request({ method: "resources/read", params: { ...more, uri: String(uri) } }, limits),
  },
  {
    name: "list_prompts",
    of: "prompts",
    description: "Lists the prompts that this server offers, each with its arguments.",
    properties: {},
    required: [],
    parts: "prompts",
    run: (client, _inputs, _more, limits) => client.listPrompts(undefined, limits),
  },
  {
    name: "get_prompt",
    of: "prompts",
    description: "Fills in one prompt of this server, and answers its messages.",
    properties: {
      name: { type: "string", maxLength: 256 },
      arguments: { type: "object", additionalProperties: { type: "string" } },
    },
    required: ["name"],
    parts: "messages",
    run: (client, { name, arguments: given }, more, limits) => {
      const params = { ...more, name: String(name), arguments: given ?? {} };
      return client.request({ method: "prompts/get", params }, limits);
    },
  },
  {
    name: "complete",
    of: "completions",
    description: "Suggests values for an argument of a prompt, or of a pattern of addresses.",
    properties: {
      ref: { type: "object" },
      argument: {
        type: "object",
        properties: { name: { type: "string" }, value: { type: "string" } },
        required: ["name", "value"],
      },
      context: { type: "object" },
    },
    required: ["ref", "argument"],
    parts: "",
    run: (client, params, _more, limits) =>
      client.request({ method: "completion/complete", params }, limits),
  },
];

/** As a server would list them; one of its own with the same name stays what it is. */
export function passedOnTools(client: Client, names: ReadonlySet<string>): JsonObject[] {
  const has = client.getServerCapabilities() ?? {};
  return PASSED_ON.filter(({ of, name }) => has[of] && !names.has(name)).map(
    ({ name, description, properties, required }) => ({
      name,
      description,
      inputSchema: { type: "object", properties, required: [...required] },
      annotations: { readOnlyHint: true },
    }),
  );
}

/** What such a tool answers, as the server sent it. */
export function runPassedOn(
  client: Client,
  name: string,
  inputs: JsonObject,
  more: JsonObject,
  limits: Limits,
): Promise<unknown> {
  const found = PASSED_ON.find((it) => it.name === name);
  if (!found) throw new Error(`Nothing is passed on as "${name}".`);
  return found.run(client, inputs, more, limits);
}

/** The same, in parts, and what stands beside them. */
export function partsOf(
  name: string,
  result: JsonObject,
): { readonly content: readonly JsonValue[]; readonly beside: JsonObject | undefined } {
  const { parts = "" } = PASSED_ON.find((it) => it.name === name) ?? {};
  const { [parts]: content, _meta, resultType, ttlMs, cacheScope, ...beside } = result;
  return {
    content: Array.isArray(content) ? content.slice(0, MAX_LISTED) : [],
    beside: isJsonObject(beside) && Object.keys(beside).length > 0 ? beside : undefined,
  };
}
