import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Model, ModelReply } from "../../src/models/model.ts";
import { longestHold } from "../cpu-ms.ts";
import { type Harness, openHarness } from "../harness.ts";
import { type Live, startLive } from "../live-server.ts";
import { usually } from "../runs.ts";

const isOnPostgres = process.env.CAPSTAN_TEST_STORE === "postgres";

describe("A88: a body of four megabytes", () => {
  const SIZE = 3_900_000;
  const many = (open: string, close: string, item: (index: number) => string) => {
    const items: string[] = [];
    for (let size = 0, index = 0; size < SIZE; index++) {
      const text = item(index);
      items.push(text);
      size += text.length + 1;
    }
    return open + items.join(",") + close;
  };
  const text = (piece: string) => JSON.stringify(piece.repeat(Math.floor(SIZE / piece.length)));

  const BODIES: Readonly<Record<string, string>> = {
    "small keys": many("{", "}", (index) => `"k${index}":${index}`),
    "keys in the wrong order": many("{", "}", (index) => `"${9_000_000 - index}z":1`),
    numbers: many("[", "]", () => "1"),
    "empty lists": many("[", "]", () => "[]"),
    "small objects": many("[", "]", () => '{"a":"b"}'),
    "deep lists": many("[", "]", () => "[".repeat(80) + "]".repeat(80)),
    "as many keys as there may be": `{${Array.from({ length: 12_000 }, (_, index) => `"k${20_000 - index}":{"v":"${"x".repeat(250)}"}`).join(",")}}`,
    "one text": text("lorem ipsum "),
    "one word": text("a"),
    "what looks like secrets": text("password=x "),
    "what looks like keys": text("sk-ant-api03-AAAAAAAAAAAAAAAAAAAAAAAA "),
    "what looks like addresses": text("http://a:b@c "),
    "beginnings of keys": text("-----BEGIN PRIVATE KEY----- "),
    escapes: `"${"\\u0041".repeat(SIZE / 6)}"`,
    "quotes in a text": text('\\"'),
  };

  let live: Live;
  let session: string;
  beforeAll(async () => {
    live = await startLive({ settings: { limits: { seal_every_ms: 600_000 } } });
    session = (await live.call<{ id: string }>("POST", "/v1/sessions", {})).body.id;
  });
  afterAll(() => live.stop());

  const post = (path: string, body: string) => () =>
    fetch(live.url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${live.key}` },
      body,
    }).then((response) => response.text());

  const tool = (name: string) => `/v1/tools/builtin:${name}/invoke`;
  /** Refused before anything is written: whichever store there is. */
  const refused = (body: string) => [
    post(tool("test_math:add"), `{"inputs":${body}}`),
    post("/v1/capabilities", `{"id":"x","name":"y","description":"z","tools":${body}}`),
  ];

  /** One for each part that reads them: the parser, the sorting of keys, and the search for secrets. */
  const USUAL = ["small keys", "keys in the wrong order", "deep lists", "what looks like secrets"];

  test.each(usually(Object.entries(BODIES), ([name]) => USUAL.includes(name)))(
    "of %s holds nobody up",
    { timeout: 60_000 },
    async (_, body) => {
      const requests = [
        post(
          tool("session_file_system:write_file"),
          `{"session_id":"${session}","inputs":{"path":"/a","content":${body}}}`,
        ),
        post(`/v1/sessions/${session}/messages`, `{"content":${body}}`),
        ...(isOnPostgres ? [] : refused(body)),
      ];
      for (const request of requests) {
        const first = await longestHold(request);
        // Other work on the machine holds up once; a body that does holds up every time.
        expect(first < 300 ? first : await longestHold(request)).toBeLessThan(300);
      }
    },
  );
});

describe("A103: what a model may ask for at once", () => {
  let harness: Harness | undefined;
  afterEach(() => harness?.close());

  const answering = (reply: (before: number) => ModelReply): Model => ({
    respond: async ({ callsBefore }) => reply(callsBefore),
  });
  const add = { name: "add", input: { a: 1, b: 2 } };
  const done = { text: "done", toolCalls: [] };

  test.each([65, 1_000, 50_000])(
    "of %i calls in one answer 64 are made, and it is told of the rest",
    async (count) => {
      const calls = Array.from({ length: count }, () => add);
      const model = answering((before) => (before === 0 ? { text: "", toolCalls: calls } : done));
      harness = await openHarness({ model });
      const { id } = await harness.openSession();
      expect((await harness.say(id)).state).toBe("completed");
      const messages = (await harness.store.sessions.messages(id, { limit: 200, offset: 0 })).items;
      const results = messages.filter(({ role }) => role === "tool");
      expect(results).toHaveLength(65);
      expect(results.filter(({ content }) => content.includes('"result":3'))).toHaveLength(64);
      expect(results.at(-1)?.content).toContain(`${count - 64} of ${count} were not made`);
    },
  );

  const long = "x".repeat(2_000);
  test.each<[string, Model]>([
    ["text", answering(() => ({ text: long, toolCalls: [] }))],
    ["input", answering(() => ({ text: "", toolCalls: [{ name: "add", input: { a: long } }] }))],
    ["name", answering(() => ({ text: "", toolCalls: [{ name: long, input: {} }] }))],
    ["stream", { respond: async ({ onText }) => endless(() => onText?.("word ")) }],
    ["stream of nothing", { respond: async ({ onText }) => endless(() => onText?.("")) }],
  ])("an answer whose %s has no end is none", async (_, model) => {
    harness = await openHarness({
      model,
      limits: { answer_characters: 1_000, answer_deltas: 150 },
    });
    const { id } = await harness.openSession();
    const { state } = await harness.say(id);
    expect(state).toBe("failed");
    const messages = (await harness.store.sessions.messages(id, { limit: 200, offset: 0 })).items;
    expect(JSON.stringify(messages).length).toBeLessThan(2_000);
    expect(harness.engine.partialAnswers.size).toBe(0);
  });

  test("one actor asks as often in a hundred sessions as in one", async () => {
    harness = await openHarness();
    const states: string[] = [];
    for (let n = 0; n < 40; n++) {
      const { id } = await harness.openSession();
      const { state } = await harness.invoke(
        "builtin:witness:append",
        { line: `${n}` },
        { sessionId: n % 2 ? id : null },
      );
      states.push(state);
    }
    expect(states.filter((state) => state === "input_required")).toHaveLength(30);
  });
});

function endless(write: () => void): never {
  for (;;) write();
}
