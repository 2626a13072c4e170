import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import * as z from "zod";
import { ollamaUrl } from "../models/ai-sdk/ollama-url.ts";

export type LocalModel = { readonly name: string; readonly url: string };

/** How long a start may wait for it. With nobody there it is over at once. */
const DEADLINE_MS = 150;
const MOST_BYTES = 1_000_000;
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
    const { models } = Tags.parse(await ask(`${root}/api/tags`, signal));
    for (const { name } of models) {
      const shown = await ask(`${root}/api/show`, signal, { model: name });
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

async function ask(url: string, signal: AbortSignal, body?: unknown): Promise<unknown> {
  const send = url.startsWith("https:") ? requestHttps : requestHttp;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sent = send(url, { method: body ? "POST" : "GET", signal, agent: false }, (answer) => {
    const chunks: Buffer[] = [];
    let size = 0;
    answer.on("data", (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > MOST_BYTES) sent.destroy(new Error("The answer is too long."));
      else chunks.push(chunk);
    });
    answer.on("error", reject);
    answer.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
  });
  sent.on("socket", (socket) => socket.unref());
  sent.on("error", reject);
  sent.end(body && JSON.stringify(body));
  return JSON.parse(await promise);
}
