import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { after, createDeadlines } from "./deadlines.ts";

describe("deadlines that share a timer", () => {
  test("each comes, and not before its time", async () => {
    const deadlines = createDeadlines(10);
    const began = performance.now();
    const took = (ms: number) =>
      new Promise<number>((resolve) => {
        deadlines.after(ms, () => resolve(performance.now() - began - ms));
      });
    const late = await Promise.all([took(30), took(0), took(75)]);
    for (const ms of late) expect(ms).toBeGreaterThanOrEqual(0);
  });

  test("one that is called off never comes, and the others do", async () => {
    const deadlines = createDeadlines(5);
    const [first, second] = [vi.fn(), vi.fn()];
    const callOff = deadlines.after(10, first);
    deadlines.after(10, second);
    callOff();
    callOff();
    await vi.waitFor(() => expect(second).toHaveBeenCalledOnce());
    expect(first).not.toHaveBeenCalled();
  });

  test("one that is set while another comes is kept", async () => {
    const deadlines = createDeadlines(5);
    const second = vi.fn();
    deadlines.after(5, () => deadlines.after(5, second));
    await vi.waitFor(() => expect(second).toHaveBeenCalledOnce());
  });

  test("none after the last one is called off", async () => {
    const deadlines = createDeadlines(5);
    const late = vi.fn();
    for (let times = 0; times < 3; times++) {
      deadlines.after(10, late)();
      await delay(15);
    }
    expect(late).not.toHaveBeenCalled();
  });
});

test.each([20, 1_050])("after %d ms, not before", async (ms) => {
  const began = performance.now();
  await new Promise<void>((resolve) => after(ms, resolve));
  // A timer of the runtime may come a millisecond early.
  expect(performance.now() - began).toBeGreaterThan(ms - 2);
});

test("a deadline keeps the process alive until it comes or is called off", async () => {
  const { execFileSync } = await import("node:child_process");
  const file = new URL("./deadlines.ts", import.meta.url).href;
  const run = (code: string) =>
    execFileSync(
      process.execPath,
      ["--input-type=module", "-e", `import { after } from "${file}"; ${code}`],
      { encoding: "utf8", timeout: 20_000 },
    );
  expect(run('after(1_200, () => console.log("late"))')).toBe("late\n");
  // It would keep the process for longer than that may take.
  expect(run('after(600_000, () => console.log("late"))(); console.log("off")')).toBe("off\n");
});
