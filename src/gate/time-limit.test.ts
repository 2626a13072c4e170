import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTimeLimit } from "./time-limit.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

function limit(ms: number) {
  const over = vi.fn();
  const time = createTimeLimit(ms, over);
  /** Asks somebody, who answers when the returned function is called. */
  const ask = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const asked = time.pauseFor(() => promise);
    return async () => {
      resolve();
      await asked;
    };
  };
  return { ...time, ask, over };
}

test("F24: an answer does not give the whole time again", async () => {
  const { ask, over } = limit(100);
  for (let n = 0; n < 3; n++) {
    vi.advanceTimersByTime(30);
    const answer = ask();
    vi.advanceTimersByTime(1_000);
    await answer();
  }
  vi.advanceTimersByTime(9);
  expect(over).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2);
  expect(over).toHaveBeenCalledOnce();
});

test("F24: two questions at once count as one pause, until both are answered", async () => {
  const { ask, over } = limit(100);
  const [first, second] = [ask(), ask()];
  await first();
  vi.advanceTimersByTime(1_000);
  expect(over).not.toHaveBeenCalled();
  await second();
  vi.advanceTimersByTime(101);
  expect(over).toHaveBeenCalledOnce();
});

test("F24: a question that fails ends its pause as well", async () => {
  const { pauseFor, over } = limit(100);
  await expect(pauseFor(() => Promise.reject(new Error("no model")))).rejects.toThrow("no model");
  vi.advanceTimersByTime(101);
  expect(over).toHaveBeenCalledOnce();
});

test("a limit that has ended stays silent, also after an answer", async () => {
  const { ask, end, over } = limit(100);
  const answer = ask();
  end();
  await answer();
  vi.advanceTimersByTime(1_000);
  expect(over).not.toHaveBeenCalled();
});
