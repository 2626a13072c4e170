import {
  type InputRequiredResult,
  isInputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerCapabilities,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { CapstanError } from "../../../base/errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../base/json.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { Outcome } from "../../../schema/outcome.ts";
import { MCP } from "../mcp-admin.ts";
import type { McpServer } from "../mcp-client.ts";
import type { Made } from "./call-tool.ts";
import type { Era } from "./create-server.ts";
import { failureOf } from "./result-of.ts";
import type { Exchange } from "./seat.ts";
import { isShown, type NamedTool } from "./tool-book.ts";
import type { View } from "./view.ts";

/** One MCP server that a client is served alone: what it has beside tools, and the calls that stand for it. */
export type Upstream = {
  readonly server: McpServer;
  /** By the name of the tool that it is judged as. */
  readonly calls: ReadonlyMap<string, NamedTool>;
};

/** Makes one judged call for a request of the client. */
export type Make = (
  context: ServerContext,
  tool: NamedTool,
  inputs: JsonObject,
) => Promise<{ readonly made: Made; readonly exchange: Exchange }>;

/** Undefined where a client is shown anything else than one MCP server under its own names. */
export function upstreamOf({ gate: { catalog }, of }: Engine, view: View): Upstream | undefined {
  const server = view.server === undefined ? undefined : of(MCP).get(view.server);
  if (!server || view.agent !== undefined || view.mode === "search") return undefined;
  const calls = new Map<string, NamedTool>();
  for (const { toolId } of catalog.listTools()) {
    const { tool, execution } = catalog.getEntry(toolId) ?? {};
    if (!tool || execution?.type !== "mcp" || execution.server !== server.id) continue;
    const named = { name: String(execution.tool), tool };
    if (execution.passedOn === true && isShown(view, named)) calls.set(named.name, named);
  }
  return { server, calls };
}

export function capabilitiesOf(upstream: Upstream | undefined): ServerCapabilities {
  if (!upstream) return {};
  const { calls, server } = upstream;
  const { logging, subscribe } = server.offers();
  return {
    ...(calls.has("read_resource") && { resources: { listChanged: true, subscribe } }),
    ...(calls.has("get_prompt") && { prompts: { listChanged: true } }),
    ...(calls.has("complete") && { completions: {} }),
    ...(logging && { logging: {} }),
  };
}

type Passing = { readonly era: Era; readonly upstream: Upstream; readonly make: Make };

/** Resources, prompts and completion of one server: each request is a call through the gate. */
export function passOn(server: Server, { era, upstream, make }: Passing): void {
  const { calls } = upstream;
  const pass = async (
    context: ServerContext,
    name: string,
    inputs: JsonObject,
    resultOf: (content: JsonValue[], beside: JsonObject) => JsonObject,
  ) => {
    const tool = calls.get(name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, "It is not shown here.");
    const { made, exchange } = await orRefused(() => make(context, tool, inputs));
    return answerOf(made, exchange, { era, inputs, resultOf }) as never;
  };
  if (calls.has("list_resources")) {
    server.setRequestHandler("resources/list", (_request, context) =>
      pass(context, "list_resources", {}, (resources) => ({ resources })),
    );
  }
  if (calls.has("read_resource")) {
    server.setRequestHandler("resources/templates/list", (_request, context) =>
      pass(context, "list_resource_templates", {}, (found) => ({ resourceTemplates: found })),
    );
    server.setRequestHandler("resources/read", ({ params: { uri } }, context) =>
      pass(context, "read_resource", { uri }, (contents) => ({ contents })),
    );
  }
  if (calls.has("list_prompts")) {
    server.setRequestHandler("prompts/list", (_request, context) =>
      pass(context, "list_prompts", {}, (prompts) => ({ prompts })),
    );
  }
  if (calls.has("get_prompt")) {
    server.setRequestHandler("prompts/get", ({ params }, context) => {
      const { name, arguments: given } = params;
      const inputs = { name, ...(given && { arguments: given }) };
      return pass(context, "get_prompt", inputs, (messages, beside) => ({ ...beside, messages }));
    });
  }
  if (calls.has("complete")) {
    server.setRequestHandler("completion/complete", ({ params }, context) => {
      const { ref, argument, context: known } = params;
      const inputs = { ref, argument, ...(known && { context: known }) } as unknown as JsonObject;
      return pass(context, "complete", inputs, (_content, { completion }) => ({
        completion: isJsonObject(completion ?? null) ? (completion as JsonObject) : { values: [] },
      }));
    });
  }
}

/** Before there was a call: what is wrong with it. */
async function orRefused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CapstanError) || error.code === "INTERNAL") throw error;
    const message = `${error.message} (${error.code})`;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
  }
}

type Answering = {
  readonly era: Era;
  readonly inputs: JsonObject;
  readonly resultOf: (content: JsonValue[], beside: JsonObject) => JsonObject;
};

function answerOf(
  made: Made,
  exchange: Exchange,
  { era, inputs, resultOf }: Answering,
): JsonObject | InputRequiredResult {
  if (made.type === "answer") {
    if (isInputRequiredResult(made.result)) return made.result;
    throw new ProtocolError(ProtocolErrorCode.InternalError, textOf(made.result), {
      ...made.result._meta,
    });
  }
  const { outcome } = made;
  if (outcome.state !== "completed") throw failed(outcome, exchange, era, inputs);
  const { content, structured_content: beside } = outcome.outputs as JsonObject;
  return resultOf(
    Array.isArray(content) ? content : [],
    isJsonObject(beside ?? null) ? (beside as JsonObject) : {},
  );
}

function textOf({ content }: { readonly content?: unknown }): string {
  const parts = (content ?? []) as { text?: string }[];
  return parts.map(({ text = "" }) => text).join("\n");
}

const NOT_FOUND_2025 = -32_002;

/** As the server itself answered; what is not there has another code in each era. */
export function failed(
  outcome: Outcome,
  { peer }: Exchange,
  era: Era,
  { uri }: JsonObject = {},
): ProtocolError {
  const error = peer.error();
  if (!error) {
    const meta = { "capstan/invocation-id": outcome.invocationId, "capstan/state": outcome.state };
    return new ProtocolError(ProtocolErrorCode.InternalError, failureOf(outcome), meta);
  }
  const isMissing =
    uri !== undefined &&
    (error.code === NOT_FOUND_2025 || error.code === ProtocolErrorCode.InvalidParams);
  if (!isMissing) return new ProtocolError(error.code, error.message, error.data);
  const code = era === "2025" ? NOT_FOUND_2025 : ProtocolErrorCode.InvalidParams;
  return new ProtocolError(code, error.message, { uri });
}
