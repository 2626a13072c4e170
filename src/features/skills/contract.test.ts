import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type FakeSkill, openWithSkills } from "../../../test/fake-skills.ts";
import type { JsonObject } from "../../base/json.ts";
import type { ExecutionResult } from "../../gate/executor.ts";
import { Page } from "../../schema/page.ts";
import { BUNDLES } from "../bundles/bundles.ts";

let close = async () => {};
afterEach(() => close());

async function open(front: string, run: FakeSkill["run"]) {
  const api = await openWithSkills(new Map([["one", { front, run }]]));
  close = api.close;
  return api;
}

type Turn = {
  state: string;
  outputs?: JsonObject;
  notes?: string[];
  resume_token?: string;
  error?: { code: string; details?: JsonObject };
};
type Api = Awaited<ReturnType<typeof open>>;
const invoke = async (api: Api, body: JsonObject = {}) =>
  (await api.post<Turn>("/v1/skills/one/invoke", body)).body;

const broken = (code: string): ExecutionResult => ({
  state: "failed",
  error: { code, message: "It broke." },
});

describe("what a contract says is held to", () => {
  test("retry: a turn that failed runs again, so often and where that is safe", async () => {
    const tries: (number | undefined)[] = [];
    const failing = async (front: string, code: string, until = 99) => {
      tries.length = 0;
      const api = await open(front, (_, { run }) => {
        tries.push(run?.iteration);
        return tries.length < until ? broken(code) : { state: "completed", outputs: {} };
      });
      const told = await invoke(api);
      await close();
      return { told, tries: [...tries] };
    };
    const safe = "retry: {policy: safe, max_retries: 2}";
    expect(await failing(safe, "network_error", 2)).toMatchObject({
      tries: [1, 2],
      told: { state: "completed", notes: ["It was tried 2 times."] },
    });
    expect(await failing(safe, "network_error")).toMatchObject({
      tries: [1, 2, 3],
      told: { state: "failed", error: { code: "network_error" } },
    });
    // What is wrong with the inputs is wrong the next time too; and nobody said that it is safe.
    expect((await failing(safe, "validation_error")).tries).toEqual([1]);
    const none = "retry: {policy: none, max_retries: 2}";
    expect((await failing(none, "network_error")).tries).toEqual([1]);
    close = async () => {};
  });

  test("S56: past max_fix_iterations a run is escalated, with a report", async () => {
    const front = "max_fix_iterations: 2\nexecution_mode: HYBRID";
    const counted = await open(front, ({ fixes }) => ({
      state: "completed",
      outputs: { fixed: true },
      remembered: {
        facts: [{ bucket: "fix", key: "attempts", value: fixes ?? 0, ttlSeconds: null }],
        events: [],
      },
    }));
    expect(await invoke(counted, { inputs: { fixes: 2 } })).toMatchObject({ state: "completed" });
    expect(await invoke(counted, { inputs: { fixes: 3 } })).toMatchObject({
      state: "escalated",
      error: { code: "FIX_LIMIT_REACHED" },
      outputs: { report: { fixes: 3, max_fix_iterations: 2, last_state: "completed" } },
    });
    await close();
    // One that does not count them is counted by what it asks for.
    const answers: string[] = [];
    const silent = await open(front, async (_, { sample }) => {
      for (let asked = 0; asked < 3; asked++) {
        const wanted = { fix: true, system: "", maxTokens: 10, messages: [] };
        const answer = await sample?.(wanted);
        answers.push(answer?.type === "refused" ? answer.reason : "answered");
      }
      return { state: "completed", outputs: {} };
    });
    expect(await invoke(silent)).toMatchObject({
      state: "escalated",
      error: { code: "FIX_LIMIT_REACHED" },
    });
    expect(answers.at(-1)).toContain("2 fixes at most");
  });

  test("S63: a failure names its mode, also of a call without a context", async () => {
    const api = await open("failure_modes: [network_error]", ({ code }) => broken(String(code)));
    for (const body of [{}, { context_id: "c" }]) {
      expect(await invoke(api, { ...body, inputs: { code: "network_error" } })).toMatchObject({
        state: "failed",
        error: { details: { failure_mode: "network_error" } },
      });
    }
    const other = await invoke(api, { inputs: { code: "other" } });
    expect(other.error?.details).toBeUndefined();
  });

  test("S62: skills that it depends on and that are not here, and unknown keys, are reported", async () => {
    const api = await open("depends_on: [one, gone]\nodd_key: 1", () => ({ state: "completed" }));
    const { body } = await api.get<{ warnings: string[] }>("/v1/skills/one");
    expect(body.warnings.join("\n")).toMatch(/odd_key.*not here: gone\./s);
    expect(await invoke(api)).toMatchObject({ state: "completed" });
  });

  test("outputs that do not fit its schema do not complete", async () => {
    const front = "output_schema: {type: object, required: [n]}";
    const api = await open(front, ({ n }) => ({ state: "completed", outputs: n ? { n } : {} }));
    expect(await invoke(api, { inputs: { n: 1 } })).toMatchObject({ state: "completed" });
    expect(await invoke(api)).toMatchObject({ state: "failed", error: { code: "OUTPUT_INVALID" } });
  });

  test("S27, S45, X40: inputs are held against input_request_jsonschema, and asked for", async () => {
    let ran = 0;
    const api = await open(
      `interaction_outcomes:
  allowed_intermediate_states: [input_required]
  input_request_jsonschema: {type: object, required: [city], properties: {city: {type: string}}}
  input_request_schema: [{name: city, type: string, description: Where}]`,
      ({ city }) => {
        ran += 1;
        return { state: "completed", outputs: { city: city ?? null } };
      },
    );
    const asks = await invoke(api, { context_id: "c" });
    expect(asks).toMatchObject({
      state: "input_required",
      input_request: { fields: [{ name: "city", description: "Where" }] },
    });
    const wrong = { context_id: "c", inputs: { city: 7 }, resume_token: asks.resume_token ?? "" };
    const again = await invoke(api, wrong);
    expect(again).toMatchObject({ state: "input_required" });
    expect(ran).toBe(0);
    const right = {
      context_id: "c",
      inputs: { city: "Rom" },
      resume_token: again.resume_token ?? "",
    };
    expect(await invoke(api, right)).toMatchObject({
      state: "completed",
      outputs: { city: "Rom" },
    });
  });
});

const WAITS = "interaction_outcomes: {allowed_intermediate_states: [input_required]}";
const asksForMore: ExecutionResult = {
  state: "input_required",
  inputRequest: { kind: "fields", reason: "More?", fields: [{ name: "more" }] },
};

describe("a run", () => {
  test("X29: has eight turns where nothing is said, however many steps a turn of a session has", async () => {
    const api = await open(WAITS, () => asksForMore);
    let last = await invoke(api, { context_id: "c" });
    for (let turn = 2; turn <= 8; turn++) {
      expect(last).toMatchObject({ state: "input_required", turn: turn - 1 });
      last = await invoke(api, { context_id: "c", resume_token: last.resume_token ?? "" });
    }
    const past = { context_id: "c", resume_token: last.resume_token ?? "" };
    expect(await invoke(api, past)).toMatchObject({
      state: "escalated",
      error: { code: "TURN_LIMIT_REACHED" },
      outputs: { report: { max_turns: 8 } },
    });
  });

  test("X5: has a context of 255 characters at most", async () => {
    const api = await open("", () => ({ state: "completed", outputs: {} }));
    const of = (length: number) =>
      api.post("/v1/skills/one/invoke", { context_id: "c".repeat(length) });
    expect(await of(255)).toMatchObject({ status: 200, body: { context_id: "c".repeat(255) } });
    expect((await of(256)).status).toBe(422);
  });

  test.each(["none", "facts_only", "full_events"])(
    "X24: under %s is on record, whatever its memory keeps",
    async (level) => {
      const api = await open(`${WAITS}\nstate_persistence: ${level}`, () => ({
        ...asksForMore,
        remembered: {
          facts: [{ bucket: "b", key: "k", value: 1, ttlSeconds: null }],
          events: [{ type: "saw", payload: {} }],
        },
      }));
      await invoke(api, { context_id: "c" });
      type View = { facts: unknown[]; events: { type: string }[] };
      const { facts, events } = (await api.get<View>("/v1/contexts/c")).body;
      expect(facts).toHaveLength(level === "none" ? 0 : 1);
      expect(events.some(({ type }) => type === "saw")).toBe(level === "full_events");
      const { items } = await api.store.audit.list(Page.parse({}));
      expect(items).toContainEqual(
        expect.objectContaining({
          type: "invocation.ended",
          data: expect.objectContaining({ state: "input_required" }),
        }),
      );
    },
  );

  test("F32: that is over is told again with the outputs that its caller had", async () => {
    const api = await open("state_persistence: facts_only", () => ({
      state: "completed",
      outputs: { header: "Authorization: Bearer abcdefghijklmnop" },
    }));
    const first = await invoke(api, { context_id: "c" });
    const again = await invoke(api, { context_id: "c", resume: true });
    expect(again.outputs).toEqual(first.outputs);
    expect(first.outputs?.header).toContain("abcdefghijklmnop");
  });

  test.each([true, false])(
    "X41: that is over answers its end, or begins anew with its facts; idempotent: %s",
    async (isIdempotent) => {
      const known: unknown[] = [];
      const front = `state_persistence: facts_only\nidempotency: {required: ${isIdempotent}}`;
      const api = await open(front, (_, { run }) => {
        known.push(run?.facts.b ?? null);
        return {
          state: "completed",
          outputs: { n: known.length },
          remembered: {
            facts: [{ bucket: "b", key: "k", value: known.length, ttlSeconds: null }],
            events: [],
          },
        };
      });
      const end = { state: "completed", turn: 1, outputs: { n: 1 } };
      expect(await invoke(api, { context_id: "c" })).toMatchObject(end);
      expect(await invoke(api, { context_id: "c", resume: true })).toMatchObject(end);
      const next = await invoke(api, { context_id: "c" });
      expect(next).toMatchObject(isIdempotent ? end : { ...end, outputs: { n: 2 } });
      expect(known).toEqual(isIdempotent ? [null] : [null, { k: 1 }]);
    },
  );
});

test("a run goes on with the bundle that it began with, and says so", async () => {
  const bundles: unknown[] = [];
  const front = "interaction_outcomes: {allowed_intermediate_states: [input_required]}";
  const api = await open(front, ({ end }, { execution }) => {
    bundles.push(execution.bundle);
    if (end) return { state: "completed", outputs: {} };
    const inputRequest = { kind: "fields" as const, reason: "More?", fields: [{ name: "end" }] };
    return { state: "input_required", inputRequest };
  });
  type View = { is_earlier_version: boolean; resume_token: string };
  const look = async () => (await api.get<View>("/v1/contexts/c")).body;
  await invoke(api, { context_id: "c" });
  expect((await look()).is_earlier_version).toBe(false);
  const path = api.engine.of(BUNDLES).installed().get("skill:one")?.path ?? "";
  writeFileSync(join(path, "impl.ts"), "export const run = () => 2;");
  const changed = await api.post("/v1/capabilities/install", { path }, { as: "admin" });
  expect(changed.status).toBeLessThan(300);
  const now = await look();
  expect(now.is_earlier_version).toBe(true);
  const { resume_token } = now;
  await invoke(api, { context_id: "c", resume_token, inputs: { end: true } });
  expect((await look()).is_earlier_version).toBe(false);
  // The next run begins with what the skill is by now.
  await invoke(api, { context_id: "c", inputs: { end: true } });
  expect(bundles[1]).toBe(bundles[0]);
  expect(bundles[2]).not.toBe(bundles[0]);
});
