import type { Client } from "@modelcontextprotocol/client";
import type { JsonObject, JsonValue } from "../base/json.ts";

type Limits = { readonly timeout: number; readonly signal: AbortSignal };

/** What a server has beside its tools, as tools of the same server: judged and recorded like them. */
type PassedOn = {
  readonly name: string;
  readonly of: "resources" | "prompts";
  readonly description: string;
  readonly properties: JsonObject;
  readonly required: readonly string[];
  run(client: Client, inputs: JsonObject, limits: Limits): Promise<readonly unknown[]>;
};

const MAX_LISTED = 1_000;

const PASSED_ON: readonly PassedOn[] = [
  {
    name: "list_resources",
    of: "resources",
    description: "Lists the resources that this server offers, each with its address.",
    properties: {},
    required: [],
    run: async (client, _inputs, limits) =>
      (await client.listResources(undefined, limits)).resources.slice(0, MAX_LISTED),
  },
  {
    name: "read_resource",
    of: "resources",
    description: "Reads one resource of this server by its address.",
    properties: { uri: { type: "string", maxLength: 8_192 } },
    required: ["uri"],
    run: async (client, { uri }, limits) =>
      (await client.readResource({ uri: String(uri) }, limits)).contents,
  },
  {
    name: "list_prompts",
    of: "prompts",
    description: "Lists the prompts that this server offers, each with its arguments.",
    properties: {},
    required: [],
    run: async (client, _inputs, limits) =>
      (await client.listPrompts(undefined, limits)).prompts.slice(0, MAX_LISTED),
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
    run: async (client, { name, arguments: given }, limits) => {
      const asked = { name: String(name), arguments: (given ?? {}) as Record<string, string> };
      return (await client.getPrompt(asked, limits)).messages;
    },
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

/** What such a tool answers, in parts; undefined for a name that is the server's own. */
export function runPassedOn(
  client: Client,
  name: string,
  inputs: JsonObject,
  limits: Limits,
): Promise<readonly JsonValue[]> | undefined {
  const found = PASSED_ON.find((it) => it.name === name);
  return found?.run(client, inputs, limits) as Promise<readonly JsonValue[]> | undefined;
}
