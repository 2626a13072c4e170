import { afterEach, describe, expect, test } from "vitest";
import { type Harness, OWNER, openHarness } from "../../test/harness.ts";
import { defineCapability } from "../app/define-capability.ts";
import { answerApproval } from "../engine/sessions/answer-approval.ts";

let harness: Harness;
afterEach(() => harness.close());

const FREELY = "builtin:witness:append_freely";
const EXCEEDED = { state: "blocked", error: { code: "QUOTA_EXCEEDED", retryable: true } };

describe("a quota", () => {
  test("of calls a minute refuses what is too much, on record, until the minute is over", async () => {
    const quotas = [{ tool: "builtin:witness:*", calls_per_minute: 2 }];
    harness = await openHarness({ settings: { quotas } });
    const call = () => harness.invoke(FREELY, { line: "x" });
    await call();
    harness.clock.advance(30_000);
    await call();
    expect(await call()).toMatchObject(EXCEEDED);
    harness.clock.advance(30_000);
    expect((await call()).state).toBe("completed");
    expect(await call()).toMatchObject(EXCEEDED);
    expect(harness.lines()).toHaveLength(3);
    const refusal = (await harness.records()).find((it) => it.type === "policy.violated");
    expect(refusal?.data).toMatchObject({ code: "QUOTA_EXCEEDED", rule: "quota" });
  });

  test("F33: a call that another quota refuses is not counted by the first", async () => {
    const quotas = [
      { tool: "builtin:witness:*", calls_per_minute: 2 },
      { tool: FREELY, calls_per_minute: 1 },
    ];
    harness = await openHarness({ settings: { quotas } });
    // Each tool is counted by itself, so both rules count this one.
    const call = () => harness.invoke(FREELY, { line: "x" });
    expect((await call()).state).toBe("completed");
    for (let n = 0; n < 3; n++) expect(await call()).toMatchObject(EXCEEDED);
    const said = (await harness.records()).filter(({ type }) => type === "policy.violated");
    expect(new Set(said.map(({ data }) => data.reason))).toEqual(
      new Set([`owner may make 1 calls of "${FREELY}" a minute.`]),
    );
  });

  test("counts each tool and each actor by itself", async () => {
    harness = await openHarness({ settings: { quotas: [{ calls_per_minute: 1 }] } });
    const agent = { id: "prn_agent-7", scopes: ["invoke" as const] };
    expect((await harness.invoke(FREELY, { line: "x" })).state).toBe("completed");
    expect((await harness.invoke(FREELY, { line: "x" }, { actor: agent })).state).toBe("completed");
    expect((await harness.invoke("builtin:witness:look", {})).state).toBe("completed");
    expect(await harness.invoke(FREELY, { line: "x" })).toMatchObject(EXCEEDED);
  });

  /** A tool that runs until it is let go, and those who wait in it. */
  function waitingTool() {
    const ends: (() => void)[] = [];
    const slow = defineCapability({
      id: "slow",
      name: "Slow",
      description: "Waits.",
      status: "available",
      tools: [
        {
          name: "wait",
          description: "Waits until it is let go.",
          riskLevel: "LOW",
          inputSchema: { type: "object" },
          run: () => new Promise((resolve) => ends.push(() => resolve({}))),
        },
      ],
    });
    return { ends, slow };
  }

  test.each([1, 2, 3])(
    "of %i calls at once lets one in for each that has ended",
    async (atOnce) => {
      const { ends, slow } = waitingTool();
      const quotas = [{ tool: "builtin:slow:wait", at_once: atOnce }];
      harness = await openHarness({ settings: { quotas }, capabilities: [slow] });
      const wait = () => harness.invoke("builtin:slow:wait", {});
      const running: ReturnType<typeof wait>[] = [];
      for (let n = 0; n < atOnce; n++) running.push(wait());
      await expect.poll(() => ends.length).toBe(atOnce);
      for (let ended = 0; ended < 2 * atOnce; ended++) {
        expect(await wait()).toMatchObject(EXCEEDED);
        ends[ended]?.();
        expect(await running[ended]).toMatchObject({ state: "completed" });
        running.push(wait());
        await expect.poll(() => ends.length).toBe(atOnce + ended + 1);
      }
      for (const end of ends) end();
      await Promise.all(running);
    },
  );

  test("of run time ends a call that takes longer", async () => {
    const sleepy = defineCapability({
      id: "sleepy",
      name: "Sleepy",
      description: "Never answers.",
      status: "available",
      tools: [
        {
          name: "sleep",
          description: "Never answers.",
          riskLevel: "LOW",
          inputSchema: { type: "object" },
          behaviour: { readOnly: true },
          run: () => new Promise(() => {}),
        },
      ],
    });
    const quotas = [{ tool: "*", run_time_s: 0.02 }];
    harness = await openHarness({ settings: { quotas }, capabilities: [sleepy] });
    expect(await harness.invoke("builtin:sleepy:sleep", {})).toMatchObject({ state: "timeout" });
  });

  test("does not refuse what a person has approved", async () => {
    const quotas = [{ calls_per_minute: 1 }];
    harness = await openHarness({ settings: { quotas } });
    await harness.invoke("builtin:witness:append", { line: "a" });
    await harness.invoke("builtin:witness:append", { line: "b" });
    for (const { id } of await harness.pending()) {
      const { outcome } = await answerApproval(harness.engine, id, { type: "run" }, OWNER);
      expect(outcome.state).toBe("completed");
    }
  });
});

describe("questions", () => {
  test("A103: a hundred in a minute are throttled, so that people go on reading them", async () => {
    harness = await openHarness();
    const outcomes = [];
    for (let n = 0; n < 100; n++) {
      outcomes.push(await harness.invoke("builtin:witness:append", { line: `${n}` }));
    }
    const asked = outcomes.filter(({ state }) => state === "input_required");
    expect(asked).toHaveLength(30);
    expect(outcomes.at(-1)).toMatchObject({
      state: "blocked",
      error: { code: "APPROVALS_THROTTLED", retryable: true },
    });
    expect(await harness.pending()).toHaveLength(30);
    harness.clock.advance(60_000);
    const later = await harness.invoke("builtin:witness:append", { line: "later" });
    expect(later.state).toBe("input_required");
  });
});
