import type { LanguageModelV4 } from "@ai-sdk/provider";
import { CapstanError } from "../../base/errors.ts";
import type { ModelCheck } from "../model.ts";
import { providerOf } from "../providers.ts";
import { checkOllama } from "./check-ollama.ts";
import { ollamaUrl } from "./ollama-url.ts";

type Env = Readonly<Record<string, string | undefined>>;

type Loader = {
  readonly load: (model: string, env: Env) => Promise<LanguageModelV4>;
  /** What to ask first for a check, where there is something cheaper than an answer. */
  readonly check?: (
    model: string,
    env: Env,
    signal: AbortSignal,
  ) => Promise<ModelCheck | undefined>;
};

/** By the id of the provider: each loads only when it is used. */
const LOADERS: ReadonlyMap<string, Loader> = new Map<string, Loader>([
  [
    "anthropic",
    {
      async load(model: string, env: Env) {
        const { createAnthropic } = await import("@ai-sdk/anthropic");
        return createAnthropic(settings(env, "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"))(model);
      },
    },
  ],
  [
    "openai",
    {
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
  const provider = providerOf(name);
  const loader = provider && LOADERS.get(provider.id);
  if (!provider || !loader) return undefined;
  const model = name.slice(provider.id.length + 1);
  if (provider.key !== null && !env[provider.key] && !env[provider.url]) {
    const message = `The model "${name}" needs a key. Connect it: capstan model connect ${provider.id}. Or set ${provider.key}, or use the model "offline", which needs none.`;
    throw new CapstanError("SETTINGS_INVALID", message);
  }
  return {
    load: () => loader.load(model, env),
    check: async (signal) => loader.check?.(model, env, signal),
  };
}

/** The key of the model's provider, if it has one. */
export function providerSecrets(name: string, env: Env): readonly string[] {
  const key = providerOf(name)?.key;
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
