import type { JsonObject, JsonValue } from "../../../base/json.ts";
import type { ClientRequests, ServerError } from "../../../gate/executor.ts";
import { nothingRan } from "../../../gate/nothing-ran.ts";
import type { McpAnswer, McpCall, McpTool } from "../mcp-client.ts";
import { answerRequests, capabilitiesFor } from "./answer-requests.ts";
import { type Connection, isAnswer, Told } from "./open-connection.ts";
import { partsOf, runPassedOn } from "./passed-on.ts";
import { statusOf, whyUnusable } from "./why-unusable.ts";

/** The gate's own deadline comes first; this one is for a gate that has gone. */
const GRACE_MS = 2_000;
/** How long a server that was told to stop may take to have heard it. */
const HEARD_MS = 1_000;
const MAX_TOLD = 2_000;
const MOST_ROUNDS = 20;

/** One call of one tool. What may have reached the server says so. */
export async function callTool(
  connection: Connection,
  call: McpCall,
  tool: McpTool,
  maySample: boolean,
): Promise<McpAnswer> {
  const { client, whyBroken } = connection;
  const { signal } = call;
  try {
    const result = await untilAnswered(connection, call, tool, maySample);
    if (tool.isPassedOn) {
      const { content, beside } = partsOf(tool.name, result);
      return { type: "answered", isError: false, content, structured: beside };
    }
    return {
      type: "answered",
      isError: result.isError === true,
      content: result.content as JsonValue[],
      structured: result.structuredContent as JsonObject | undefined,
    };
  } catch (error) {
    if (isAnswer(error)) call.peer?.onError(errorOf(error));
    if (signal.aborted) {
      // In order: whoever answers this has read that it should stop.
      await client.ping({ timeout: HEARD_MS }).catch(() => {});
      return failed("It was cut short.", true);
    }
    return explain(error, whyBroken());
  }
}

/** A server of the newer era answers with what it asks, and is asked again with the answers. */
async function untilAnswered(
  connection: Connection,
  call: McpCall,
  tool: McpTool,
  maySample: boolean,
): Promise<JsonObject> {
  let more: JsonObject = {};
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const result = (await sendOnce(connection, call, tool, maySample, more)) as JsonObject;
    if (result.resultType !== "input_required") return result;
    const { inputRequests = {}, requestState } = result;
    const inputResponses = await answerRequests(call, inputRequests as ClientRequests, maySample);
    more = { inputResponses, ...(requestState !== undefined && { requestState }) };
  }
  throw new Told(`It asked more than ${MOST_ROUNDS} times.`);
}

function sendOnce(
  { client, verdict }: Connection,
  call: McpCall,
  { name, inputSchema, isPassedOn }: McpTool,
  maySample: boolean,
  more: JsonObject,
): Promise<unknown> {
  const { inputs, timeoutMs, answerWithinMs, signal, progress, idempotencyKey, peer } = call;
  const limits = {
    timeout: timeoutMs + answerWithinMs + GRACE_MS,
    signal,
    allowInputRequired: true,
  } as const;
  const _meta: JsonObject = {
    "capstan/idempotency-key": idempotencyKey,
    ...(verdict.kind === "modern" && {
      "io.modelcontextprotocol/clientCapabilities": capabilitiesFor(peer, maySample),
      ...(peer?.logLevel !== undefined && { "io.modelcontextprotocol/logLevel": peer.logLevel }),
    }),
  };
  if (isPassedOn) return runPassedOn(client, name, inputs, { ...more, _meta }, limits);
  return client.callTool(
    { ...more, name, arguments: inputs, _meta },
    {
      ...limits,
      // Without its output schema: the gate holds the result against that.
      toolDefinition: { name, inputSchema: inputSchema as { type: "object" } },
      onprogress: ({ progress: done, total, message }) =>
        progress({ done, ...(total !== undefined && { total }), ...(message && { message }) }),
    },
  );
}

function errorOf(error: unknown): ServerError {
  const { code, message, data } = error as ServerError & Error;
  return { code, message: message.slice(0, MAX_TOLD), ...(data !== undefined && { data }) };
}

/** Whether a server says that it knows our session no more. */
export function isUnknownSession(answer: McpAnswer): boolean {
  return answer.type === "failed" && answer.code === UNKNOWN_SESSION;
}

const UNKNOWN_SESSION = "session";
function explain(error: unknown, broken: string | undefined): McpAnswer {
  const { message } = whyUnusable(error);
  const status = statusOf(error);
  if (status === 404) return { ...failed(message, false), code: UNKNOWN_SESSION };
  if (status !== undefined) {
    return failed(`The server answered ${status}.`, !nothingRan.afterHttpStatus(status));
  }
  if (isAnswer(error)) return failed(error.message, !nothingRan.afterJsonRpcError(error.code));
  if (isUnconnected(error)) {
    return { ...failed(message, false), code: "SOURCE_UNAVAILABLE" };
  }
  return failed(broken ?? message, true);
}

function failed(message: string, mayHaveRun: boolean): Extract<McpAnswer, { type: "failed" }> {
  return { type: "failed", message: message.slice(0, MAX_TOLD), mayHaveRun };
}

function isUnconnected(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && typeof at.code === "string" && nothingRan.afterFailure(at.code))
      return true;
  }
  return false;
}
