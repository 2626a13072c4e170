import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import * as z from "zod";
import { ollamaUrl } from "../models/ai-sdk/ollama-url.ts";

export type LocalModel = { readonly name: string; readonly url: string };

/** The whole search: with nobody there it is over at once, and nobody waits longer for a start. */
const DEADLINE_MS = 150;
const MOST_BYTES = 1_000_000;
const Tags = z.object({ models: z.array(z.object({ name: z.string() })) });
const Shown = z.object({ capabilities: z.array(z.string()).optional() });

/** The first model of a local Ollama that can call tools; undefined when there is none in time. */
export async function findOllama(env: NodeJS.ProcessEnv): Promise<LocalModel | undefined> {
  const base = ollamaUrl(env);
  if (base === undefined) return undefined;
  const root = base.replace(/\/v1\/?$/, "");
  const signal = AbortSignal.timeout(DEADLINE_MS);
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
  sent.on("error", reject);
  sent.end(body && JSON.stringify(body));
  return JSON.parse(await promise);
}
