import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { findOllama as startSearch } from "./find-ollama.ts";

const findOllama = (env: NodeJS.ProcessEnv) => startSearch(env)();

async function serveOllama(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An Ollama with these models, and what each can do. */
const withModels =
  (models: Readonly<Record<string, readonly string[] | undefined>>): RequestListener =>
  (request, response) => {
    if (request.url === "/api/tags") {
      const names = Object.keys(models).map((name) => ({ name }));
      response.end(JSON.stringify({ models: names }));
      return;
    }
    request.on("data", (chunk: Buffer) => {
      const { model } = JSON.parse(chunk.toString()) as { model: string };
      response.end(JSON.stringify({ capabilities: models[model] }));
    });
  };

test("the first model of a local Ollama that calls tools is found", async () => {
  const host = await serveOllama(
    withModels({
      "nomic-embed-text:latest": ["embedding"],
      "llama3.2:3b": ["completion", "tools"],
    }),
  );
  const found = { name: "ollama/llama3.2:3b", url: `http://${host}/v1` };
  expect(await findOllama({ OLLAMA_HOST: host })).toEqual(found);
  expect(await findOllama({ OLLAMA_HOST: `http://${host}` })).toEqual(found);
  expect(await findOllama({ OLLAMA_BASE_URL: `http://${host}/v1` })).toEqual(found);
});

test("an Ollama that does not say what its models can do is used as well", async () => {
  const host = await serveOllama(withModels({ "mistral:7b": undefined }));
  expect(await findOllama({ OLLAMA_HOST: host })).toMatchObject({ name: "ollama/mistral:7b" });
});

test.each<{ what: string; listener: RequestListener }>([
  { what: "has no models", listener: withModels({}) },
  { what: "has none that calls tools", listener: withModels({ embed: ["embedding"] }) },
  { what: "is something else", listener: (_, response) => response.end("<html>") },
])("what $what is not used", async ({ listener }) => {
  expect(await findOllama({ OLLAMA_HOST: await serveOllama(listener) })).toBeUndefined();
});

test("nobody waits for one that is slow or away", async () => {
  const slow = await serveOllama(() => {});
  expect(await findOllama({ OLLAMA_HOST: slow })).toBeUndefined();
  expect(await findOllama({ OLLAMA_HOST: "127.0.0.1:1" })).toBeUndefined();
  expect(await findOllama({ OLLAMA_HOST: "no such host" })).toBeUndefined();
});

test("an answer that came while the process was busy counts", async () => {
  const host = await serveOllama(withModels({ "llama3.2:3b": ["tools"] }));
  const found = startSearch({ OLLAMA_HOST: host });
  for (const until = performance.now() + 300; performance.now() < until; );
  expect(await found()).toMatchObject({ name: "ollama/llama3.2:3b" });
});
