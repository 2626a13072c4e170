import type { LanguageModelV4, LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import { after } from "../../base/deadlines.ts";
import type { Model, ModelRequest } from "../../ports/model.ts";
import type { Tool } from "../../schema/tool.ts";
import { explainFailure, isRetryable, retryAfterMs } from "./explain-failure.ts";
import { readStream } from "./read-stream.ts";
import { toPrompt } from "./to-prompt.ts";

export type AiSdkOptions = {
  /** Loaded with the first request: a provider takes a tenth of a second. */
  readonly load: () => Promise<LanguageModelV4>;
  /** As people named it, for messages. */
  readonly name: string;
  /** What its provider is given and nobody else may see. */
  readonly secrets?: readonly string[];
  /** How long nothing may come before it counts as lost. */
  readonly idleMs?: number;
  readonly attempts?: number;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
};

const IDLE_MS = 120_000;
const ATTEMPTS = 4;
const FIRST_WAIT_MS = 500;

/**
 * A model behind the AI SDK's providers. Its tools have no code here: what it wants to call goes back
 * to the engine, and through the gate.
 */
export function createAiSdkModel(options: AiSdkOptions): Model {
  const { load, name, attempts = ATTEMPTS, wait = sleep } = options;
  let loading: Promise<LanguageModelV4> | undefined;

  return {
    summarises: true,
    async respond(request) {
      loading ??= load();
      const model = await loading;
      const call = { prompt: await toPrompt(request), tools: toolsOf(request.tools) };
      for (let attempt = 1; ; attempt++) {
        const answer = { began: false };
        try {
          return await ask(model, call, request, answer, options.idleMs ?? IDLE_MS);
        } catch (error) {
          if (request.signal.aborted) throw request.signal.reason;
          // What was shown cannot be taken back: only an answer that never began is asked for again.
          if (answer.began || attempt >= attempts || !isRetryable(error)) {
            throw explainFailure(error, name, options.secrets);
          }
          await wait(retryAfterMs(error) ?? FIRST_WAIT_MS * 2 ** (attempt - 1), request.signal);
        }
      }
    },
  };
}

type Asked = Pick<Parameters<LanguageModelV4["doStream"]>[0], "prompt" | "tools">;

async function ask(
  model: LanguageModelV4,
  call: Asked,
  { signal, onText }: ModelRequest,
  answer: { began: boolean },
  idleMs: number,
) {
  signal.throwIfAborted();
  const stop = new AbortController();
  const onCancel = () => stop.abort(signal.reason);
  const waitForMore = () => after(idleMs, () => stop.abort(lost(idleMs)));
  let callOff = waitForMore();
  const onPart = (text: string) => {
    answer.began = true;
    callOff();
    callOff = waitForMore();
    if (text !== "") onText?.(text);
  };
  signal.addEventListener("abort", onCancel);
  try {
    const { stream } = await model.doStream({ ...call, abortSignal: stop.signal });
    return await readStream(stream, onPart);
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error;
  } finally {
    callOff();
    signal.removeEventListener("abort", onCancel);
  }
}

function lost(idleMs: number): Error {
  return new Error(`Nothing came for ${idleMs / 1_000} s.`);
}

// The catalog keeps what is the same: what a provider is sent of a tool is made once.
const described = new WeakMap<Tool, LanguageModelV4FunctionTool>();

function toolsOf(tools: readonly Tool[]): LanguageModelV4FunctionTool[] {
  return tools.map((tool) => {
    const known = described.get(tool) ?? {
      type: "function",
      name: tool.wireName,
      description: tool.description,
      inputSchema: tool.inputSchema as LanguageModelV4FunctionTool["inputSchema"],
    };
    described.set(tool, known);
    return known;
  });
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
