import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, expectTypeOf, onTestFinished, test } from "vitest";
import { greeter } from "../../examples/capability.ts";
import { phraseExecutor, phrases } from "../../examples/own-source.ts";
import { emptySchema } from "../../rig/shared-postgres.ts";
import { openHarness } from "../../test/harness.ts";
import type { JsonValue } from "../base/json.ts";
import type { Approval, Message, Model, Outcome, Session } from "../index.ts";
import { openSqliteStore } from "../stores/sqlite/open-sqlite-store.ts";
import { createRuntime } from "./create-runtime.ts";
import type { Runtime, RuntimeOptions, SessionEvent } from "./runtime.ts";
import { SHIPPED_PACKS } from "./shipped-packs.ts";

const ADD = "builtin:test_math:add";

test("a file has one runtime at a time; the next one goes on where it closed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "capstan-runtime-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const database = join(folder, "app.db");
  const first = await createRuntime({ database });
  const { id } = await first.sessions.open();
  await expect(createRuntime({ database })).rejects.toMatchObject({
    code: "HOME_OWNED",
    message: expect.stringContaining(database),
  });
  expect(await first.invoke(ADD, { a: 1, b: 2 })).toMatchObject({ state: "completed" });
  await first.close();

  const second = await createRuntime({ database });
  expect(await second.sessions.get(id)).toMatchObject({ id });
  await second.close();
});

test("F18: in a server's database, what ships with Capstan is trusted as it is in the server", async () => {
  const folder = mkdtempSync(join(tmpdir(), "capstan-runtime-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const database = join(folder, "app.db");
  const masterKey = new Uint8Array(32).fill(7);
  const store = openSqliteStore(database);
  const shippedPacks = SHIPPED_PACKS;
  const server = await openHarness({ store, masterKey, shippedPacks, packFolders: [] });
  await server.engine.shippedTakenIn();
  await server.close();
  const runtime = await createRuntime({ database, masterKey });
  onTestFinished(() => runtime.close());
  const shipped = runtime.tools.list().filter(({ sourceType }) => sourceType === "agent");
  expect(new Set(shipped.map(({ trust }) => trust))).toEqual(new Set(["builtin"]));
});

test("a runtime that cannot be opened gives its file back", async () => {
  const folder = mkdtempSync(join(tmpdir(), "capstan-runtime-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const database = join(folder, "app.db");
  const broken = { database, permissions: { allow: ["no such pattern ("] } };
  await expect(createRuntime(broken)).rejects.toThrow();
  const runtime = await createRuntime({ database });
  await runtime.close();
});

test("A98: a call is read once: getters, proxies and later changes of the program's objects change nothing", async () => {
  const runtime = await createRuntime({ permissions: { ask: [ADD] } });
  onTestFinished(() => runtime.close());
  let reads = 0;
  const given = {
    get a() {
      return ++reads;
    },
    b: 10,
  };
  const asked = runtime.invoke(ADD, given);
  given.b = 20;
  const [approvalId = ""] = (await asked).inputRequest?.approvalIds ?? [];
  const { outcome } = await runtime.approvals.run(approvalId);
  expect(outcome).toMatchObject({ state: "completed", outputs: { result: 11 } });

  const circle: Record<string, JsonValue> = {};
  circle.a = circle;
  await expect(runtime.invoke(ADD, circle)).rejects.toMatchObject({ code: "JSON_INVALID" });
});

const DELETE = "builtin:session_file_system:delete_file";

test("C26: the library says what would be decided, in the words of the abstraction layer", async () => {
  const runtime = await createRuntime({ permissions: { deny: ["builtin:test_math:divide"] } });
  onTestFinished(() => runtime.close());
  const check = runtime.policy.checkAllowed;
  expect(await check(ADD, { a: 1, b: 2 })).toEqual({
    allowed: true,
    reason: expect.any(String),
    requiresApproval: false,
    approvalContext: null,
  });
  expect(await check("builtin:test_math:divide", { a: 1, b: 2 })).toEqual({
    allowed: false,
    reason: expect.stringContaining("deny"),
    requiresApproval: false,
    approvalContext: null,
  });
  expect(await check(DELETE, { path: "/a.txt" })).toEqual({
    allowed: false,
    reason: expect.any(String),
    requiresApproval: true,
    approvalContext: {
      toolId: DELETE,
      inputs: { path: "/a.txt" },
      level: "user",
      riskLevel: "HIGH",
      riskReasons: expect.any(Array),
      sideEffectTags: ["fs.delete"],
      rule: expect.any(String),
    },
  });
  expect(await runtime.approvals.list()).toEqual([]);
  await expect(check(ADD, { a: "x" })).rejects.toMatchObject({ code: "INPUT_INVALID" });
  await expect(check("builtin:no:such", {})).rejects.toMatchObject({ code: "TOOL_NOT_FOUND" });
});

test.each([
  ["risk", DELETE, false],
  ["governed", DELETE, true],
  ["governed", ADD, false],
] as const)("C46: under %s calls of %s need a frozen spec: %s", async (profile, tool, frozen) => {
  const runtime = await createRuntime({ profile });
  onTestFinished(() => runtime.close());
  expect(runtime.policy.requiresSpecFreezing(tool)).toBe(frozen);
  expect(runtime.policy.requiresAdminApproval(ADD)).toBe(false);
});

const CALCULATE = "builtin:calculator:calculate";
const masterKey = Buffer.alloc(32, 7);
const inMemory = async () => ({});
const onPostgres = async () => ({ database: await emptySchema(), masterKey });

async function open(options: RuntimeOptions): Promise<Runtime> {
  const runtime = await createRuntime(options);
  onTestFinished(() => runtime.close());
  return runtime;
}

/** Follows a session until its turn ends. */
async function followed(
  runtime: Runtime,
  id: string,
  heard: (event: SessionEvent) => void = () => {},
): Promise<SessionEvent[]> {
  const events: SessionEvent[] = [];
  for await (const event of runtime.sessions.events(id)) {
    events.push(event);
    heard(event);
    if (event.type === "turn.completed" || event.type === "turn.failed") break;
  }
  return events;
}

describe.each([
  { where: "in memory", place: inMemory },
  { where: "on PostgreSQL", place: onPostgres },
])("C42: a program with Capstan $where", ({ place }) => {
  test("converses: opens, sends, follows, answers an approval, and closes", async () => {
    const runtime = await open({ ...(await place()), settings: { policy: { profile: "strict" } } });
    const { id } = await runtime.sessions.open({ title: "Sums" });
    const waiting = await runtime.sessions.send(id, "add 2 and 40");
    expect(waiting.session).toMatchObject({ state: "input_required", profile: "strict" });
    const [approval] = await runtime.approvals.list({ sessionId: id });
    expect(approval).toMatchObject({ toolId: CALCULATE, state: "pending" });
    expect(approval?.inputs).toEqual({ expression: "2 + 40" });
    const { outcome } = await runtime.approvals.run(approval?.id ?? "");
    expect(outcome).toMatchObject({ state: "completed" });
    const { session } = await runtime.sessions.wait(id);
    expect(session).toMatchObject({ state: "completed", error: null });

    const events = await followed(runtime, id);
    expect(events.map(({ type }) => type)).toEqual([
      "session.created",
      "message.created",
      "turn.started",
      "message.created",
      "approval.requested",
      "turn.waiting",
      "approval.answered",
      "tool.started",
      "tool.completed",
      "message.created",
      "turn.completed",
    ]);
    const messages = await runtime.sessions.messages(id);
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
    expect(await runtime.sessions.list()).toMatchObject([{ id, title: "Sums" }]);
    expect(await runtime.approvals.get(approval?.id ?? "")).toMatchObject({ state: "used" });
    await runtime.sessions.delete(id);
    expect(await runtime.sessions.list()).toEqual([]);
    expect(await runtime.audit.verify()).toMatchObject({ ok: true });
  });

  test("an agent of the program has its capabilities, and so has a session that names no agent", async () => {
    const runtime = await open({ ...(await place()), capabilities: [greeter] });
    const agent = await runtime.agents.create({
      name: "host",
      capabilities: [{ id: "greeter", config: { greeting: "Salut" } }],
    });
    expect((await runtime.agents.list()).map(({ name }) => name)).toContain("host");
    for (const { agentId, said } of [
      { agentId: agent.id, said: "Salut, Ada!" },
      { agentId: undefined, said: "Hello, Ada!" },
    ]) {
      const { id } = await runtime.sessions.open({ agentId });
      const { messages } = await runtime.sessions.send(id, "say hello to Ada");
      expect(messages.find(({ role }) => role === "tool")?.content).toContain(said);
    }
    await runtime.agents.update(agent.id, { name: "renamed" });
    expect(await runtime.agents.get(agent.id)).toMatchObject({ name: "renamed" });
    await runtime.agents.remove(agent.id);
    await expect(runtime.agents.get(agent.id)).rejects.toMatchObject({ code: "AGENT_NOT_FOUND" });
  });

  test("a denied call tells the model why; a model of one's own streams what it writes", async () => {
    const heard: Message[][] = [];
    // Pieces of an answer may come after its end, and then nobody follows any more.
    const { promise: followedUp, resolve: follow } = Promise.withResolvers<void>();
    const model: Model = {
      async respond({ messages, onText }) {
        heard.push([...messages]);
        if (messages.length === 1) {
          return { text: "", toolCalls: [{ name: "delete_file", input: { path: "/a.txt" } }] };
        }
        onText?.("Then ");
        onText?.("not.");
        await followedUp;
        return { text: "Then not.", toolCalls: [] };
      },
    };
    const runtime = await open({ ...(await place()), model });
    const { id } = await runtime.sessions.open();
    const following = followed(runtime, id, (event) => {
      if (event.type === "model.delta" && event.data.text.includes("not.")) follow();
    });
    await runtime.sessions.send(id, "delete it");
    const [approval] = await runtime.approvals.list();
    await runtime.approvals.deny(approval?.id ?? "", { reason: "I still need it." });
    const events = await following;
    expect(JSON.stringify(heard.at(-1))).toContain("I still need it.");
    const written = events.flatMap((event) =>
      event.type === "model.delta" ? [event.data.text] : [],
    );
    expect(written.join("")).toBe("Then not.");
  });

  test("sources and executors of the program bring capabilities that its agents can have", async () => {
    const runtime = await open({
      ...(await place()),
      sources: [phrases],
      executors: new Map([["phrase", phraseExecutor]]),
      settings: { policy: { permissions: { allow: ["ext:phrases:*"] } } },
    });
    await runtime.sources.refresh("phrases");
    const { id: agentId } = await runtime.agents.create({
      name: "polite",
      capabilities: ["ext:phrases"],
    });
    const { id } = await runtime.sessions.open({ agentId });
    await runtime.sessions.attach(id, "test_math");
    expect(await runtime.invoke("ext:phrases:greet", { name: "Ada" })).toMatchObject({
      outputs: { said: "Hello, Ada!" },
    });
  });
});

test("closing ends who follows, twice is once, and what follows is over", async () => {
  const runtime = await createRuntime();
  const { id } = await runtime.sessions.open();
  const stop = new AbortController();
  const seen = async (signal?: AbortSignal) => {
    let count = 0;
    for await (const _ of runtime.sessions.events(id, signal ? { signal } : {})) count += 1;
    return count;
  };
  const [stopped, open] = [seen(stop.signal), seen()];
  stop.abort();
  expect(await stopped).toBeLessThan(2);
  await Promise.all([runtime.close(), runtime.close()]);
  expect(await open).toBe(1);
});

test("settings are those of a server: a wrong one is named, limits hold", async () => {
  const settings = { limits: { steps_per_turn: 0 } };
  await expect(createRuntime({ settings })).rejects.toMatchObject({
    code: "SETTINGS_INVALID",
    message: expect.stringContaining('settings: "limits.steps_per_turn"'),
  });
  const runtime = await open({
    settings: { limits: { model_silence_s: 0.1 } },
    model: { respond: () => new Promise(() => {}) },
  });
  const { id } = await runtime.sessions.open();
  const { session } = await runtime.sessions.send(id, "hello");
  expect(session).toMatchObject({ state: "failed", error: { code: "MODEL_SILENT" } });
});

test("a PostgreSQL without a master key is refused before anything is opened", async () => {
  await expect(
    createRuntime({ database: "postgres://nobody@127.0.0.1:1/x" }),
  ).rejects.toMatchObject({
    code: "SETTINGS_INVALID",
    message: expect.stringContaining("masterKey"),
  });
});

/** The parts of a type that say nothing, by the path that leads to them. */
type Loose<T, Path extends string = "", Depth extends 0[] = []> = 0 extends 1 & T
  ? `${Path}: any`
  : unknown extends T
    ? `${Path}: unknown`
    : Depth["length"] extends 5
      ? never
      : T extends JsonValue
        ? never
        : T extends (...parameters: infer P) => infer R
          ? Loose<P[number], `${Path}()`, [...Depth, 0]> | Loose<R, `${Path}()`, [...Depth, 0]>
          : T extends Promise<infer R> | AsyncIterable<infer R> | readonly (infer R)[]
            ? Loose<R, Path, [...Depth, 0]>
            : T extends AbortSignal | symbol
              ? never
              : { [K in keyof T & string]: Loose<T[K], `${Path}.${K}`, [...Depth, 0]> }[keyof T &
                  string];

test("nothing that the library gives or takes is any or unknown", () => {
  expectTypeOf<Loose<{ a: { b(): Promise<unknown[]> } }>>().toEqualTypeOf<".a.b(): unknown">();
  expectTypeOf<Loose<Runtime>>().toEqualTypeOf<never>();
  expectTypeOf<Loose<Session>>().toEqualTypeOf<never>();
  expectTypeOf<Loose<SessionEvent>>().toEqualTypeOf<never>();
  expectTypeOf<Loose<Approval>>().toEqualTypeOf<never>();
  expectTypeOf<Loose<Outcome>>().toEqualTypeOf<never>();
  expectTypeOf<Loose<NonNullable<RuntimeOptions["settings"]>>>().toEqualTypeOf<never>();
});
test("X8: a call that waits can be run with another input, and the record says so", async () => {
  const runtime = await createRuntime({ profile: "strict" });
  onTestFinished(() => runtime.close());
  await runtime.invoke(ADD, { a: 1, b: 2 });
  const [asked] = await runtime.approvals.list();
  const inputs = { a: 20, b: 22 };
  expect(await runtime.approvals.run(asked?.id ?? "", { inputs })).toMatchObject({
    approval: { state: "used", inputs, edited: { by: "prn_owner", inputs: { a: 1, b: 2 } } },
    outcome: { state: "completed", outputs: { result: 42 }, ranWith: inputs },
  });
});
