import { afterEach, describe, expect, test } from "vitest";
import { type FakeSkill, openWithSkills } from "../../../../test/fake-skills.ts";
import type { JsonObject } from "../../../base/json.ts";
import { makeTree, type Tree } from "../../bundles/testing/make-tree.ts";
import { skillTree } from "../../bundles/testing/skill-trees.ts";

let close = async () => {};
afterEach(() => close());

const MAY = `autonomy_level: READ
side_effects: []
state_persistence: full_events
interaction_outcomes: {allowed_intermediate_states: [input_required, delegating, paused], max_turns: 6}`;

/** Hands over what it is told to, and answers with what came back. */
const BOSS = `
  export function execute(ctx) {
    const { to, give = {} } = ctx.inputs;
    if (ctx.delegation) return { back: ctx.delegation, turn: ctx.turn };
    return { state: "DELEGATING", delegation_target: to, delegation_inputs: give };
  }`;
const WORKER = `
  export function execute(ctx) {
    return { greeting: "Hello, " + ctx.inputs.name, correlation: ctx.correlation_id };
  }`;

/** The same, without a process for each turn; it may hand over twice. */
const boss: FakeSkill = {
  front: MAY,
  run({ to, give = {}, twice }, { run }) {
    if (run?.delegation && !(twice && run.turn === 2)) {
      return { state: "completed", outputs: { back: run.delegation, turn: run.turn } };
    }
    const inputs = give as JsonObject;
    return { state: "delegating", delegation: { target: String(to), inputs } };
  },
};
const worker: FakeSkill = {
  front: MAY,
  run({ fail, name }) {
    if (fail) return { state: "failed", error: { code: "no_luck", message: "It failed." } };
    if (!name) {
      const fields = [{ name: "name", type: "string" }];
      return { state: "input_required", inputRequest: { kind: "fields", reason: "Whom?", fields } };
    }
    return { state: "completed", outputs: { greeting: `Hello, ${name}` } };
  },
};

async function open(
  skills: Readonly<Record<string, FakeSkill>>,
  options: Parameters<typeof openWithSkills>[1] = {},
) {
  const api = await openWithSkills(new Map(Object.entries(skills)), options);
  close = api.close;
  return api;
}

/** Their code runs in boxes. */
async function openBoxed(trees: readonly Tree[]) {
  const api = await open({});
  for (const tree of trees) {
    const path = makeTree(tree);
    const answer = await api.post("/v1/capabilities/install", { path }, { as: "admin" });
    expect(answer).toMatchObject({ status: 201 });
  }
  return api;
}

type Api = Awaited<ReturnType<typeof open>>;
type Turn = {
  state: string;
  turn: number;
  context_id: string;
  resume_token?: string;
  outputs?: { back: JsonObject; turn: number };
  error?: { code: string; message: string };
  delegation?: { target: string; context_id: string };
  input_request?: { reason: string; fields: JsonObject[]; asked_by?: JsonObject };
};
type Memory = {
  state: string;
  resume_token: string;
  input_request: Turn["input_request"];
  parent: string | null;
  children: JsonObject[];
  events: { type: string; payload: JsonObject }[];
};

const invoke = async (api: Api, name: string, body: JsonObject) =>
  (await api.post<Turn>(`/v1/skills/${name}/invoke`, body)).body;
const resume = (api: Api, name: string, id: string) =>
  invoke(api, name, { context_id: id, resume: true, inputs: {} });
const memory = async (api: Api, id: string) => (await api.get<Memory>(`/v1/contexts/${id}`)).body;
const typesOf = ({ events }: Memory) =>
  events.map(({ type }) => type).filter((type) => !type.startsWith("turn."));

describe("a skill that hands over", () => {
  test("S4, S31, S50, X33: to another one goes on with what became of it", async () => {
    const api = await openBoxed([
      skillTree("boss", MAY, { "impl.ts": BOSS }),
      skillTree("worker", MAY, { "impl.ts": WORKER }),
    ]);
    const inputs = { to: "worker", give: { name: "Ada" } };
    const first = await invoke(api, "boss", { context_id: "c", inputs });
    expect(first).toMatchObject({ state: "delegating", turn: 1, delegation: { target: "worker" } });
    const child = first.delegation?.context_id ?? "";
    const done = await resume(api, "boss", "c");
    expect(done).toMatchObject({
      state: "completed",
      outputs: {
        turn: 2,
        back: {
          target: "worker",
          context_id: child,
          state: "completed",
          outputs: { greeting: "Hello, Ada", correlation: child },
        },
      },
    });
    const parent = await memory(api, "c");
    expect(parent.children).toEqual([
      { context_id: child, target: "worker", state: "completed", is_delivered: true },
    ]);
    expect(typesOf(parent)).toEqual(["delegate", "response"]);
    const below = await memory(api, child);
    expect(below).toMatchObject({ state: "completed", parent: "c" });
    expect(typesOf(below)).toEqual(["request", "response"]);
    // What was of it is delivered once, and what is sealed is not kept.
    expect(await api.store.delegations.get(child)).toMatchObject({
      state: "delivered",
      result: null,
    });
    const stale = { context_id: "c", resume_token: first.resume_token ?? "", inputs: {} };
    expect(await api.post("/v1/skills/boss/invoke", stale)).toMatchObject({ status: 409 });
    const odd = await api.post("/v1/skills/worker/invoke", { context_id: "dlg_mine", inputs: {} });
    expect(odd).toMatchObject({ status: 404 });
  });

  test("X33: hears of a failure, and may hand over again", async () => {
    const api = await open({ boss, worker });
    const inputs = { to: "worker", give: { fail: true }, twice: true };
    await invoke(api, "boss", { context_id: "c", inputs });
    const done = await resume(api, "boss", "c");
    expect(done).toMatchObject({
      state: "completed",
      outputs: { turn: 3, back: { state: "failed", error: { code: "no_luck" } } },
    });
    expect((await memory(api, "c")).children).toHaveLength(2);
  });

  test("S10, X33: asks what the other one asks, and passes the answer on", async () => {
    const api = await open({ boss, worker });
    await invoke(api, "boss", { context_id: "c", inputs: { to: "worker" } });
    const asks = await resume(api, "boss", "c");
    expect(asks).toMatchObject({
      state: "input_required",
      turn: 1,
      input_request: {
        kind: "fields",
        reason: '"worker": Whom?',
        fields: [{ name: "name" }],
        asked_by: { skill: "worker", context_id: expect.stringMatching(/^dlg_/) },
      },
    });
    // Who comes late, without a token, is told the same.
    expect(await resume(api, "boss", "c")).toEqual(asks);
    const answer = { name: "Bo" };
    const passed = await invoke(api, "boss", {
      context_id: "c",
      inputs: answer,
      resume_token: asks.resume_token ?? "",
      message_id: "m",
    });
    expect(passed).toMatchObject({ state: "delegating", turn: 1 });
    const done = await resume(api, "boss", "c");
    expect(done).toMatchObject({
      state: "completed",
      outputs: { turn: 2, back: { outputs: { greeting: "Hello, Bo" } } },
    });
    expect(typesOf(await memory(api, "c"))).toEqual(["delegate", "request", "response"]);
  });

  test("X33: is blocked too deep, in a circle, and to one that is not there", async () => {
    const api = await open(
      { a: boss, b: boss, worker },
      {
        settings: { delegation: { max_depth: 1 } },
      },
    );
    const run = async (id: string, inputs: JsonObject) => {
      await invoke(api, "a", { context_id: id, inputs });
      return JSON.stringify(await resume(api, "a", id));
    };
    const give = { name: "Ada" };
    const [deep, circle, gone] = await Promise.all([
      run("deep", { to: "b", give: { to: "worker", give } }),
      run("circle", { to: "a", give }),
      run("gone", { to: "nobody", give }),
    ]);
    expect(deep).toContain("too deep: a → b → worker");
    expect(circle).toContain("in a circle: a → a");
    expect(gone).toContain('hands over to \\"nobody\\"');
    for (const told of [deep, circle, gone]) expect(told).toContain("DELEGATION_REFUSED");
  });

  test("S48, X44: is blocked where that is switched off", async () => {
    const api = await open(
      { boss, worker },
      {
        settings: { delegation: { enabled: false } },
      },
    );
    const inputs = { to: "worker", give: { name: "Ada" } };
    expect(await invoke(api, "boss", { context_id: "c", inputs })).toMatchObject({
      state: "blocked",
      error: { code: "STATE_NOT_ALLOWED" },
    });
    expect(await api.store.delegations.listOpen()).toEqual([]);
  });

  test("X33: asks for the other one's approval in its own session, and says for whom", async () => {
    const api = await open(
      { boss, worker },
      {
        permissions: { allow: ["skill:boss:*"], ask: ["skill:worker:*"] },
      },
    );
    const inputs = { to: "worker", give: { name: "Ada" } };
    const first = await invoke(api, "boss", { context_id: "c", inputs });
    await expect.poll(() => api.pending()).toHaveLength(1);
    const [approval] = await api.pending();
    expect(approval).toMatchObject({
      toolId: "skill:worker:run",
      reason: expect.stringContaining('"boss" hands over to "worker"'),
      sessionId: (await api.store.contexts.get("c"))?.sessionId,
    });
    const early = { context_id: "c", inputs: {}, resume_token: first.resume_token ?? "" };
    expect(await api.post("/v1/skills/boss/invoke", early)).toMatchObject({
      status: 409,
      body: { code: "CONTEXT_WAITS" },
    });
    await api.post(`/v1/approvals/${approval?.id}/run`, {});
    expect(await resume(api, "boss", "c")).toMatchObject({ state: "completed" });

    await invoke(api, "boss", { context_id: "no", inputs });
    await expect.poll(() => api.pending()).toHaveLength(1);
    await api.post(`/v1/approvals/${(await api.pending())[0]?.id}/deny`, {});
    expect(await resume(api, "boss", "no")).toMatchObject({
      outputs: { back: { state: "blocked", error: { code: "APPROVAL_DENIED" } } },
    });
  });

  test("X33: in a session's turn the turn waits for it, and for what it asks", async () => {
    const api = await open(
      { boss, worker },
      {
        steps: [
          { tool_calls: [{ name: "skill:boss:run", input: { to: "worker" } }] },
          { text: "done" },
        ],
      },
    );
    const capabilities = ["skill:boss"];
    await api.request("PATCH", "/v1/agents/agent_witness", { body: { capabilities } });
    const { id } = await api.openSession();
    type Waiting = { session: { state: string; resume_token: string; input_request: JsonObject } };
    const asks = await api.post<Waiting>(`/v1/sessions/${id}/messages?wait_ms=9000`, {
      content: "go",
    });
    expect(asks.body.session).toMatchObject({
      state: "input_required",
      input_request: { kind: "fields", asked_by: { skill: "worker" } },
    });
    const answer = { resume_token: asks.body.session.resume_token, inputs: { name: "Cy" } };
    const goesOn = await api.post(`/v1/sessions/${id}/resume?wait_ms=9000`, answer);
    expect(goesOn.body).toMatchObject({ session: { state: "completed" } });
    type Said = { items: { role: string; content: string }[] };
    const { items } = (await api.get<Said>(`/v1/sessions/${id}/messages`)).body;
    expect(items.find(({ role }) => role === "tool")?.content).toContain("Hello, Cy");
    expect(api.reported).toEqual([]);
  });
});
