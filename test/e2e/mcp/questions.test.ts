import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { JsonObject } from "../../../src/base/json.ts";
import {
  type Answering,
  openClient,
  textOf,
} from "../../../src/features/mcp/gateway/testing/open-client.ts";
import { answerCall } from "../../../src/gate/approvals/answer-call.ts";
import { createEmbeddedDeltas } from "../../../src/stores/queue/embedded/embedded-deltas.ts";
import { createEmbeddedLeases } from "../../../src/stores/queue/embedded/embedded-leases.ts";
import { createEmbeddedQueue } from "../../../src/stores/queue/embedded/embedded-queue.ts";
import { createEmbeddedSignals } from "../../../src/stores/queue/embedded/embedded-signals.ts";
import { openSqliteStore } from "../../../src/stores/sqlite/open-sqlite-store.ts";
import { openHarness } from "../../harness.ts";
import { openApi } from "../../open-api.ts";
import { fixture, openMcpApi } from "./open-mcp-api.ts";

type Outcome = JsonObject & { readonly resume_token: string };

async function openAsking(options: Parameters<typeof openMcpApi>[0] = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "capstan-mcp-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const witness = join(folder, "witness");
  const api = await openMcpApi(options);
  const access = { paths: [{ root: folder, verbs: ["read", "write"] }] };
  await api.add("asking", fixture("hostile.mjs"), { args: [witness], capstan: { access } });
  const call = async (body: object) =>
    api.post<Outcome>("/v1/tools/mcp:asking:asks/invoke", body, { as: "owner" });
  const noted = () => (existsSync(witness) ? readFileSync(witness, "utf8").trim() : "");
  const running = `${witness}.running`;
  const isRunning = () => (existsSync(running) ? readFileSync(running, "utf8") : undefined);
  return { ...api, call, noted, isRunning, folder };
}

test("X9: what a server asks in the middle of a call is asked of its caller, and the call goes on with the answer", async () => {
  const api = await openAsking();
  const { body: asked } = await api.call({ inputs: {} });
  expect(asked).toMatchObject({
    state: "input_required",
    input_request: {
      kind: "fields",
      reason: expect.stringContaining("in its own words: Which colour?"),
      fields: [{ name: "colour", required: true, choices: ["red", "blue"] }],
    },
  });
  const { resume_token } = asked;
  // What does not fit is refused, and the question stands.
  const wrong = await api.call({ resume_token, inputs: { colour: "green" } });
  expect(wrong).toMatchObject({ status: 422, body: { code: "INPUT_INVALID" } });
  const { body: done } = await api.call({ resume_token, inputs: { colour: "blue" } });
  expect(done.state).toBe("completed");
  expect(JSON.stringify(done.outputs)).toContain("blue");
  expect(api.noted()).toBe("asked blue");
  const again = await api.call({ resume_token, inputs: { colour: "red" } });
  expect(again).toMatchObject({ status: 409, body: { code: "STATE_CONFLICT" } });
  const types = await api.audited();
  expect(types).toContain("invocation.asked");
  expect(types).toContain("invocation.answered");
});

async function openOdd() {
  const api = await openMcpApi();
  await api.add("odd", fixture("odd.mjs"));
  const call = async (tool: string, body: object = { inputs: {} }) =>
    (await api.post<Outcome>(`/v1/tools/mcp:odd:${tool}/invoke`, body)).body;
  return { ...api, call };
}

test("F42: while one call waits for an answer, others of its server run, and their questions are asked", async () => {
  const api = await openOdd();
  const first = await api.call("asks");
  const [plain, second] = await Promise.all([api.call("plain"), api.call("asks")]);
  expect(plain.state).toBe("completed");
  expect([first.state, second.state]).toEqual(["input_required", "input_required"]);
  const answer = async ({ resume_token }: Outcome, colour: string) =>
    JSON.stringify((await api.call("asks", { resume_token, inputs: { colour } })).outputs);
  expect(await answer(second, "red")).toContain("It is red.");
  expect(await answer(first, "blue")).toContain("It is blue.");
});

test("F42: a question is asked when the calls beside it have ended", async () => {
  const api = await openOdd();
  const slow = api.call("slow");
  await expect.poll(api.audited).toContain("invocation.started");
  const { state, resume_token } = await api.call("asks");
  expect(state).toBe("input_required");
  expect((await slow).state).toBe("completed");
  const done = await api.call("asks", { resume_token, inputs: { colour: "red" } });
  expect(JSON.stringify(done.outputs)).toContain("It is red.");
});

test.each(["2025", "2026"] as const)(
  "F42: an answer of a client of %s that does not fit is asked again, with the reason",
  async (era) => {
    const api = await openOdd();
    const messages: string[] = [];
    let colour = "";
    const answer: Answering = (message) => {
      messages.push(message);
      const content = { colour: messages.length % 2 === 1 ? "green" : colour };
      return { action: "accept", content };
    };
    const client = await openClient(api, { era, answer });
    for (colour of ["red", "blue"]) {
      const result = await client.callTool({ name: "asks", arguments: {} });
      expect(textOf(result)).toContain(`It is ${colour}.`);
    }
    expect(messages).toHaveLength(4);
    expect(messages[1]).toMatch(/Your last answer does not fit: .*colour/);
    colour = "green";
    const wrong = client.callTool({ name: "asks", arguments: {} });
    // A client of 2026 counts by itself how often it is asked.
    if (era === "2026") await expect(wrong).rejects.toThrow("rounds");
    else expect(textOf(await wrong)).toContain("It is cancel.");
    expect((await api.call("plain")).state).toBe("completed");
    await client.close();
    await api.gateway.close();
  },
);

test.each(["decline", "cancel"])(
  "a question may be refused: %s reaches the server",
  async (answer) => {
    const api = await openAsking();
    const { body: asked } = await api.call({ inputs: {} });
    const { body: done } = await api.call({ resume_token: asked.resume_token, answer });
    expect(done.state).toBe("completed");
    expect(api.noted()).toBe(`asked ${answer}`);
  },
);

test("only its caller, or who approves, answers a question", async () => {
  const api = await openAsking();
  const { body: asked } = await api.call({ inputs: {} });
  const body = { resume_token: asked.resume_token, inputs: { colour: "red" } };
  const other = await api.post("/v1/tools/mcp:asking:asks/invoke", body, { as: "agent" });
  expect(other).toMatchObject({ status: 403 });
  expect((await api.call(body)).body.state).toBe("completed");
});

test("X9: in a session the question is the session's, and resume answers it", async () => {
  const steps = [
    { tool_calls: [{ name: "mcp:asking:asks", input: {} }] },
    { text: "Done.", expect: { last_result_includes: "red" } },
  ];
  const api = await openAsking({ steps } as never);
  const agent = await api.post<JsonObject>("/v1/agents", {
    name: "asker",
    capabilities: ["mcp:asking"],
  });
  expect(agent.status, JSON.stringify(agent.body)).toBe(201);
  const session = await api.post<JsonObject>("/v1/sessions", { agent_id: agent.body.id });
  const id = String(session.body.id);
  const read = async () => (await api.get<JsonObject>(`/v1/sessions/${id}`)).body;
  await api.post(`/v1/sessions/${id}/messages`, { content: "paint" });
  await expect.poll(async () => (await read()).state).toBe("input_required");
  const waiting = await read();
  expect(waiting).toMatchObject({ input_request: { kind: "fields" } });
  const { resume_token } = waiting;
  await api.post(`/v1/sessions/${id}/resume`, { resume_token, inputs: { colour: "red" } });
  await expect.poll(async () => (await read()).state).toBe("completed");
  expect(api.noted()).toBe("asked red");
});

/** Another server on the same store, with no MCP server of its own. */
async function openSecond(
  api: Awaited<ReturnType<typeof openAsking>>,
  options: Parameters<typeof openApi>[0],
) {
  const store = { ...api.store, close: async () => {} };
  const second = await openApi({ profile: "auto", ...options, store, shared: shared() });
  onTestFinished(() => second.close());
  return second;
}

const masterKey = new Uint8Array(32).fill(7);

function shared() {
  return {
    queue: createEmbeddedQueue(),
    signals: createEmbeddedSignals(),
    deltas: createEmbeddedDeltas(),
    leases: createEmbeddedLeases(),
    stop: async () => {},
  };
}

test("X9: an answer that comes to another server of the fleet reaches the call that waits", async () => {
  const api = await openAsking({ masterKey, shared: shared() });
  const second = await openSecond(api, { masterKey });
  const { body: asked } = await api.call({ inputs: {} });
  const { resume_token } = asked;
  const answer = async (inputs: object) =>
    second.post<Outcome>("/v1/tools/mcp:asking:asks/invoke", { resume_token, inputs });
  expect(await answer({ colour: "green" })).toMatchObject({ status: 422 });
  const { body: done } = await answer({ colour: "blue" });
  expect(done, JSON.stringify(done)).toMatchObject({ state: "completed" });
  expect(api.noted()).toBe("asked blue");
  expect(await answer({ colour: "red" })).toMatchObject({ status: 409 });
});

test("X9: a session that is answered on another server goes on there with what the call answers", async () => {
  const steps = [
    { tool_calls: [{ name: "mcp:asking:asks", input: {} }] },
    { text: "Done.", expect: { last_result_includes: "red" } },
  ];
  const api = await openAsking({ masterKey, shared: shared(), steps } as never);
  const second = await openSecond(api, { masterKey, steps } as never);
  const agent = await api.post<JsonObject>("/v1/agents", {
    name: "asker",
    capabilities: ["mcp:asking"],
  });
  const session = await api.post<JsonObject>("/v1/sessions", { agent_id: agent.body.id });
  const id = String(session.body.id);
  const read = async () => (await second.get<JsonObject>(`/v1/sessions/${id}`)).body;
  await api.post(`/v1/sessions/${id}/messages`, { content: "paint" });
  await expect.poll(async () => (await read()).state).toBe("input_required");
  const { resume_token } = await read();
  const inputs = { colour: "red" };
  const resumed = await second.post(`/v1/sessions/${id}/resume`, { resume_token, inputs });
  expect(resumed.status, JSON.stringify(resumed.body)).toBeLessThan(300);
  await expect.poll(async () => (await read()).state).toBe("completed");
  expect(api.noted()).toBe("asked red");
});

test("X9: who cancels a session ends the question of its call too", async () => {
  const steps = [{ tool_calls: [{ name: "mcp:asking:asks", input: {} }] }, { text: "Done." }];
  const api = await openAsking({ steps } as never);
  const agent = await api.post<JsonObject>("/v1/agents", {
    name: "asker",
    capabilities: ["mcp:asking"],
  });
  const session = await api.post<JsonObject>("/v1/sessions", { agent_id: agent.body.id });
  const id = String(session.body.id);
  const read = async () => (await api.get<JsonObject>(`/v1/sessions/${id}`)).body;
  await api.post(`/v1/sessions/${id}/messages`, { content: "paint" });
  await expect.poll(async () => (await read()).state).toBe("input_required");
  await api.post(`/v1/sessions/${id}/cancel`, {});
  await expect.poll(() => api.noted()).toBe("asked cancel");
  expect((await read()).state).toBe("failed");
});

test.each(["the server that runs it", "another server of the fleet"])(
  "X9, A91: a session that is cancelled at %s after the answer ends the call that went on, and what became of it is asked",
  async (where) => {
    const steps = [{ tool_calls: [{ name: "mcp:asking:asks", input: { stays: true } }] }];
    const api = await openAsking({ masterKey, shared: shared(), steps } as never);
    const second = await openSecond(api, { masterKey, steps } as never);
    const at = where.startsWith("another") ? second : api;
    const agent = await api.post<JsonObject>("/v1/agents", {
      name: "asker",
      capabilities: ["mcp:asking"],
    });
    const session = await api.post<JsonObject>("/v1/sessions", { agent_id: agent.body.id });
    const id = String(session.body.id);
    const read = async () => (await at.get<JsonObject>(`/v1/sessions/${id}`)).body;
    await api.post(`/v1/sessions/${id}/messages`, { content: "paint" });
    await expect.poll(async () => (await read()).state).toBe("input_required");
    const { resume_token } = await read();
    await at.post(`/v1/sessions/${id}/resume`, { resume_token, inputs: { colour: "red" } });
    await expect.poll(api.isRunning).toBe("1");
    await at.post(`/v1/sessions/${id}/cancel`, {});
    // The program was told to stop.
    await expect.poll(api.isRunning, { timeout: 5_000 }).toBe("");
    await expect.poll(api.audited).toContain("invocation.interrupted");
    expect(await read()).toMatchObject({ state: "failed", error: { code: "CANCELLED" } });
    const { body } = await api.get<{ items: JsonObject[] }>(
      "/v1/audit?type=invocation.interrupted",
    );
    expect(body.items).toMatchObject([{ data: { reason: "Cancelled by a person." } }]);
  },
);

test("A91: a restart while a call waits for an answer makes its end unknown, and that is asked about", async () => {
  const folder = mkdtempSync(join(tmpdir(), "capstan-mcp-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const store = openSqliteStore(join(folder, "capstan.db"));
  const api = await openAsking({ masterKey, store });
  const { body: asked } = await api.call({ inputs: {} });
  const copy = join(folder, "copy.db");
  await api.store.backup?.(copy);
  const next = await openHarness({ masterKey, store: openSqliteStore(copy), profile: "auto" });
  onTestFinished(() => next.close());
  const answer = { action: "accept", inputs: { colour: "red" } } as const;
  const owner = { id: "prn_owner", scopes: ["invoke" as const] };
  const outcome = await answerCall(next.gate, asked.resume_token, answer, owner);
  expect(outcome).toMatchObject({
    state: "input_required",
    inputRequest: { kind: "reconcile", reason: expect.stringContaining("restarted") },
  });
  expect(api.noted()).toBe("");
});
