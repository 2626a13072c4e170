import { beforeEach, expect, test, vi } from "vitest";
import { createEmbeddedSignals } from "../stores/queue/embedded/embedded-signals.ts";
import type { Signals } from "../stores/queue/signals.ts";
import { until } from "./until.ts";

let signals: Signals;
let open: number;

beforeEach(() => {
  const embedded = createEmbeddedSignals();
  open = 0;
  signals = {
    notify: embedded.notify,
    subscribe(session, listener) {
      open += 1;
      const end = embedded.subscribe(session, listener);
      return () => {
        open -= 1;
        end();
      };
    },
  };
});

const turn = () => new Promise((resolve) => setTimeout(resolve));

test("what holds already is answered at once", async () => {
  expect(await until(signals, "s", 60_000, async () => true)).toBe(true);
  expect(open).toBe(0);
});

test("without time to wait it looks exactly once", async () => {
  const holds = vi.fn(async () => false);
  expect(await until(signals, "s", 0, holds)).toBe(false);
  expect(holds).toHaveBeenCalledTimes(1);
  expect(open).toBe(0);
});

test("it looks again after each signal of its session, and of no other", async () => {
  let value = 0;
  const looks: number[] = [];
  const done = until(signals, "s", 60_000, async () => looks.push(value) > 0 && value === 2);
  await turn();
  value = 1;
  signals.notify("other", "state_changed");
  await turn();
  expect(looks).toEqual([0]);
  signals.notify("s", "state_changed");
  await turn();
  value = 2;
  signals.notify("s", "state_changed");
  expect(await done).toBe(true);
  expect(looks).toEqual([0, 1, 2]);
  expect(open).toBe(0);
});

test("a signal that cannot matter is not looked at", async () => {
  const holds = vi.fn(async () => holds.mock.calls.length === 2);
  const done = until(signals, "s", 60_000, holds, (happened) => happened === "state_changed");
  await turn();
  signals.notify("s", "events_added");
  await turn();
  expect(holds).toHaveBeenCalledTimes(1);
  signals.notify("s", "state_changed");
  expect(await done).toBe(true);
});

test("a signal while it looks is not missed", async () => {
  let looks = 0;
  const done = until(signals, "s", 60_000, async () => {
    looks += 1;
    if (looks > 1) return true;
    signals.notify("s", "state_changed");
    await turn();
    return false;
  });
  expect(await done).toBe(true);
  expect(looks).toBe(2);
});

test("it subscribes before it looks: no change falls in between", async () => {
  let subscribed = 0;
  await until(signals, "s", 60_000, async () => {
    subscribed = open;
    return true;
  });
  expect(subscribed).toBe(1);
});

test("when the time is over it looks once more, then answers false", async () => {
  const holds = vi.fn(async () => false);
  expect(await until(signals, "s", 10, holds)).toBe(false);
  expect(holds).toHaveBeenCalledTimes(2);
  expect(open).toBe(0);
});

test("a look that fails ends the wait with its error, and the subscription with it", async () => {
  const failing = until(signals, "s", 60_000, () => Promise.reject(new Error("store is gone")));
  await expect(failing).rejects.toThrow("store is gone");
  expect(open).toBe(0);
});
