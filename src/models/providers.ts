export type Provider = {
  /** What stands before the `/` of its models' names. */
  readonly id: string;
  readonly name: string;
  /** The model to begin with, by its whole name. */
  readonly model: string;
  /** The variable that holds its key; null where none is needed. */
  readonly key: string | null;
  /** The variable with another address than the provider's own. */
  readonly url: string;
};

/** In this order: the first whose key is in the environment answers where no model was chosen. */
export const PROVIDERS: readonly Provider[] = [
  {
    id: "anthropic",
    name: "Anthropic",
    model: "anthropic/claude-sonnet-4-5",
    key: "ANTHROPIC_API_KEY",
    url: "ANTHROPIC_BASE_URL",
  },
  {
    id: "openai",
    name: "OpenAI",
    model: "openai/gpt-5",
    key: "OPENAI_API_KEY",
    url: "OPENAI_BASE_URL",
  },
  {
    id: "google",
    name: "Google",
    model: "google/gemini-2.5-flash",
    key: "GOOGLE_GENERATIVE_AI_API_KEY",
    url: "GOOGLE_GENERATIVE_AI_BASE_URL",
  },
  {
    id: "ollama",
    name: "Ollama",
    model: "ollama/llama3.2",
    key: null,
    url: "OLLAMA_BASE_URL",
  },
];

/** The provider of a model's whole name; undefined for one that names none, or no model of it. */
export function providerOf(model: string): Provider | undefined {
  const [id = "", ...rest] = model.split("/");
  return rest.join("/") === "" ? undefined : PROVIDERS.find((provider) => provider.id === id);
}

type Env = Readonly<Record<string, string | undefined>>;

/** What a person gave for the models of a provider while the server runs. */
export type ProviderAccess = { readonly key?: string; readonly baseUrl?: string };

/** The environment with it. A key that stands there already wins, together with its address. */
export function withAccess(env: Env, model: string, { key, baseUrl }: ProviderAccess): Env {
  const provider = providerOf(model);
  if (!provider || (provider.key !== null && env[provider.key])) return env;
  return {
    ...env,
    ...(provider.key !== null && key !== undefined && { [provider.key]: key }),
    ...(baseUrl !== undefined && { [provider.url]: baseUrl }),
  };
}
