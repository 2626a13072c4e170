import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { withinBounds } from "./use-process.ts";
import type { Held } from "./warm-processes.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

test("F13: the time of a box stands still while it waits for an answer, and ends it afterwards", async () => {
  const kill = vi.fn();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const { promise: over, resolve: end } = Promise.withResolvers<string>();
  const { signal } = new AbortController();
  const work = withinBounds(
    { kill } as unknown as Held,
    { wallMs: 100, signal },
    async (pauseFor) => {
      await pauseFor(() => answered);
      return over;
    },
  );
  vi.advanceTimersByTime(10_000);
  expect(kill).not.toHaveBeenCalled();
  answer();
  await answered;
  await vi.advanceTimersByTimeAsync(101);
  expect(kill).toHaveBeenCalledOnce();
  end("late");
  expect(await work).toEqual({ done: "late", timedOut: true });
});
