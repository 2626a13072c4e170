import { describe, expect, onTestFinished, test } from "vitest";
import { type FakeAnswer, startFakeProvider } from "../../test/fake-provider.ts";
import { openApi } from "../../test/open-api.ts";
import { openModel } from "../app/open-model.ts";
import type { ChosenModel } from "../app/settings.ts";

const KEY = "sk-live-Zq81vB60xTtr47LmPw";
const ADMIN = { as: "admin" } as const;

type Model = { readonly name: string; readonly source: string; readonly is_offline: boolean };
type Problem = { readonly code: string; readonly message: string; readonly state?: string };
type Body = { readonly name?: string; readonly key?: string; readonly base_url?: string };

/** A server whose model nobody chose, and a provider on loopback. */
async function open(answers: FakeAnswer[] = [], chosen?: ChosenModel) {
  const provider = await startFakeProvider("openai", answers);
  const api = await openApi({
    ...(chosen && { chosen }),
    openModel: (name, access) => openModel(name, {}, access),
  });
  onTestFinished(async () => {
    await api.close();
    await provider.stop();
  });
  const wanted = { name: "openai/fake", key: KEY, base_url: provider.url };
  const connect = <T = Model>(body: Body = {}, as: "admin" | "owner" = "admin") =>
    api.request<T>("PUT", "/v1/model", { as, body: { ...wanted, ...body } });
  const model = async () => (await api.get<Model>("/v1/model")).body;
  const secrets = async () => (await api.get<{ items: { name: string }[] }>("/v1/secrets")).body;
  /** What the provider was sent in place of a key, request by request. */
  const keysSent = () => provider.asked.map(({ headers }) => headers.authorization);
  return { api, provider, connect, model, secrets, keysSent, wanted };
}

describe("connecting a model", () => {
  test("the next turn is answered by it, without a restart", async () => {
    const { api, connect, model, keysSent } = await open([
      { text: "ok" },
      { text: "Hello there." },
    ]);
    expect(await model()).toMatchObject({ name: "offline", source: "default", is_offline: true });
    const answer = await connect();
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ name: "openai/fake", source: "connected" });

    const session = await api.openSession();
    await api.say(session.id, "hello");
    const { body } = await api.get<{ items: { content: string }[] }>(
      `/v1/sessions/${session.id}/messages`,
    );
    expect(body.items.at(-1)?.content).toBe("Hello there.");
    expect(keysSent()).toEqual([`Bearer ${KEY}`, `Bearer ${KEY}`]);
  });

  test("an agent that names another model of the provider gets the key as well", async () => {
    const { api, connect, provider, keysSent } = await open([{ text: "ok" }, { text: "Hi." }]);
    await connect();
    const agent = { name: "other", model: "openai/other", capabilities: [] };
    const { body } = await api.post<{ id: string }>("/v1/agents", agent);
    const session = await api.openSession({ agentId: body.id });
    expect((await api.say(session.id, "hello")).state).toBe("completed");
    expect(provider.asked.map((it) => it.body.model)).toEqual(["fake", "other"]);
    expect(keysSent().at(-1)).toBe(`Bearer ${KEY}`);
  });

  test.each<{ answer: FakeAnswer; state: string; says: RegExp }>([
    {
      answer: { status: 401, says: `Incorrect API key provided: ${KEY}.` },
      state: "key_refused",
      says: /^openai\/fake was not connected: the key was refused \(401\)/,
    },
    { answer: { status: 404 }, state: "model_unknown", says: /no such model.*\(404\)/ },
    { answer: { status: 429 }, state: "rate_limited", says: /too many requests.*\(429\)/ },
    { answer: { status: 500 }, state: "failed", says: /was not connected: 500/ },
  ])("nothing is kept of one that answers $state", async ({ answer, state, says }) => {
    const { api, connect, model, secrets, provider } = await open([answer]);
    const { status, body } = await connect<Problem>();
    expect([status, body.code]).toEqual([422, "MODEL_REFUSED"]);
    expect(JSON.stringify(body)).toContain(state);
    expect(body.message).toMatch(says);
    expect(JSON.stringify(body)).not.toContain(KEY);
    expect(provider.asked).toHaveLength(1);
    expect(await model()).toMatchObject({ name: "offline", source: "default" });
    expect((await secrets()).items).toEqual([]);
    expect(await api.audited()).not.toContain("model.connected");
  });

  test("a provider that cannot be reached is said to be so", async () => {
    const { connect } = await open();
    const { status, body } = await connect<Problem>({ base_url: "http://127.0.0.1:1/v1" });
    expect([status, body.code]).toEqual([422, "MODEL_REFUSED"]);
    expect(JSON.stringify(body)).toContain("unreachable");
  });

  test("a connected model stays when the next one is refused", async () => {
    const { connect, model } = await open([{ text: "ok" }, { status: 401 }]);
    await connect();
    expect((await connect({ name: "openai/better", key: "sk-other-55Kq0" })).status).toBe(422);
    expect(await model()).toMatchObject({ name: "openai/fake", source: "connected" });
  });

  test("another model of the same provider needs no key again, unless it lives elsewhere", async () => {
    const { api, connect, model, keysSent, wanted } = await open();
    const elsewhere = await startFakeProvider("openai", []);
    onTestFinished(() => elsewhere.stop());
    await connect();
    const { key: _, ...keyless } = wanted;
    const put = (body: Body) =>
      api.request("PUT", "/v1/model", { ...ADMIN, body: { ...keyless, ...body } });
    expect((await put({ name: "openai/other" })).status).toBe(200);
    expect(keysSent()).toEqual([`Bearer ${KEY}`, `Bearer ${KEY}`]);
    expect((await put({ base_url: elsewhere.url })).status).toBe(200);
    expect(elsewhere.asked.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    expect(await model()).toMatchObject({ name: "openai/fake", source: "connected" });
  });

  test.each([
    { body: { name: "offline" }, says: /"offline" is no model of a provider/ },
    { body: { name: "scripted:/etc/passwd" }, says: /is no model of a provider/ },
    { body: { name: "openai/" }, says: /is no model of a provider/ },
    { body: { name: "__proto__/x" }, says: /is no model of a provider/ },
    { body: { key: "abc" }, says: /"key" is too short or too common/ },
    { body: { key: `${KEY} ` }, says: /key.*without a space/ },
    { body: { name: `openai/${KEY}` }, says: /holds the key/ },
    { body: { base_url: `http://127.0.0.1:1/?key=${KEY}` }, says: /holds the key/ },
    { body: { base_url: "http://me:secret@127.0.0.1:1/" }, says: /must not hold a name or a pass/ },
    { body: { base_url: "file:///etc/passwd" }, says: /base_url/ },
    { body: { name: "ollama/small" }, says: /Ollama takes no key/ },
  ])("$body.name $body.base_url is refused, and nobody is asked", async ({ body, says }) => {
    const { connect, provider } = await open();
    const answer = await connect<Problem>(body);
    expect(answer.status).toBe(422);
    expect(answer.body.message).toMatch(says);
    expect(answer.body.message).not.toContain(KEY);
    expect(provider.asked).toEqual([]);
  });

  test("a provider that needs a key is not asked without one", async () => {
    const { api } = await open();
    const body = { name: "anthropic/claude-sonnet-4-5" };
    const answer = await api.request<Problem>("PUT", "/v1/model", { ...ADMIN, body });
    expect([answer.status, answer.body.message]).toEqual([
      422,
      expect.stringMatching(/needs a key/),
    ]);
  });

  test.each<ChosenModel>([
    { source: "environment", by: "CAPSTAN_MODEL" },
    { source: "environment", by: "ANTHROPIC_API_KEY" },
    { source: "settings", by: '"model" in settings.json' },
  ])("what the $source names by $by wins, and the refusal says it", async (chosen) => {
    const { api, connect, provider } = await open([], chosen);
    const { status, body } = await connect<Problem>();
    expect([status, body.code]).toEqual([409, "STATE_CONFLICT"]);
    expect(body.message).toContain(chosen.by);
    expect(provider.asked).toEqual([]);
    const { body: model } = await api.get("/v1/model");
    expect(model).toMatchObject({ source: chosen.source, chosen_by: chosen.by });
  });

  test("only an admin connects and disconnects", async () => {
    const { api, connect, provider } = await open();
    expect((await connect({}, "owner")).status).toBe(403);
    expect((await api.request("DELETE", "/v1/model")).status).toBe(403);
    expect(provider.asked).toEqual([]);
  });

  test("disconnecting forgets the model and every key", async () => {
    const { api, connect, model, secrets } = await open();
    await connect();
    const second = await startFakeProvider("anthropic", []);
    onTestFinished(() => second.stop());
    await connect({ name: "anthropic/fake", key: "sk-ant-77Yt1Qe", base_url: second.url });
    expect((await secrets()).items.map(({ name }) => name)).toEqual([
      "CAPSTAN_MODEL_ANTHROPIC",
      "CAPSTAN_MODEL_OPENAI",
    ]);
    const { status, body } = await api.request<Model>("DELETE", "/v1/model", ADMIN);
    expect([status, body.name, body.source]).toEqual([200, "offline", "default"]);
    expect((await secrets()).items).toEqual([]);
    expect(await model()).toMatchObject({ name: "offline" });
    // Nothing is left to forget: nothing is put on record.
    await api.request("DELETE", "/v1/model", ADMIN);
    const types = (await api.audited()).filter((type) => type.startsWith("model."));
    expect(types).toEqual(["model.connected", "model.connected", "model.disconnected"]);
  });
});

describe("the key of a connected model", () => {
  test("X23: stands in nothing that is stored, answered or reported, not even when the provider repeats it", async () => {
    const { api, connect } = await open([
      { text: "ok" },
      { status: 401, says: `Incorrect API key provided: ${KEY}.` },
      { text: `Your key is ${KEY}.` },
    ]);
    await connect();
    const session = await api.openSession();
    expect((await api.say(session.id, "hello")).state).toBe("failed");
    const other = await api.openSession();
    expect((await api.say(other.id, `is ${KEY} a key?`)).state).toBe("completed");
    const seen = JSON.stringify([
      await api.records(),
      (await api.get(`/v1/sessions/${session.id}/events`)).body,
      (await api.get(`/v1/sessions/${other.id}/events`)).body,
      (await api.get(`/v1/sessions/${other.id}/messages`)).body,
      (await api.get("/v1/secrets")).body,
      (await api.get("/v1/model")).body,
      await api.store.system.note("model.connected"),
      await api.store.secrets.list(),
      api.reported.map(String),
    ]);
    expect(seen).toContain("Your key is");
    expect(seen).not.toContain(KEY);
    expect(seen).not.toContain(Buffer.from(KEY).toString("base64"));
  });

  test("no tool, setting or request can use, replace or remove it as a secret", async () => {
    const { api, connect, secrets } = await open();
    await connect();
    const reference = `\${secret:${"CAPSTAN_MODEL_OPENAI"}}`;
    const inputs = { line: reference };
    const outcome = await api.invoke("builtin:witness:append_freely", inputs);
    expect(outcome).toMatchObject({ state: "failed", error: { code: "SECRET_NOT_ALLOWED" } });
    expect(api.lines()).toEqual([]);
    expect(() => api.gate.secrets.fill(reference)).toThrow(/is the key of a connected model/);
    const path = "/v1/secrets/CAPSTAN_MODEL_OPENAI";
    const body = { value: "sk-mine-000111", tools: ["*"] };
    expect((await api.request("PUT", path, { ...ADMIN, body })).status).toBe(422);
    expect((await api.request("DELETE", path, ADMIN)).status).toBe(422);
    expect((await secrets()).items).toMatchObject([
      { name: "CAPSTAN_MODEL_OPENAI", is_reserved: true, tools: [] },
    ]);
  });
});
