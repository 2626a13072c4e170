import { afterEach, describe, expect, test } from "vitest";
import { type Harness, OWNER, openHarness } from "../../test/harness.ts";
import { openTestStore } from "../../test/open-test-store.ts";
import { answerApproval } from "../engine/sessions/answer-approval.ts";
import type { SkillContract } from "../schema/skill-contract.ts";
import { type At, faultyStore } from "../testing/faults.ts";
import { fixedSource } from "../testing/fixed-source.ts";
import { makeContext } from "../testing/fixtures.ts";
import { makeCapability } from "../testing/make-tool.ts";
import { questionDigest } from "./approvals/moment.ts";
import type { Call } from "./call.ts";
import type { ExecutionResult } from "./executor.ts";
import { invoke } from "./invoke.ts";
import type { Run } from "./run.ts";

let harness: Harness;
afterEach(() => harness.close());

const TOOL = "builtin:errand:go";
/** The gate reads only that there is one. */
const contract = {} as SkillContract;

/** A run that remembers its version and nothing else. `told` says what the gate asked of it, in order. */
function makeRun(overrides: Partial<Run> = {}): Run & { readonly told: string[] } {
  const told: string[] = [];
  const run: Run = {
    contextId: "errand",
    version: null,
    inputs: { from: "the run" },
    above: [],
    limits: { retries: 0, fixes: 0, asksModels: false },
    advised: { questions: 0, tokens: 0, fixes: 0 },
    answer() {
      told.push("answer");
      return undefined;
    },
    request(_, iteration) {
      told.push(`request ${iteration}`);
      return { contextId: "errand", turn: 1, iteration, maxFixes: 0, facts: {}, confirmed: false };
    },
    hold(_, executed) {
      told.push("hold");
      return executed;
    },
    async end(_, outcome) {
      told.push("end");
      return { ...outcome, contextId: "errand" };
    },
    changes(_, { state }) {
      told.push(`changes ${state}`);
      const version = (run.version ?? 0) + 1;
      const context = makeContext({ id: "errand", state, version, actor: OWNER.id });
      return [{ type: "context.put", context, expect: run.version }];
    },
    forgotten() {
      told.push("forgotten");
      return { ...run, contextId: null, changes: () => [] };
    },
    ...overrides,
  };
  return Object.assign(run, { told });
}

const WAITS: ExecutionResult = {
  state: "input_required",
  inputRequest: { kind: "fields", reason: "Where to?" },
};

type Options = {
  readonly results?: readonly ExecutionResult[];
  readonly readOnly?: boolean;
  readonly asks?: boolean;
  readonly at?: At;
};

/** A tool with a contract; `call` makes it a turn of this run, or of none. */
async function openErrand({ results = [], readOnly = false, asks = false, at }: Options = {}) {
  const seen: unknown[] = [];
  const store = await openTestStore();
  harness = await openHarness({
    store: at ? faultyStore(store, at) : store,
    permissions: asks ? { ask: [TOOL] } : { allow: [TOOL] },
    sources: [
      fixedSource(() => [
        makeCapability({ id: "errand" }, [{ name: "go", contract, behaviour: { readOnly } }]),
      ]),
    ],
    executors: new Map([
      [
        "test",
        {
          endsOnSignal: true,
          async execute({ inputs, run }) {
            seen.push({ inputs, turn: run?.turn });
            return results[seen.length - 1] ?? { state: "completed", outputs: {} };
          },
        },
      ],
    ]),
  });
  const call = (run: Run | null, more: Partial<Call> = {}) => {
    const features = [{}, { openRun: async () => run }];
    Object.assign(harness.gate, { features });
    return invoke(harness.gate, harness.call(TOOL, { from: "the call" }, more));
  };
  const stored = () => harness.store.contexts.get("errand");
  return { call, seen, stored };
}

describe("a call that is a turn of a run", () => {
  test("X9: has the inputs of its run, and is recorded as its run ends it", async () => {
    const { call, seen, stored } = await openErrand({ results: [WAITS] });
    const run = makeRun();
    expect(await call(run)).toMatchObject({ state: "input_required", contextId: "errand" });
    expect(seen).toEqual([{ inputs: { from: "the run" }, turn: 1 }]);
    const asked = ["answer", "request 1", "hold", "end", "changes input_required"];
    expect(run.told).toEqual(asked);
    expect(await stored()).toMatchObject({ state: "input_required", version: 1 });
  });

  test("S27: is answered by its run without being asked about or run", async () => {
    const { call, seen, stored } = await openErrand({ asks: true });
    const answered = { result: WAITS, startedAt: "2026-01-01T00:00:00.000Z", durationMs: 0 };
    const run = makeRun({ answer: () => answered });
    expect(await call(run)).toMatchObject({ inputRequest: { reason: "Where to?" } });
    expect([seen, await harness.pending()]).toEqual([[], []]);
    expect(await stored()).toMatchObject({ state: "input_required" });
  });

  test("X8, I31: is over with what it asks a person, who answers for the run as it leaves it", async () => {
    const inputRequest = { kind: "confirmation" as const, reason: "Really?" };
    const { call, stored } = await openErrand({
      results: [{ state: "input_required", inputRequest }],
    });
    const run = makeRun({ end: async (_, outcome) => ({ ...outcome, resumeToken: "token" }) });
    const outcome = await call(run);
    const [approval] = await harness.pending();
    expect(outcome.inputRequest).toMatchObject({ approvalIds: [approval?.id], reason: "Really?" });
    expect(outcome).not.toHaveProperty("resumeToken");
    expect(approval?.binding).toMatchObject({ context: "", preview: questionDigest(run) });
    expect(await stored()).toMatchObject({ state: "input_required", version: 1 });
  });

  test("X9: is tried again as often as its run allows", async () => {
    const failed: ExecutionResult = { state: "failed", error: { message: "No." } };
    const { call } = await openErrand({ results: [failed, failed, failed] });
    const run = makeRun({ limits: { retries: 1, fixes: 0, asksModels: false } });
    expect(await call(run)).toMatchObject({ state: "failed", notes: ["It was tried 2 times."] });
    expect(run.told.filter((one) => one.startsWith("request"))).toEqual(["request 1", "request 2"]);
  });

  test("X9: may not wait where no feature has a run for it", async () => {
    const { call, stored } = await openErrand({ results: [WAITS] });
    const refused = { state: "blocked", error: { code: "STATE_NOT_ALLOWED" } };
    expect(await call(null)).toMatchObject(refused);
    expect(await stored()).toBeUndefined();
  });
});

describe("a run that moves while a turn of it is on its way", () => {
  const move = (version: number) =>
    harness.store.journal.commit("test.move", [
      {
        type: "context.put",
        context: makeContext({ id: "errand", version, actor: OWNER.id }),
        expect: version === 1 ? null : version - 1,
      },
    ]);

  test("S41, X8: does not start the turn", async () => {
    const { call, seen } = await openErrand();
    await move(1);
    await expect(call(makeRun())).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    expect(seen).toEqual([]);
  });

  test("S41: keeps nothing of a turn that only looked", async () => {
    const { call, stored } = await openErrand({ readOnly: true });
    await move(1);
    const conflict = { state: "failed", error: { code: "STATE_CONFLICT" } };
    expect(await call(makeRun())).toMatchObject(conflict);
    expect(await stored()).toMatchObject({ state: "in_progress", version: 1 });
  });

  test("X8: makes the approval of the turn worthless", async () => {
    const { call, seen } = await openErrand({ asks: true });
    await move(1);
    await call(makeRun({ version: 1 }));
    const [approval] = await harness.pending();
    expect(approval?.binding.context).toBe("errand@1");
    await move(2);
    const features = [{ openRun: async () => makeRun({ version: 2 }) }];
    Object.assign(harness.gate, { features });
    const { engine } = harness;
    const { outcome } = await answerApproval(engine, approval?.id ?? "", { type: "run" }, OWNER);
    expect(outcome).toMatchObject({ state: "blocked", error: { code: "STATE_CONFLICT" } });
    expect(seen).toEqual([]);
  });
});

test("C10, S36: a turn that could not start in time is forgotten, and can be made again", async () => {
  let late = true;
  const at = (point: string) => {
    if (point !== "commit call.claim: after" || !late) return;
    late = false;
    harness.clock.advance(60_000);
  };
  const { call, seen, stored } = await openErrand({ at });
  const run = makeRun();
  const sent = { messageId: "m-1" };
  await expect(call(run, sent)).rejects.toMatchObject({ code: "START_TOO_LATE" });
  expect(run.told).toContain("forgotten");
  expect([seen, await stored()]).toEqual([[], undefined]);
  expect(await call(makeRun(), sent)).toMatchObject({ state: "completed" });
  expect(await stored()).toMatchObject({ state: "completed", version: 1 });
});
