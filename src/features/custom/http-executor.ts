import { CapstanError } from "../../base/errors.ts";
import { type JsonValue, parseJson } from "../../base/json.ts";
import type { ExecutionRequest, ExecutionResult, Executor } from "../../gate/executor.ts";
import { nothingRan } from "../../gate/nothing-ran.ts";
import type { WebAnswer, WebClient } from "../../sandbox/web-client.ts";
import { HttpExecution } from "../../schema/execution.ts";
import { hostOfCall } from "../../schema/http-call.ts";
import type { Tool } from "../../schema/tool.ts";
import { renderRequest } from "./render-request.ts";

type Options = {
  readonly web: WebClient;
  /** A secret's value, if it is meant for this tool; otherwise it throws. */
  readonly secretFor: (entry: Pick<ExecutionRequest, "tool" | "execution">, name: string) => string;
  readonly maxBytes: number;
};

const MAX_TOLD = 500;

/** Runs tools that are a request to another server, written as data (E65). */
export function createHttpExecutor({ web, secretFor, maxBytes }: Options): Executor {
  return {
    endsOnSignal: true,
    hostsOf: ({ execution }) => {
      const { data } = HttpExecution.safeParse(execution);
      return data ? { wanted: [hostOfCall(data.request)] } : {};
    },
    async execute({ tool, execution, inputs, context, signal }) {
      const { request: template } = HttpExecution.parse(execution);
      const request = renderRequest(template, {
        inputs,
        config: context.config,
        secret: (name) => secretFor({ tool, execution }, name),
      });
      const { timeoutMs } = tool.behaviour;
      const headers =
        template.method === "POST" ? { "idempotency-key": context.idempotencyKey } : {};
      let isConnected = false;
      const answer = web.request({
        ...request,
        headers: { ...headers, ...request.headers },
        firstByteMs: timeoutMs,
        bodyMs: timeoutMs,
        maxBytes,
        signal,
        onConnected: () => {
          isConnected = true;
        },
      });
      return answer.then(
        (received) => resultOf(tool, received),
        (error) => failure(error, isConnected),
      );
    },
  };
}

/** Before a connection stood, nothing can have happened on the other side. */
function failure(error: unknown, isConnected: boolean): ExecutionResult {
  const { code, message } = error instanceof CapstanError ? error : { message: String(error) };
  return {
    state: "failed",
    error: { ...(code && { code }), message },
    mayHaveRun: isConnected,
    ...(!isConnected && { sideEffects: [] }),
  };
}

/** With an output schema the body is the output, as JSON; otherwise it is told with its status. */
function resultOf(tool: Tool, answer: WebAnswer): ExecutionResult {
  if (answer.redirect) {
    const { host } = new URL(answer.redirect);
    const message = `The server sends this to "${host}", another host than the tool is for.`;
    return { state: "failed", error: { message } };
  }
  const type = answer.headers.get("content-type") ?? "";
  const text = new TextDecoder().decode(answer.body);
  if (answer.status >= 400) {
    const told = text.slice(0, MAX_TOLD).trim();
    const message = `The server answered ${answer.status}${told === "" ? "." : `: ${told}`}`;
    const mayHaveRun = !nothingRan.afterHttpStatus(answer.status);
    return { state: "failed", error: { message }, mayHaveRun };
  }
  const body = bodyOf(text, type);
  if (tool.outputSchema) return { state: "completed", outputs: body };
  return {
    state: "completed",
    outputs: {
      status_code: answer.status,
      ...(type !== "" && { content_type: type }),
      body,
      truncated: answer.cut !== null,
    },
  };
}

function bodyOf(text: string, type: string): JsonValue {
  if (!/[/+]json\b/i.test(type)) return text;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
