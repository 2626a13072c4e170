import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { type FakeSkill, openWithSkills } from "../../../test/fake-skills.ts";
import type { JsonObject } from "../../base/json.ts";

let close = async () => {};
afterEach(() => close());

async function open(
  skills: Readonly<Record<string, FakeSkill>>,
  options: Parameters<typeof openWithSkills>[1] = {},
) {
  const api = await openWithSkills(new Map(Object.entries(skills)), options);
  close = api.close;
  return api;
}

type Api = Awaited<ReturnType<typeof open>>;
type Turn = {
  state: string;
  turn: number;
  code?: string;
  resume_token?: string;
  outputs?: JsonObject;
  metadata?: JsonObject;
  input_request?: JsonObject;
};

const post = (api: Api, name: string, body: JsonObject) =>
  api.post<Turn>(`/v1/skills/${name}/invoke`, body);
const FRONT = `autonomy_level: IMPLEMENT
side_effects: [fs]
state_persistence: full_events
interaction_outcomes: {allowed_intermediate_states: [input_required, delegating, paused], max_turns: 20}`;

/** Waits until it is told that it is enough; counts each time its code runs. */
function createCounter(): FakeSkill & { ran: string[] } {
  const ran: string[] = [];
  return {
    ran,
    front: FRONT,
    run({ end, by, ask }, { run }) {
      ran.push(String(by));
      const facts = (run?.facts.count ?? {}) as JsonObject;
      const remembered = {
        facts: [{ bucket: "count", key: "n", value: Number(facts.n ?? 0) + 1, ttlSeconds: null }],
        events: [],
      };
      if (end) return { state: "completed", outputs: { n: Number(facts.n ?? 0) + 1 }, remembered };
      if (ask === "worker") {
        if (run?.delegation) {
          return { state: "completed", outputs: { back: run.delegation }, remembered };
        }
        return {
          state: "delegating",
          delegation: { target: "worker", inputs: { by: "boss" } },
          remembered,
        };
      }
      const inputRequest = { kind: "fields" as const, reason: "More?", fields: [{ name: "end" }] };
      return { state: "input_required", inputRequest, remembered };
    },
  };
}

describe("turns of one context", () => {
  test("S41, S53: that come at once lose no update, and leave no gap", async () => {
    const counter = createCounter();
    const api = await open({ counter });
    const first = await post(api, "counter", { context_id: "c", inputs: { by: "first" } });
    expect(first).toMatchObject({ status: 200, body: { state: "input_required", turn: 1 } });
    const turns: number[] = [1];
    let conflicts = 0;
    const caller = async (by: string) => {
      for (let done = 0; done < 4; ) {
        const { body: now } = await api.get<{ resume_token: string }>("/v1/contexts/c");
        const { resume_token } = now;
        const answer = await post(api, "counter", {
          context_id: "c",
          resume_token,
          inputs: { by },
        });
        if (answer.status === 200) {
          done += 1;
          turns.push(answer.body.turn);
        } else {
          expect(answer.body).toMatchObject({ code: "STATE_CONFLICT" });
          conflicts += 1;
        }
      }
    };
    await Promise.all(["a", "b", "c", "d"].map(caller));
    expect(turns.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 17 }, (_, n) => n + 1));
    const context = await api.store.contexts.get("c");
    expect(context).toMatchObject({ version: 17, turn: 17 });
    const facts = await api.store.contexts.facts("c", "2000-01-01T00:00:00.000Z", "count");
    expect(facts).toMatchObject([{ key: "n", value: 17 }]);
    // Who lost the race while its code ran has kept nothing.
    expect(conflicts).toBeGreaterThan(0);
  });

  test("S42, X8: a turn that is approved late does not run on a context that moved on", async () => {
    const counter = createCounter();
    const api = await open({ counter }, { permissions: { ask: ["skill:counter:*"] } });
    const asked = async (by: string, token?: string) => {
      const inputs = { by, ...(by === "late" && { end: true }) };
      const body = { context_id: "c", inputs, ...(token && { resume_token: token }) };
      expect((await post(api, "counter", body)).body).toMatchObject({ state: "input_required" });
      return (await api.pending()).at(-1)?.id ?? "";
    };
    const run = (id: string) => api.post<{ outcome: Turn }>(`/v1/approvals/${id}/run`, {});
    await run(await asked("first"));
    const { body } = await api.get<{ resume_token: string }>("/v1/contexts/c");
    const late = await asked("late", body.resume_token);
    await run(await asked("next", body.resume_token));
    const answer = await run(late);
    expect(answer.body).toMatchObject({
      approval: { state: "superseded" },
      outcome: { state: "blocked", error: { code: "STATE_CONFLICT" } },
    });
    expect(counter.ran).toEqual(["first", "next"]);
  });

  test("S10, S46: what it has so far is kept and shown, and its state beside its status", async () => {
    const partialOutputs = { found: 2 };
    const skill: FakeSkill = {
      front: FRONT,
      run: () => ({
        state: "input_required",
        inputRequest: { kind: "fields", reason: "Which?", fields: [], partialOutputs },
      }),
    };
    const api = await open({ skill });
    expect((await post(api, "skill", { context_id: "c" })).body).toMatchObject({
      state: "input_required",
      metadata: { execution_status: "blocked", agent_state: "input_required" },
      input_request: { partial_outputs: { found: 2 } },
    });
    expect((await api.get("/v1/contexts/c")).body).toMatchObject({
      input_request: { partial_outputs: { found: 2 } },
    });
  });

  test("X9: an answer that is declined ends the call, and its turn goes on", async () => {
    const counter = createCounter();
    const steps = [{ tool_calls: [{ name: "skill:counter:run", input: {} }] }, { text: "done" }];
    const api = await open({ counter }, { steps });
    const capabilities = ["skill:counter"];
    await api.request("PATCH", "/v1/agents/agent_witness", { body: { capabilities } });
    const { id } = await api.openSession();
    type Waiting = { session: { state: string; resume_token: string } };
    const asks = await api.post<Waiting>(`/v1/sessions/${id}/messages?wait_ms=5000`, {
      content: "go",
    });
    const { resume_token } = asks.body.session;
    const no = { resume_token, answer: "decline" };
    const goesOn = await api.post(`/v1/sessions/${id}/resume?wait_ms=5000`, no);
    expect(goesOn.body).toMatchObject({ session: { state: "completed" } });
    expect(counter.ran).toHaveLength(1);
  });
});

/** What a context should be: a state, a turn, and how often its code ran. */
type Model = { state: "none" | "waits" | "over"; turn: number; ran: number; count: number };
type Real = {
  api: Api;
  id: string;
  counter: ReturnType<typeof createCounter>;
  tokens: string[];
  answers: Map<string, Turn>;
  sent: number;
};
type Step = "next" | "end" | "stale" | "repeat" | "resume" | "missing" | "delegate";
const STEPS: readonly Step[] = ["next", "end", "stale", "repeat", "resume", "missing", "delegate"];

async function take(step: Step, model: Model, real: Real): Promise<void> {
  const { api, id, counter, tokens, answers } = real;
  const token = tokens.at(-1);
  const known = model.state === "waits" && token !== undefined ? { resume_token: token } : {};
  const isNew = model.state !== "waits";
  const send = async (inputs: JsonObject) => {
    const message_id = `${id}-${real.sent++}`;
    const body = { context_id: id, inputs, message_id, ...known };
    const answer = await post(api, "counter", body);
    expect(answer).toMatchObject({ status: 200 });
    answers.set(JSON.stringify(body), answer.body);
    model.turn = isNew ? 1 : model.turn + 1;
    model.ran += 1;
    model.count += 1;
    expect(answer.body.turn).toBe(model.turn);
    return answer.body;
  };
  if (step === "next") {
    const { state, resume_token = "" } = await send({ by: "model" });
    expect(state).toBe("input_required");
    model.state = "waits";
    tokens.push(resume_token);
  } else if (step === "end") {
    expect(await send({ by: "model", end: true })).toMatchObject({
      state: "completed",
      outputs: { n: model.count },
    });
    model.state = "over";
  } else if (step === "delegate") {
    expect((await send({ by: "model", ask: "worker" })).state).toBe("delegating");
    const done = await post(api, "counter", { context_id: id, resume: true, inputs: {} });
    model.turn += 1;
    model.ran += 1;
    model.count += 1;
    model.state = "over";
    expect(done.body).toMatchObject({ state: "completed", turn: model.turn });
    expect(done.body.outputs).toMatchObject({ back: { outputs: { did: "it" } } });
  } else if (step === "stale") {
    const stale = tokens.at(-2);
    if (stale === undefined || model.state !== "waits") return;
    const body = { context_id: id, inputs: {}, resume_token: stale };
    expect(await post(api, "counter", body)).toMatchObject({ status: 409 });
  } else if (step === "missing") {
    if (model.state !== "waits") return;
    expect(await post(api, "counter", { context_id: id, inputs: {} })).toMatchObject({
      status: 409,
    });
  } else if (step === "repeat") {
    const [body, first] = [...answers].at(-1) ?? [];
    if (body === undefined) return;
    const again = await post(api, "counter", JSON.parse(body));
    expect(again.body).toMatchObject({ turn: first?.turn, state: first?.state });
  } else if (model.state === "over") {
    const again = await post(api, "counter", { context_id: id, resume: true, inputs: {} });
    expect(again.body).toMatchObject({ state: "completed", turn: model.turn });
  } else if (model.state === "none") {
    const none = { context_id: id, resume: true, inputs: {} };
    expect(await post(api, "counter", none)).toMatchObject({ status: 404 });
  }
  expect(counter.ran.length).toBe(model.ran);
  const context = await api.store.contexts.get(id);
  expect(context?.turn ?? 0).toBe(model.turn);
}

test("S1, S12, S40, S41, S55, X33: whatever is asked of a context, it is what a simple model says", async () => {
  const counter = createCounter();
  const worker: FakeSkill = {
    front: FRONT,
    run: () => ({ state: "completed", outputs: { did: "it" } }),
  };
  const api = await open({ counter, worker });
  let runs = 0;
  const steps = fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(steps, async (wanted) => {
      counter.ran.length = 0;
      runs += 1;
      const model: Model = { state: "none", turn: 0, ran: 0, count: 0 };
      const real: Real = {
        api,
        id: `run-${runs}`,
        counter,
        tokens: [],
        answers: new Map(),
        sent: 0,
      };
      for (const step of wanted) await take(step, model, real);
    }),
    { numRuns: 6 },
  );
  expect(api.reported).toEqual([]);
});
