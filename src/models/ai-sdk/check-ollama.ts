import * as z from "zod";
import type { ModelCheck } from "../model.ts";
import { askOllama } from "./ask-ollama.ts";

const Tags = z.object({ models: z.array(z.object({ name: z.string() })) });
const MOST_NAMED = 5;

/** What an Ollama has; undefined where the address is of something else that speaks its dialect. */
export async function checkOllama(
  base: string,
  wanted: string,
  signal: AbortSignal,
): Promise<ModelCheck | undefined> {
  const { host } = new URL(base);
  let answer: unknown;
  try {
    answer = await askOllama(`${base.replace(/\/v1\/?$/, "")}/api/tags`, signal);
  } catch (error) {
    // Somebody answers, who is no Ollama.
    if (error instanceof SyntaxError) return undefined;
    const message = `no Ollama answers at ${host}. Start it with "ollama serve", or set OLLAMA_HOST.`;
    return { state: "unreachable", message };
  }
  const tags = Tags.safeParse(answer);
  if (!tags.success) return undefined;
  const names = tags.data.models.map(({ name }) => name);
  if (names.includes(wanted) || names.includes(`${wanted}:latest`)) {
    return { state: "ok", message: `Ollama at ${host} has it (${counted(names.length)}).` };
  }
  const has = names.length === 0 ? "no model yet" : names.slice(0, MOST_NAMED).join(", ");
  const message = `Ollama at ${host} does not have it. It has ${has}. Fetch it with: ollama pull ${wanted}`;
  return { state: "model_unknown", message };
}

function counted(models: number): string {
  return models === 1 ? "1 model" : `${models} models`;
}
