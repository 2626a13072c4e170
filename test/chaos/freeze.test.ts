import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { createPrey, START_WITHIN_MS } from "./prey.ts";

const PATH = "/v1/tools/builtin:witness:append_freely/invoke";

type Outcome = { state: string; error?: { code: string; retryable: boolean } };

/** A server frozen right after it wrote its intent, before the effect. */
async function frozenFor(ms: number) {
  const prey = createPrey();
  try {
    // The points of an effectful call: its claim before and after, then the effect.
    await prey.start(2, "SIGSTOP");
    const answer = prey.ask<Outcome>("POST", PATH, { inputs: { line: "x" } });
    // Frozen at its second point: to wake it before would leave it frozen for good.
    for (let tries = 0; prey.points().length < 2 && tries < 500; tries++) await delay(10);
    await delay(ms);
    prey.wake();
    const { state, error } = await answer;
    return { frozenAt: prey.points()[1], state, error, lines: prey.lines().length };
  } finally {
    prey.close();
  }
}

test("A118: a server that wakes up after start_before starts nothing, and says so", async () => {
  expect(await frozenFor(START_WITHIN_MS * 2)).toEqual({
    frozenAt: "commit call.claim: after",
    state: "failed",
    error: expect.objectContaining({ code: "START_TOO_LATE", retryable: true }),
    lines: 0,
  });
});

test("a server that wakes up in time goes on as if nothing had happened", async () => {
  expect(await frozenFor(START_WITHIN_MS / 8)).toMatchObject({ state: "completed", lines: 1 });
});
