import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { stripHidden } from "../../base/strip-hidden.ts";
import type { ExecutionRequest, ExecutionResult, Executor } from "../../gate/executor.ts";
import { plainResult } from "../../gate/failed-result.ts";
import { McpExecution } from "../../schema/execution.ts";
import { ANSWER_WITHIN_MS } from "../../schema/input-request.ts";
import type { Tool } from "../../schema/tool.ts";
import type { McpAccess, McpAnswer, McpServers } from "./mcp-client.ts";
import { commandFor } from "./refused-place.ts";

type Options = { readonly servers: McpServers };

/** Runs tools of MCP servers: of the very server, and the very definition, that were judged. */
export function createMcpExecutor({ servers }: Options): Executor {
  return {
    endsOnSignal: true,
    hostsOf: ({ access }) => ({ reached: access.hosts }),
    async execute(request) {
      const { tool, execution, inputs, context, progress, signal } = request;
      const judged = McpExecution.parse(execution);
      const server = servers.get(judged.server);
      if (server?.digest !== judged.config) return gone(judged.server, server !== undefined);
      const answer = await server.call({
        tool: judged.tool,
        digest: judged.definition,
        inputs,
        access: mcpAccess(request),
        idempotencyKey: context.idempotencyKey,
        timeoutMs: tool.behaviour.timeoutMs,
        progress,
        ask: request.ask,
        sample: request.sample,
        peer: request.peer,
        answerWithinMs: ANSWER_WITHIN_MS,
        signal,
      });
      const explain = (said: string) =>
        judged.boxed ? commandFor(judged.server, said, context.access) : undefined;
      const result = resultOf(tool, answer, explain);
      return server.enforcement ? { ...result, enforcement: server.enforcement } : result;
    },
  };
}

function mcpAccess({ context: { access }, roots = [] }: ExecutionRequest): McpAccess {
  if (access.paths.length === 0) return access;
  return {
    paths: access.paths.map(({ root, verbs }) => {
      const known = roots.find((it) => it.root === root);
      return {
        root,
        verbs,
        ...(known && { identity: { device: known.device, inode: known.inode } }),
      };
    }),
    hosts: access.hosts,
  };
}

function gone(id: string, isOther: boolean): ExecutionResult {
  const message = isOther
    ? `The settings of the MCP server "${id}" have changed since this call was judged. Call it again.`
    : `The MCP server "${id}" was removed.`;
  return { state: "failed", error: { code: "TOOL_CHANGED", message }, sideEffects: [] };
}

function resultOf(
  tool: Tool,
  answer: McpAnswer,
  explain: (said: string) => string | undefined,
): ExecutionResult {
  if (answer.type === "failed") {
    const { code, message, mayHaveRun } = answer;
    const { error, ...told } = tell(stripHidden(message), explain);
    return {
      ...told,
      error: { ...(code !== undefined && { code }), ...error },
      mayHaveRun,
      ...(!mayHaveRun && { sideEffects: [] }),
    };
  }
  const content = answer.content.map(readable);
  if (answer.isError) {
    const said = stripHidden(textOf(content)).slice(0, 2_000);
    return tell(said || "The tool failed without saying why.", explain);
  }
  // With an output schema the structured result is the output, as it promised.
  if (tool.outputSchema && answer.structured !== undefined) {
    return { state: "completed", outputs: answer.structured };
  }
  const outputs: JsonObject = {
    content,
    ...(answer.structured !== undefined && { structured_content: answer.structured }),
  };
  return { state: "completed", outputs };
}

/** In plain words, and then how to open what the server was refused. */
function tell(said: string, explain: (said: string) => string | undefined) {
  const { error, ...plain } = plainResult({ state: "failed", error: { message: said } });
  const told = [error?.message, explain(said)].filter((it) => it !== undefined);
  return { ...plain, error: { message: told.join(" ") } };
}

/** Without what no person would see in a text, and without what is for other clients. */
function readable(part: JsonValue): JsonValue {
  if (!isJsonObject(part)) return part;
  const { _meta: _, ...rest } = part;
  return typeof rest.text === "string" ? { ...rest, text: stripHidden(rest.text) } : rest;
}

function textOf(content: readonly JsonValue[]): string {
  return content
    .flatMap((part) => (isJsonObject(part) && typeof part.text === "string" ? [part.text] : []))
    .join("\n");
}
