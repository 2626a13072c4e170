// Does with our client what a scenario of the official conformance suite wants: connects to its server,
// lists its tools, and calls each of them. The suite looks at what arrives there.
import { isJsonObject, type JsonObject, type JsonValue } from "../../../../src/base/json.ts";
import { createMcpServer } from "../../../../src/features/mcp/client/create-mcp-server.ts";
import type { McpAnswer, McpServer, McpTool } from "../../../../src/features/mcp/mcp-client.ts";
import type { Answer, Question } from "../../../../src/gate/executor.ts";
import { createWebStreams } from "../../../../src/sandbox/network/create-web-streams.ts";

const url = new URL(process.argv.at(-1) ?? "");
const { MCP_CONFORMANCE_CONTEXT: given = "{}" } = process.env;
const context = JSON.parse(given) as { toolCalls?: { name: string; arguments: JsonObject }[] };

const server = createMcpServer(
  {
    id: "suite",
    package: null,
    start: null,
    config: { url: url.href, capstan: { sampling: true } },
  },
  {
    version: "1.0.0",
    chance: () => 0.5,
    fill: (text: string) => text,
    accessOf: () => ({ paths: [], hosts: [] }),
    webStreams: () =>
      createWebStreams({
        url: url.href,
        allowHosts: [url.host],
        maxBytes: 8_000_000,
        connectMs: 10_000,
      }),
    // Only programs need the rest.
  } as unknown as Parameters<typeof createMcpServer>[1],
);

await drive(server);
await server.close();

async function drive(suite: McpServer): Promise<void> {
  const { tools } = await suite.list(AbortSignal.timeout(20_000));
  const wanted = context.toolCalls
    ? context.toolCalls.flatMap(({ name, arguments: inputs }) => {
        const tool = tools.find((it) => it.name === name);
        return tool ? [{ tool, inputs }] : [];
      })
    : tools.map((tool) => ({ tool, inputs: undefined }));
  const seen = new Map<string, McpAnswer>();
  for (const { tool, inputs } of wanted) {
    const answer = await call(suite, tool, inputs ?? inputsFor(tool, tools, seen));
    seen.set(tool.name, answer);
    process.stdout.write(`${tool.name}: ${JSON.stringify(answer).slice(0, 300)}\n`);
  }
}

function call(suite: McpServer, tool: McpTool, inputs: JsonObject): Promise<McpAnswer> {
  return suite.call({
    tool: tool.name,
    digest: tool.digest,
    inputs,
    access: { paths: [], hosts: [] },
    idempotencyKey: "once",
    timeoutMs: 20_000,
    answerWithinMs: 1_000,
    progress: () => {},
    ask: async (question) => accept(question),
    sample: async () => ({ type: "answered", text: "An answer.", model: "none" }),
    signal: AbortSignal.timeout(25_000),
  });
}

/** What a person would who leaves the form as it is. */
function accept({ schema }: Question): Answer {
  return { action: "accept", inputs: valuesFor(schema) };
}

function inputsFor(
  tool: McpTool,
  tools: readonly McpTool[],
  seen: ReadonlyMap<string, McpAnswer>,
): JsonObject {
  const first = (name: string): JsonObject => {
    const answer = seen.get(name);
    const [part] = answer?.type === "answered" ? answer.content : [];
    return isJsonObject(part) ? part : {};
  };
  if (tool.isPassedOn && tool.name === "read_resource") {
    return { uri: String(first("list_resources").uri) };
  }
  if (tool.isPassedOn && tool.name === "get_prompt") {
    return { name: String(first("list_prompts").name) };
  }
  // One scenario wants back the schema of its other tool.
  const rich = tools.find(({ name }) => name === "json_schema_2020_12_tool");
  if (rich && tool !== rich) return { schema: rich.inputSchema };
  return valuesFor(tool.inputSchema);
}

function valuesFor(schema: JsonObject): JsonObject {
  const properties = Object.entries(isJsonObject(schema.properties) ? schema.properties : {});
  return Object.fromEntries(
    properties.map(([name, field]) => [name, valueFor(isJsonObject(field) ? field : {})]),
  );
}

function valueFor({ type, default: preset, enum: choices }: JsonObject): JsonValue {
  if (preset !== undefined) return preset;
  if (Array.isArray(choices)) return choices[0] ?? null;
  const values: ReadonlyMap<unknown, JsonValue> = new Map<unknown, JsonValue>([
    ["number", 5],
    ["integer", 5],
    ["boolean", true],
    ["array", []],
    ["object", {}],
  ]);
  return values.get(type) ?? "text";
}
