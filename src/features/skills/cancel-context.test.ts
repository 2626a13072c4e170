import { afterEach, describe, expect, test } from "vitest";
import { type FakeSkill, openWithSkills } from "../../../test/fake-skills.ts";
import type { JsonObject } from "../../base/json.ts";

let close = async () => {};
afterEach(() => close());

const MAY = `autonomy_level: READ
side_effects: []
state_persistence: full_events
interaction_outcomes: {allowed_intermediate_states: [input_required, delegating, paused], max_turns: 6}`;

const asks: FakeSkill = {
  front: MAY,
  run: ({ name }) =>
    name
      ? { state: "completed", outputs: { name } }
      : { state: "input_required", inputRequest: { kind: "fields", reason: "Whom?" } },
};

/** Hands over to the one it is given, and tells what it heard of it. */
const boss: FakeSkill = {
  front: MAY,
  run: ({ to, give = {} }, { run }) =>
    run?.delegation
      ? { state: "completed", outputs: { heard: run.delegation } }
      : { state: "delegating", delegation: { target: String(to), inputs: give as JsonObject } },
};

async function open(
  skills: Readonly<Record<string, FakeSkill>>,
  options: Parameters<typeof openWithSkills>[1] = {},
) {
  const api = await openWithSkills(new Map(Object.entries(skills)), options);
  close = api.close;
  const memory = async (id: string) => (await api.get<Memory>(`/v1/contexts/${id}`)).body;
  return {
    ...api,
    memory,
    invoke: (name: string, body: JsonObject) => api.post<Turn>(`/v1/skills/${name}/invoke`, body),
    cancel: (id: string, body = {}) => api.post<Memory>(`/v1/contexts/${id}/cancel`, body),
    /** The child, once it waits too. */
    async childOf(id: string) {
      await expect.poll(async () => (await memory(id)).children[0]?.state).toBe("input_required");
      return (await memory(id)).children[0]?.context_id ?? "";
    },
  };
}

type Turn = {
  invocation_id: string;
  state: string;
  turn: number;
  resume_token?: string;
  outputs?: JsonObject;
  error?: { code: string; message: string };
};
type Memory = Turn & {
  version: number;
  session_id: string;
  outcome: Turn | null;
  input_request: JsonObject | null;
  children: { context_id: string; state: string }[];
  events: { type: string; payload: JsonObject }[];
};

describe("a run that waits", () => {
  test("X9: is ended by whoever it belongs to, and says so wherever somebody looks", async () => {
    const api = await open({ asks });
    const first = await api.invoke("asks", { context_id: "c", inputs: {} });
    expect(first.body.state).toBe("input_required");

    const { status, body } = await api.cancel("c");
    expect(status).toBe(200);
    // What it ended with leads to its last turn.
    expect(body.outcome?.invocation_id).toBe(first.body.invocation_id);
    expect(body).toMatchObject({
      state: "failed",
      version: 2,
      turn: 1,
      resume_token: null,
      input_request: null,
      outcome: { state: "failed", error: { code: "CANCELLED", retryable: false } },
    });
    expect(body.events.at(-1)).toMatchObject({
      type: "run.cancelled",
      payload: { by: "prn_owner" },
    });
    const trail = await api.store.audit.list({ types: ["context.cancelled"], limit: 9, offset: 0 });
    expect(trail.items).toMatchObject([
      { actor: "prn_owner", toolId: "skill:asks:run", data: { context_id: "c", version: 2 } },
    ]);
    // Once more changes nothing.
    expect((await api.cancel("c")).body.version).toBe(2);
  });

  test("X9, X41: does not go on afterwards, and a new run may begin in its place", async () => {
    const api = await open({ asks });
    const { body } = await api.invoke("asks", { context_id: "c", inputs: {} });
    await api.cancel("c");
    const inputs = { name: "Ada" };
    const resumed = await api.invoke("asks", { context_id: "c", resume: true, inputs });
    expect(resumed.body).toMatchObject({
      state: "failed",
      error: { code: "CANCELLED", message: expect.stringContaining("does not go on") },
    });
    const token = body.resume_token ?? "";
    const stale = await api.invoke("asks", { context_id: "c", resume_token: token, inputs });
    expect(stale).toMatchObject({ status: 409, body: { code: "STATE_CONFLICT" } });
    const next = await api.invoke("asks", { context_id: "c", inputs });
    expect(next.body).toMatchObject({ state: "completed", turn: 1 });
    // What is over by itself is left alone.
    expect((await api.cancel("c")).body).toMatchObject({ state: "completed", outcome: {} });
  });

  test("X9: is ended only as its caller saw it, and by nobody else", async () => {
    const api = await open({ asks });
    const first = await api.invoke("asks", { context_id: "c", inputs: {} });
    const again = await api.invoke("asks", {
      context_id: "c",
      resume_token: first.body.resume_token ?? "",
      inputs: {},
    });
    const stale = await api.cancel("c", { resume_token: first.body.resume_token });
    expect(stale).toMatchObject({ status: 409, body: { code: "STATE_CONFLICT" } });
    const foreign = await api.post("/v1/contexts/c/cancel", {}, { as: "agent" });
    expect(foreign).toMatchObject({ status: 404 });
    expect((await api.memory("c")).state).toBe("input_required");
    const newest = { resume_token: again.body.resume_token };
    expect((await api.cancel("c", newest)).body.state).toBe("failed");
  });
});

describe("a run that handed over", () => {
  test("X9, X33: is ended with every run below it that waits", async () => {
    const api = await open({ boss, lead: boss, asks });
    // boss → lead → asks, which waits.
    const inputs = { to: "lead", give: { to: "asks" } };
    await api.invoke("boss", { context_id: "c", inputs });
    const middle = await api.childOf("c");
    const lowest = await api.childOf(middle);

    const { body } = await api.cancel("c");
    expect(body).toMatchObject({ state: "failed", children: [{ state: "failed" }] });
    for (const id of [middle, lowest]) {
      await expect.poll(async () => (await api.memory(id)).state).toBe("failed");
      expect(await api.memory(id)).toMatchObject({
        outcome: { error: { code: "CANCELLED" } },
        input_request: null,
      });
      expect(await api.store.delegations.get(id)).toMatchObject({ state: "dropped" });
    }
    expect(await api.store.delegations.listOpen()).toEqual([]);
    const trail = await api.store.audit.list({ types: ["context.cancelled"], limit: 9, offset: 0 });
    expect(trail.items.map(({ data }) => data.context_id).sort()).toEqual(
      ["c", middle, lowest].sort(),
    );
    expect(api.reported).toEqual([]);
  });

  test("X33: hears that the one below it was ended", async () => {
    const api = await open({ boss, asks });
    await api.invoke("boss", { context_id: "c", inputs: { to: "asks" } });
    const child = await api.childOf("c");
    expect((await api.cancel(child)).body.state).toBe("failed");
    await expect.poll(async () => (await api.memory("c")).state).toBe("completed");
    expect((await api.memory("c")).outcome?.outputs).toMatchObject({
      heard: { target: "asks", state: "failed", error: { code: "CANCELLED" } },
    });
  });

  test("X22, X33: takes the approvals back that turns of it waited for", async () => {
    const permissions = { allow: ["skill:boss:*"], ask: ["skill:asks:*"] };
    const api = await open({ boss, asks }, { permissions });
    await api.invoke("boss", { context_id: "c", inputs: { to: "asks" } });
    await expect.poll(() => api.pending()).toHaveLength(1);
    const [approval] = await api.pending();
    await api.cancel("c");
    expect(await api.pending()).toEqual([]);
    const late = await api.post(`/v1/approvals/${approval?.id}/run`, {});
    expect(late).toMatchObject({ status: 409, body: { code: "APPROVAL_NOT_PENDING" } });
    expect(await api.store.contexts.get(approval?.invocationId ?? "")).toBeUndefined();
  });

  test("S53: while a turn of it runs, it is not ended under that turn's hands", async () => {
    let go = () => {};
    const held = new Promise<void>((done) => {
      go = done;
    });
    let runs = 0;
    const writes: FakeSkill = {
      front: MAY.replace("READ", "IMPLEMENT").replace("[]", "[fs]"),
      async run({ name }) {
        if (!name) return asks.run({}, {} as never);
        runs++;
        await held;
        return { state: "completed", outputs: {} };
      },
    };
    const api = await open({ writes });
    const first = await api.invoke("writes", { context_id: "c", inputs: {} });
    const token = first.body.resume_token ?? "";
    const inputs = { name: "Ada" };
    const turn = api.invoke("writes", { context_id: "c", resume_token: token, inputs });
    await expect.poll(() => runs).toBe(1);
    expect(await api.cancel("c")).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("runs now") },
    });
    go();
    expect((await turn).body.state).toBe("completed");
  });
});

describe("a run of a session's turn", () => {
  const opened = async (name: string, input: JsonObject) => {
    const asking = { tool_calls: [{ name: `skill:${name}:run`, input }] };
    const api = await open({ boss, asks }, { steps: [asking, asking] });
    const body = { capabilities: ["skill:boss", "skill:asks"] };
    await api.request("PATCH", "/v1/agents/agent_witness", { body });
    const { id } = await api.openSession();
    await api.post(`/v1/sessions/${id}/messages?wait_ms=5000`, { content: "go" });
    const state = async () => (await api.store.sessions.get(id))?.state;
    await expect.poll(state).toBe("input_required");
    return { api, id, run: `${id}:${name}` };
  };

  test("X9: is ended with that turn, and the next one does not go on with it", async () => {
    const { api, id, run } = await opened("asks", {});
    expect(await api.store.contexts.get(run)).toMatchObject({ state: "input_required" });
    await api.post(`/v1/sessions/${id}/cancel`, {});
    expect(await api.memory(run)).toMatchObject({
      state: "failed",
      input_request: null,
      outcome: { error: { code: "CANCELLED" } },
      detail: { outcome: { invocation_id: expect.any(String), error: { code: "CANCELLED" } } },
    });
    const trail = await api.store.audit.list({ types: ["context.cancelled"], limit: 9, offset: 0 });
    expect(trail.items).toMatchObject([
      { actor: "prn_owner", sessionId: id, data: { context_id: run, was: "input_required" } },
    ]);
    await api.post(`/v1/sessions/${id}/messages?wait_ms=5000`, { content: "again" });
    expect(await api.memory(run)).toMatchObject({ state: "input_required", turn: 1 });
    expect(api.reported).toEqual([]);
  });

  test("X9, X33: is ended with every run below it", async () => {
    const { api, id, run } = await opened("boss", { to: "asks" });
    const child = await api.childOf(run);
    await api.post(`/v1/sessions/${id}/cancel`, {});
    expect((await api.memory(run)).state).toBe("failed");
    await expect
      .poll(() => api.store.contexts.get(child))
      .toMatchObject({ state: "failed", detail: { outcome: { error: { code: "CANCELLED" } } } });
    await expect.poll(() => api.store.delegations.listOpen()).toEqual([]);
    expect(api.reported).toEqual([]);
  });
});

test("X5: a session's own memory is no run that could be ended", async () => {
  const api = await open({ asks });
  const { body } = await api.post<{ id: string }>("/v1/sessions", {});
  await api.store.journal.commit("test.memory", [
    {
      type: "context.ensure",
      context: {
        id: body.id,
        sessionId: body.id,
        actor: null,
        turn: 0,
        state: "pending",
        summary: "",
        version: 1,
        detail: {},
        inputRequest: null,
        createdAt: "2026-01-01T00:00:00.000Z",
        updatedAt: "2026-01-01T00:00:00.000Z",
      },
    },
  ]);
  expect(await api.cancel(body.id)).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining("cancel the session") },
  });
});
