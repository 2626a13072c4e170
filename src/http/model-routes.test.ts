import { describe, expect, onTestFinished, test } from "vitest";
import { type FakeAnswer, startFakeProvider } from "../../test/fake-provider.ts";
import { openApi } from "../../test/open-api.ts";
import { openModel } from "../app/open-model.ts";
import { startFakeServer } from "../cli/testing/fake-server.ts";

test.each([
  { model: "offline", isOffline: true },
  { model: "anthropic/claude-sonnet-5", isOffline: false },
])("says that $model answers where an agent names no model", async ({ model, isOffline }) => {
  const api = await openApi({ settings: { model } });
  onTestFinished(() => api.close());
  const { status, body } = await api.get("/v1/model");
  expect(status).toBe(200);
  expect(body).toEqual({
    name: model,
    is_offline: isOffline,
    source: "default",
    chosen_by: null,
    providers: [
      { id: "anthropic", name: "Anthropic", model: "anthropic/claude-sonnet-4-5", needs_key: true },
      { id: "openai", name: "OpenAI", model: "openai/gpt-5", needs_key: true },
      { id: "google", name: "Google", model: "google/gemini-2.5-flash", needs_key: true },
      { id: "ollama", name: "Ollama", model: "ollama/llama3.2", needs_key: false },
    ],
  });
});

type Check = { readonly name: string; readonly state: string; readonly message: string };
const KEY = "sk-test-0123456789abcdefghij";

/** What the server says of a model whose provider is to be found by these variables. */
async function check(model: string, env: NodeJS.ProcessEnv) {
  const api = await openApi({ settings: { model }, model: openModel(model, env) });
  onTestFinished(() => api.close());
  const { status, body } = await api.post<Check>("/v1/model/check");
  expect(status).toBe(200);
  expect(body.name).toBe(model);
  expect(JSON.stringify(body)).not.toContain(KEY);
  return { state: body.state, message: body.message };
}

describe.each(["openai", "anthropic"] as const)("a check of a model of %s", (dialect) => {
  test.each<{ answer: FakeAnswer; state: string; says: RegExp }>([
    { answer: { text: "ok" }, state: "ok", says: /accepted the key and the model/ },
    {
      answer: { status: 401, says: `Incorrect API key provided: ${KEY}.` },
      state: "key_refused",
      says: /^the key was refused \(401\)\. Incorrect API key/,
    },
    { answer: { status: 404 }, state: "model_unknown", says: /no such model.*\(404\)/ },
    { answer: { status: 429 }, state: "rate_limited", says: /too many requests.*\(429\)/ },
    { answer: { status: 500 }, state: "failed", says: /^500\. Not now/ },
  ])("says $state", async ({ answer, state, says }) => {
    const provider = await startFakeProvider(dialect, [answer]);
    onTestFinished(() => provider.stop());
    const name = dialect.toUpperCase();
    const env = { [`${name}_BASE_URL`]: provider.url, [`${name}_API_KEY`]: KEY };
    expect(await check(`${dialect}/fake`, env)).toEqual({
      state,
      message: expect.stringMatching(says),
    });
    // One request, and a small one.
    expect(provider.asked).toHaveLength(1);
    expect(JSON.stringify(provider.asked[0]?.body).length).toBeLessThan(500);
  });
});

test("a provider where nobody listens cannot be reached", async () => {
  const env = { OPENAI_BASE_URL: "http://127.0.0.1:1/v1", OPENAI_API_KEY: KEY };
  expect(await check("openai/fake", env)).toMatchObject({ state: "unreachable" });
});

test("the model that ships says that there is nobody to ask", async () => {
  expect(await check("offline", {})).toEqual({
    state: "ok",
    message: "built in, there is no provider to ask.",
  });
});

test.each([
  { wanted: "small", state: "ok", says: /^Ollama at 127\.0\.0\.1:\d+ has it \(2 models\)\.$/ },
  {
    wanted: "huge",
    state: "model_unknown",
    says: /does not have it\. It has small:latest, other:7b\. Fetch it with: ollama pull huge$/,
  },
])("of an Ollama it says what that has: $wanted is $state", async ({ wanted, state, says }) => {
  const ollama = await startFakeServer({
    "GET /api/tags": { body: { models: [{ name: "small:latest" }, { name: "other:7b" }] } },
  });
  onTestFinished(() => ollama[Symbol.asyncDispose]());
  expect(await check(`ollama/${wanted}`, { OLLAMA_HOST: ollama.url })).toEqual({
    state,
    message: expect.stringMatching(says),
  });
});

test("an Ollama that does not run is said to be missing, and how to start it", async () => {
  expect(await check("ollama/small", { OLLAMA_HOST: "127.0.0.1:1" })).toEqual({
    state: "unreachable",
    message: 'no Ollama answers at 127.0.0.1:1. Start it with "ollama serve", or set OLLAMA_HOST.',
  });
});
