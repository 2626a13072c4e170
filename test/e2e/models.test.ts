import { afterEach, describe, expect, test } from "vitest";
import { openModel } from "../../src/app/open-model.ts";
import type { JsonObject } from "../../src/base/json.ts";
import { type Dialect, type FakeAnswer, startFakeProvider } from "../fake-provider.ts";
import { type Harness, openHarness } from "../harness.ts";

let harness: Harness | undefined;
let stop = async () => {};
afterEach(async () => {
  await harness?.close();
  await stop();
});

const SHORT_SILENCE = { limits: { model_silence_s: 0.8 } };
const NAMES = { openai: "openai/fake", anthropic: "anthropic/fake" };

async function open(
  dialect: Dialect,
  answers: FakeAnswer[],
  options: Parameters<typeof openHarness>[0] = {},
) {
  const provider = await startFakeProvider(dialect, answers);
  stop = provider.stop;
  const env = {
    OPENAI_BASE_URL: provider.url,
    ANTHROPIC_BASE_URL: provider.url,
    OPENAI_API_KEY: "sk-test",
    ANTHROPIC_API_KEY: "sk-test",
  };
  const opened = await openHarness({
    settings: { model: NAMES[dialect] },
    model: openModel(NAMES[dialect], env),
    ...options,
  });
  harness = opened;
  const { id } = await opened.openSession();
  const told: string[] = [];
  opened.engine.deltas.listen(id, (delta) => "text" in delta && told.push(delta.text));
  const messages = async () =>
    (await opened.store.sessions.messages(id, { limit: 50, offset: 0 })).items;
  const failure = async () => {
    const { items } = await opened.store.sessions.events(id, { since: 0, limit: 50, offset: 0 });
    return JSON.stringify(items.findLast(({ type }) => type === "turn.failed")?.data ?? null);
  };
  return { ...opened, provider, id, told, messages, failure };
}

describe.each<Dialect>(["openai", "anthropic"])("a model that speaks %s", (dialect) => {
  test("E7, P27: streams its text, calls a tool through the gate, and answers from the result", async () => {
    const api = await open(dialect, [
      { call: { name: "add", input: { a: 2, b: 40 } } },
      { text: "It is forty-two, as you might have guessed.", pieces: 5 },
    ]);
    expect((await api.say(api.id, "add 2 and 40")).state).toBe("completed");
    const all = await api.messages();
    expect(all.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
    expect(all[2]?.content).toBe('{"result":42}');
    expect(all[3]).toMatchObject({
      content: "It is forty-two, as you might have guessed.",
      usage: { inputTokens: 10, outputTokens: 5 },
    });
    expect(api.told.join("")).toBe("It is forty-two, as you might have guessed.");
    expect(api.told.length).toBeGreaterThan(1);

    const [first, second] = api.provider.asked;
    const tools = first?.body.tools as JsonObject[];
    const names = tools.map((tool) => tool.name ?? (tool.function as JsonObject).name);
    expect(names).toContain("add");
    for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(JSON.stringify(second?.body.messages)).toContain("42");
    const key = first?.headers.authorization ?? first?.headers["x-api-key"];
    expect(key).toContain("sk-test");
  });

  test("a 429 and a 503 are tried again, and nothing shows of them", async () => {
    const api = await open(dialect, [
      { status: 429, retryAfter: "0" },
      { status: 503, retryAfter: "0" },
      { text: "Here now." },
    ]);
    expect((await api.say(api.id, "hello")).state).toBe("completed");
    expect(api.provider.asked).toHaveLength(3);
    expect((await api.messages()).at(-1)?.content).toBe("Here now.");
  });

  test("a key that is refused is not tried again, and the session says what is wrong", async () => {
    const api = await open(dialect, [{ status: 401 }]);
    expect((await api.say(api.id, "hello")).state).toBe("failed");
    expect(api.provider.asked).toHaveLength(1);
    expect(await api.failure()).toMatch(/MODEL_FAILED.*key was refused/);
  });

  test("a connection that is cut in the middle fails the turn; half an answer is not stored", async () => {
    const api = await open(dialect, [{ cut: "Half of" }]);
    expect((await api.say(api.id, "hello")).state).toBe("failed");
    expect((await api.messages()).map(({ role }) => role)).toEqual(["user"]);
    expect(await api.failure()).toContain("MODEL_FAILED");
    expect(api.told.join("")).toBe("Half of");
    // The session is not lost with it.
    expect((await api.say(api.id, "again")).state).toBe("completed");
  });

  test("a stream that is no stream fails the turn with a reason", async () => {
    const garbage = "data: {broken\n\n";
    const api = await open(
      dialect,
      Array.from({ length: 4 }, () => ({ garbage })),
    );
    expect((await api.say(api.id, "hello")).state).toBe("failed");
    expect(await api.failure()).toContain("MODEL_FAILED");
  }, 15_000);

  test.each([
    { when: "before its first byte", hang: "" },
    { when: "in the middle of its answer", hang: "Half of" },
  ])("a model that falls silent $when ends its turn, and says what to do", async ({ hang }) => {
    const api = await open(dialect, [{ hang }], SHORT_SILENCE);
    expect(await api.say(api.id, "hello")).toMatchObject({
      state: "failed",
      error: {
        code: "MODEL_SILENT",
        message: `${NAMES[dialect]} sent nothing for 0.8 s, and its answer was given up. Try again; if it needs longer, raise limits.model_silence_s in the settings.`,
        retryable: true,
      },
    });
    expect(api.told.join("")).toBe(hang);
    expect(api.provider.asked).toHaveLength(1);
    expect(api.reported).toMatchObject([{ code: "MODEL_SILENT" }]);
    expect((await api.say(api.id, "again")).state).toBe("completed");
  });

  test("a model that keeps sending is not cut off, also while it writes a call piece by piece", async () => {
    const call = { name: "add", input: { a: 2, b: 40 } };
    const slow = { everyMs: 250 };
    const answers = [
      { call, ...slow },
      { text: "It is forty-two.", pieces: 6, ...slow },
    ];
    const api = await open(dialect, answers, SHORT_SILENCE);
    const from = performance.now();
    expect((await api.say(api.id, "add 2 and 40")).state).toBe("completed");
    expect(performance.now() - from).toBeGreaterThan(1_000);
  });

  test("a provider that asks to be left alone for longer is not taken for silent", async () => {
    const api = await open(dialect, [{ status: 429, retryAfter: "2" }], SHORT_SILENCE);
    expect((await api.say(api.id, "hello")).state).toBe("completed");
  });

  test("X9: a tool that does not exist, and an input that does not fit, go back to the model", async () => {
    const api = await open(dialect, [
      { call: { name: "no_such_tool", input: {} } },
      { call: { name: "add", input: { a: "two" } } },
      { text: "I give up." },
    ]);
    expect((await api.say(api.id, "hello")).state).toBe("completed");
    const results = (await api.messages()).filter(({ role }) => role === "tool");
    expect(results[0]?.content).toContain("TOOL_NOT_FOUND");
    expect(results[1]?.content).toContain("INPUT_INVALID");
  });
});

test.each([
  ["anthropic/x", "ANTHROPIC_API_KEY"],
  ["openai/x", "OPENAI_API_KEY"],
  ["google/x", "GOOGLE_GENERATIVE_AI_API_KEY"],
])("%s without a key says which one, and that offline needs none", (name, key) => {
  expect(() => openModel(name, {})).toThrow(new RegExp(`${key}.*offline`));
});

test("a model that nobody knows is refused with the list of those that are", () => {
  expect(() => openModel("gpt5", {})).toThrow('"openai/<model>"');
});
