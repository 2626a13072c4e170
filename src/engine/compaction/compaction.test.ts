import { afterEach, describe, expect, test } from "vitest";
import { type Harness, openHarness } from "../../../test/harness.ts";
import type { Model, ModelRequest } from "../../models/model.ts";
import type { Fact } from "../../schema/context.ts";
import type { Message } from "../../schema/message.ts";
import { fixtureId, makeFact, makeMessage } from "../../testing/fixtures.ts";
import { type Memory, NO_MEMORY } from "./memory.ts";
import { modelView, WRITE_TODOS } from "./model-view.ts";
import { summarise } from "./summarise.ts";

const todos = (turn: number, n: number, content = ""): Message[] => [
  makeMessage({
    id: fixtureId("msg", n),
    turn,
    position: 1,
    role: "assistant",
    content,
    toolCalls: [{ id: `inv_${n}`, toolId: WRITE_TODOS, name: "write_todos", input: { todos: [] } }],
  }),
  makeMessage({
    turn,
    position: 2,
    role: "tool",
    content: "{}",
    toolId: WRITE_TODOS,
    invocationId: `inv_${n}`,
  }),
];

describe("what a model is sent", () => {
  test("E47: of todo lists only the last, each call with its result", () => {
    const user = makeMessage({ turn: 1, content: "go" });
    const messages = [user, ...todos(1, 1), ...todos(2, 2, "Now the second."), ...todos(3, 3)];
    const view = modelView(messages, 4, NO_MEMORY);
    const calls = view.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id));
    expect(calls).toEqual(["inv_3"]);
    expect(view.flatMap(({ invocationId }) => invocationId ?? [])).toEqual(["inv_3"]);
    // What was said beside a call that went stays.
    expect(view.map(({ content }) => content)).toContain("Now the second.");
  });

  test("F60: the list that a turn began with stays until that turn ends", () => {
    const messages = [...todos(1, 1), ...todos(2, 2), ...todos(3, 3), ...todos(3, 4)];
    const listsIn = (turn: number) =>
      modelView(messages, turn, NO_MEMORY).flatMap(({ invocationId }) => invocationId ?? []);
    expect(listsIn(3)).toEqual(["inv_2", "inv_3", "inv_4"]);
    expect(listsIn(4)).toEqual(["inv_4"]);
  });

  test("E47: a list beside another call leaves that call alone", () => {
    const [asked, result] = todos(1, 1);
    const both = {
      ...asked,
      toolCalls: [...(asked?.toolCalls ?? []), { id: "inv_9", toolId: "t", name: "t", input: {} }],
    } as Message;
    const view = modelView([both, result as Message, ...todos(2, 2)], 3, NO_MEMORY);
    expect(view[0]?.toolCalls?.map(({ id }) => id)).toEqual(["inv_9"]);
  });

  test("S32: a long result is whole in its own turn, and later says where all of it is", () => {
    const long = makeMessage({
      turn: 1,
      role: "tool",
      content: JSON.stringify("x".repeat(20_000)),
      invocationId: "inv_1",
    });
    expect(modelView([long], 1, NO_MEMORY)[0]?.content).toBe(long.content);
    const [later] = modelView([long], 2, NO_MEMORY);
    expect(later?.content.length).toBeLessThan(3_000);
    expect(JSON.parse(later?.content ?? "")).toContain("/.results/inv_1.json …]");
    const reads = (wireName: string) => [
      { toolId: "builtin:session_file_system:read_file", wireName },
    ];
    for (const name of ["read_file", "session_file_system__read_file"]) {
      const [shown] = modelView([long], 2, NO_MEMORY, reads(name));
      expect(shown?.content).toContain(`/.results/inv_1.json: ${name} …]`);
      expect(modelView([long], 2, NO_MEMORY, reads(name))[0]).toBe(shown);
    }
  });

  test("X34: what was summarised comes first, with the todo list and what is pinned", () => {
    const fact = (bucket: string, key: string, value: Fact["value"]) =>
      makeFact({ bucket, key, value });
    const memory: Memory = {
      ...NO_MEMORY,
      summary: "They planned a trip.",
      throughTurn: 3,
      facts: [
        fact("todos", "current", [{ content: "Book", status: "pending", activeForm: "Booking" }]),
        fact("pinned", "budget", 900),
        fact("other", "x", "not this"),
      ],
    };
    const messages = [2, 3, 4].map((turn) => makeMessage({ turn, content: `turn ${turn}` }));
    const view = modelView(messages, 4, memory);
    expect(view).toHaveLength(2);
    expect(view[0]).toMatchObject({ role: "user" });
    expect(view[0]?.content).toMatch(/trip[\s\S]*\[pending\] Book[\s\S]*budget: 900/);
    expect(view[0]?.content).not.toContain("not this");
    expect(view[1]?.content).toBe("turn 4");
  });
});

describe("a summary", () => {
  const turns = Array.from({ length: 200 }, (_, n) =>
    makeMessage({ turn: n, content: `Message ${n} ${"with words ".repeat(50)}` }),
  );
  const asked: ModelRequest[] = [];
  const model = (text: string | Error): Model => ({
    summarises: true,
    async respond(request) {
      asked.push(request);
      if (text instanceof Error) throw text;
      return { text, toolCalls: [] };
    },
  });
  const signal = new AbortController().signal;

  test("S22, S51: is the model's where it can, and is given no tools", async () => {
    expect(await summarise(model("They talked."), "Before.", turns, signal)).toBe("They talked.");
    expect(asked.at(-1)).toMatchObject({ tools: [], messages: [{ role: "user" }] });
    expect(asked.at(-1)?.messages[0]?.content.length).toBeLessThanOrEqual(60_000);
  });

  test("S23, S32: is by beginnings otherwise, bounded, and the latest counts", async () => {
    const offline: Model = { respond: async () => ({ text: "no", toolCalls: [] }) };
    for (const by of [offline, model(new Error("down")), model("  ")]) {
      const text = await summarise(by, "Before.", turns, signal);
      expect(text.length).toBeLessThanOrEqual(10_000);
      expect(text).toContain("Message 199");
      expect(text).not.toContain("Message 1 ");
    }
  });

  test("F68: says which input ran, and who denied a call", async () => {
    const offline: Model = { respond: async () => ({ text: "no", toolCalls: [] }) };
    const call = (id: string) => ({ id, toolId: "a:b:send", name: "send", input: { to: "ada" } });
    const result = (id: string, more: Parameters<typeof makeMessage>[0]) =>
      makeMessage({ role: "tool", invocationId: id, content: "{}", ...more });
    const edited = { type: "edited", by: "owner", says: "owner changed the input." } as const;
    const says = "owner denied this call. Reason: No.";
    const denied = { type: "denied", by: "owner", reason: "No.", says } as const;
    const told = await summarise(
      offline,
      "",
      [
        makeMessage({ role: "assistant", content: "", toolCalls: [call("inv_1"), call("inv_2")] }),
        result("inv_1", { ranWith: { to: "eve" }, answer: edited }),
        result("inv_2", { answer: denied }),
      ],
      signal,
    );
    expect(told).toContain('called send {"to":"eve"} (owner changed the input.)');
    expect(told).toContain(`called send {"to":"ada"} (${says})`);
  });

  test("S23: of the model is bounded, too", async () => {
    const text = await summarise(model("y".repeat(50_000)), "", turns, signal);
    expect(text.length).toBe(10_000);
  });
});

describe("a long session", () => {
  let harness: Harness | undefined;
  afterEach(() => harness?.close());

  test("P7, S32, E50: is sent within its budget however long it grows, and the store keeps all of it", async () => {
    const sizes: number[] = [];
    const model: Model = {
      async respond({ messages }) {
        sizes.push(messages.reduce((sum, { content }) => sum + content.length, 0));
        return { text: `Answer ${"and more ".repeat(60)}`, toolCalls: [] };
      },
    };
    const opened = await openHarness({ model, limits: { context_tokens: 1_000 } });
    harness = opened;
    const { id } = await opened.openSession();
    for (let n = 1; n <= 40; n++) await opened.say(id, `Question ${n} ${"of many ".repeat(20)}`);
    // About four characters a token, and the summary itself.
    expect(Math.max(...sizes.slice(20))).toBeLessThan(1_000 * 4 + 10_500);
    const { total } = await opened.store.sessions.messages(id, { limit: 1, offset: 0 });
    expect(total).toBe(80);
    const context = await opened.store.contexts.get(id);
    expect(context?.summary).toContain("Question");
    expect(context?.summary.length).toBeLessThanOrEqual(10_000);
  });

  test("X29: what its summaries use counts as used by the answers that needed them", async () => {
    let asked = 0;
    let summaries = 0;
    const model: Model = {
      summarises: true,
      async respond({ tools, messages }) {
        asked += 1;
        if (tools.length === 0 && messages[0]?.id === "msg_summary") summaries += 1;
        const text = `Answer ${"and more ".repeat(60)}`;
        return { text, toolCalls: [], usage: { inputTokens: 100, outputTokens: 7 } };
      },
    };
    const opened = await openHarness({
      model,
      limits: { context_tokens: 1_000 },
      settings: { model: "test/model", prices: { "test/*": { input: 1_000, output: 0 } } },
    });
    harness = opened;
    const { id } = await opened.openSession();
    for (let n = 1; n <= 20; n++) await opened.say(id, `Question ${n} ${"of many ".repeat(20)}`);
    expect(summaries).toBeGreaterThan(0);
    const [usage] = await opened.store.sessions.usage();
    expect(usage).toMatchObject({ inputTokens: asked * 100, outputTokens: asked * 7 });
    expect(usage?.cost).toBeCloseTo(asked * 0.1);
  });

  test("X34: the last todo list is a fact of the session, in the same step as its call", async () => {
    const list = [{ content: "Write", activeForm: "Writing", status: "in_progress" }];
    const opened = await openHarness({
      capabilities: [],
      steps: [{ tool_calls: [{ name: "write_todos", input: { todos: list } }] }, { text: "ok" }],
    });
    harness = opened;
    const assistant = await opened.store.agents.getByName("assistant");
    const { id } = await opened.openSession({ agentId: assistant?.id });
    await opened.say(id);
    const facts = await opened.store.contexts.facts(id, "2026-01-02T00:00:00.000Z");
    expect(facts).toMatchObject([{ bucket: "todos", key: "current", value: list }]);
  });

  test("S32: a long result can be read again from its file", async () => {
    const opened = await openHarness({
      capabilities: [
        {
          id: "talker",
          name: "Talker",
          description: "Talks a lot.",
          status: "available",
          tools: [
            {
              name: "talk",
              description: "Talks.",
              riskLevel: "LOW",
              behaviour: { readOnly: true },
              inputSchema: { type: "object" },
              run: () => ({ said: "word ".repeat(5_000) }),
            },
          ],
        },
      ],
      steps: [{ tool_calls: [{ name: "talk", input: {} }] }, { text: "ok" }],
    });
    harness = opened;
    const { agent } = { agent: await opened.store.agents.get("agent_witness") };
    if (agent) {
      await opened.store.journal.commit("agent.put", [
        { type: "agent.put", agent: { ...agent, capabilities: ["talker"] } },
      ]);
    }
    const { id } = await opened.openSession();
    await opened.say(id);
    const [file] = await opened.engine.filesOf(id).list("/.results");
    expect(file?.sizeBytes).toBeGreaterThan(20_000);
  });
});
