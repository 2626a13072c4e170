import type { LanguageModelV4 } from "@ai-sdk/provider";
import { CapstanError } from "../../base/errors.ts";
import type { ModelCheck } from "../model.ts";
import { checkOllama } from "./check-ollama.ts";
import { ollamaUrl } from "./ollama-url.ts";

type Env = Readonly<Record<string, string | undefined>>;

type Provider = {
  /** The variable that holds the key; null where none is needed. */
  readonly key: string | null;
  readonly load: (model: string, env: Env) => Promise<LanguageModelV4>;
  /** What to ask first for a check, where there is something cheaper than an answer. */
  readonly check?: (
    model: string,
    env: Env,
    signal: AbortSignal,
  ) => Promise<ModelCheck | undefined>;
};

/** `<provider>/<model>`: each provider loads only when it is used. */
const PROVIDERS: ReadonlyMap<string, Provider> = new Map<string, Provider>([
  [
    "anthropic",
    {
      key: "ANTHROPIC_API_KEY",
      async load(model: string, env: Env) {
        const { createAnthropic } = await import("@ai-sdk/anthropic");
        return createAnthropic(settings(env, "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"))(model);
      },
    },
  ],
  [
    "openai",
    {
      key: "OPENAI_API_KEY",
      async load(model: string, env: Env) {
        const options = settings(env, "OPENAI_API_KEY", "OPENAI_BASE_URL");
        // Elsewhere than at OpenAI's, only the older of its two interfaces is spoken.
        if (env.OPENAI_BASE_URL)
          return compatible("openai", env.OPENAI_BASE_URL, options.apiKey)(model);
        const { createOpenAI } = await import("@ai-sdk/openai");
        return createOpenAI(options)(model);
      },
    },
  ],
  [
    "google",
    {
      key: "GOOGLE_GENERATIVE_AI_API_KEY",
      async load(model: string, env: Env) {
        const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
        const options = settings(
          env,
          "GOOGLE_GENERATIVE_AI_API_KEY",
          "GOOGLE_GENERATIVE_AI_BASE_URL",
        );
        return createGoogleGenerativeAI(options)(model);
      },
    },
  ],
  [
    "ollama",
    {
      key: null,
      load: (model: string, env: Env) =>
        compatible("ollama", ollamaUrl(env) ?? "", undefined)(model),
      check: (model: string, env: Env, signal: AbortSignal) =>
        checkOllama(ollamaUrl(env) ?? "", model, signal),
    },
  ],
]);

export type ProviderModel = {
  readonly load: () => Promise<LanguageModelV4>;
  readonly check: (signal: AbortSignal) => Promise<ModelCheck | undefined>;
};

/** How to load and to check the model that a setting names; undefined when it names no provider. */
export function openProvider(name: string, env: Env): ProviderModel | undefined {
  const [provider = "", ...rest] = name.split("/");
  const known = PROVIDERS.get(provider);
  const model = rest.join("/");
  if (!known || model === "") return undefined;
  const isElsewhere = env[`${provider.toUpperCase()}_BASE_URL`];
  if (known.key !== null && !env[known.key] && !isElsewhere) {
    const message = `The model "${name}" needs a key. Set ${known.key}, or use the model "offline", which needs none.`;
    throw new CapstanError("SETTINGS_INVALID", message);
  }
  return {
    load: () => known.load(model, env),
    check: async (signal) => known.check?.(model, env, signal),
  };
}

/** The key of the model's provider, if it has one. */
export function providerSecrets(name: string, env: Env): readonly string[] {
  const key = PROVIDERS.get(name.split("/")[0] ?? "")?.key;
  return [key ? env[key] : undefined].filter((value) => value !== undefined);
}

function settings(env: Env, key: string, url: string) {
  const [apiKey, baseURL] = [env[key], env[url]];
  return { ...(apiKey && { apiKey }), ...(baseURL && { baseURL }) };
}

function compatible(name: string, baseURL: string, apiKey: string | undefined) {
  return async (model: string): Promise<LanguageModelV4> => {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    const options = { name, baseURL, includeUsage: true, ...(apiKey && { apiKey }) };
    return createOpenAICompatible(options)(model);
  };
}
