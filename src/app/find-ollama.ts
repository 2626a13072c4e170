import * as z from "zod";
import { askOllama } from "../models/ai-sdk/ask-ollama.ts";
import { ollamaUrl } from "../models/ai-sdk/ollama-url.ts";

export type LocalModel = { readonly name: string; readonly url: string };

/** How long a start may wait for it. With nobody there it is over at once. */
const DEADLINE_MS = 150;
const Tags = z.object({ models: z.array(z.object({ name: z.string() })) });
const Shown = z.object({ capabilities: z.array(z.string()).optional() });

/**
 * Begins to look for an Ollama, and gives the function that waits for what was found. Time counts only
 * while somebody waits: opening a database meanwhile would use it up before any answer is read.
 */
export function findOllama(env: NodeJS.ProcessEnv): () => Promise<LocalModel | undefined> {
  const search = new AbortController();
  const finding = firstWithTools(env, search.signal);
  return async () => {
    const timer = setTimeout(() => search.abort(), DEADLINE_MS);
    return finding.finally(() => clearTimeout(timer));
  };
}

/** The first model that can call tools; undefined when there is none. */
async function firstWithTools(
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<LocalModel | undefined> {
  const base = ollamaUrl(env);
  if (base === undefined) return undefined;
  const root = base.replace(/\/v1\/?$/, "");
  try {
    const { models } = Tags.parse(await askOllama(`${root}/api/tags`, signal));
    for (const { name } of models) {
      const shown = await askOllama(`${root}/api/show`, signal, { model: name });
      // One from before these were told may well call tools.
      const { capabilities = ["tools"] } = Shown.parse(shown);
      if (capabilities.includes("tools")) return { name: `ollama/${name}`, url: base };
    }
    return undefined;
  } catch {
    // Nobody there, too slow, or something else on that port: then it is as if there were none.
    return undefined;
  }
}
