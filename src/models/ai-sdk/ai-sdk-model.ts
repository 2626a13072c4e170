import type { LanguageModelV4, LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import type { Tool } from "../../schema/tool.ts";
import type { Model, ModelCheck, ModelRequest } from "../model.ts";
import { checkProvider } from "./check-provider.ts";
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
  /** Asked first by `check`: a provider may have something cheaper than an answer. */
  readonly check?: (signal: AbortSignal) => Promise<ModelCheck | undefined>;
  readonly attempts?: number;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
};

export type CheckedModel = Model & Required<Pick<Model, "check">>;

const ATTEMPTS = 4;
const FIRST_WAIT_MS = 500;

/**
 * A model behind the AI SDK's providers. Its tools have no code here: what it wants to call goes back
 * to the engine, and through the gate.
 */
export function createAiSdkModel(options: AiSdkOptions): CheckedModel {
  const { load, name, attempts = ATTEMPTS, wait = sleep } = options;
  let loading: Promise<LanguageModelV4> | undefined;

  return {
    summarises: true,
    async check(signal) {
      const { secrets = [] } = options;
      return (await options.check?.(signal)) ?? checkProvider(load, secrets, signal);
    },
    async respond(request) {
      loading ??= load();
      const model = await loading;
      const { maxOutputTokens } = request;
      const call: Asked = {
        prompt: await toPrompt(request),
        tools: toolsOf(request.tools),
        ...(maxOutputTokens !== undefined && { maxOutputTokens }),
      };
      for (let attempt = 1; ; attempt++) {
        const answer = { began: false };
        try {
          return await ask(model, call, request, answer);
        } catch (error) {
          if (request.signal.aborted) throw request.signal.reason;
          // What was shown cannot be taken back: only an answer that never began is asked for again.
          if (answer.began || attempt >= attempts || !isRetryable(error)) {
            throw explainFailure(error, name, options.secrets);
          }
          const pauseMs = retryAfterMs(error) ?? FIRST_WAIT_MS * 2 ** (attempt - 1);
          request.onActivity?.(pauseMs);
          await wait(pauseMs, request.signal);
        }
      }
    },
  };
}

type Asked = Pick<
  Parameters<LanguageModelV4["doStream"]>[0],
  "prompt" | "tools" | "maxOutputTokens"
>;

async function ask(
  model: LanguageModelV4,
  call: Asked,
  { signal, onText, onActivity }: ModelRequest,
  answer: { began: boolean },
) {
  signal.throwIfAborted();
  // With what the provider sent as it is: a sign of life that is no part of the answer counts too.
  const { stream } = await model.doStream({ ...call, abortSignal: signal, includeRawChunks: true });
  return readStream(stream, {
    onPart: () => onActivity?.(),
    onAnswer(text) {
      answer.began = true;
      if (text !== "") onText?.(text);
    },
  });
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
