import { afterEach, describe, expect, test } from "vitest";
import { createCounter, FRONT } from "../../../test/counter-skill.ts";
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
