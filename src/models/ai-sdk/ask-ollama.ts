import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";

const MOST_BYTES = 1_000_000;

/** Ollama's own interface, for what the one that it shares with OpenAI does not tell. */
export async function askOllama(
  url: string,
  signal: AbortSignal,
  body?: unknown,
): Promise<unknown> {
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
