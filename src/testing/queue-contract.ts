import { describe, expect, test, vi } from "vitest";
import type { Queue } from "../stores/queue/queue.ts";

/** What every Queue owes the engine. Each adapter's test calls this once. */
export function queueContract(name: string, open: () => Queue): void {
  describe(`${name} honours the Queue contract`, () => {
    test("works on what is pushed, before it starts and after", async () => {
      const { queue, jobs } = watch(open());
      queue.push("a");
      queue.start(jobs.work);
      queue.push("b");
      await jobs.reach(["a", "b"]);
      await jobs.stop(queue);
    });

    test("works once on a session that was pushed often before its turn came", async () => {
      const { queue, jobs } = watch(open());
      for (const session of ["a", "a", "b", "a"]) queue.push(session);
      queue.start(jobs.work);
      await jobs.reach(["a", "b"]);
      jobs.finish("a");
      jobs.finish("b");
      await jobs.settle(queue);
      expect(jobs.started).toEqual(["a", "b"]);
    });

    test("works on several sessions at once", async () => {
      const { queue, jobs } = watch(open());
      queue.start(jobs.work);
      for (const session of ["a", "b", "c"]) queue.push(session);
      await jobs.reach(["a", "b", "c"]);
      expect(jobs.running).toEqual(["a", "b", "c"]);
      await jobs.stop(queue);
    });

    test("works on one session one at a time, and once more when it was pushed meanwhile", async () => {
      const { queue, jobs } = watch(open());
      queue.start(jobs.work);
      queue.push("a");
      await jobs.reach(["a"]);
      for (let times = 0; times < 3; times++) queue.push("a");
      queue.push("b");
      await jobs.reach(["a", "b"]);
      expect(jobs.running).toEqual(["a", "b"]);
      jobs.finish("a");
      await jobs.reach(["a", "b", "a"]);
      jobs.finish("a");
      jobs.finish("b");
      await jobs.settle(queue);
      expect(jobs.started).toEqual(["a", "b", "a"]);
    });

    test("takes a session that is pushed again after it was worked on", async () => {
      const { queue, jobs } = watch(open());
      queue.start(jobs.work);
      queue.push("a");
      await jobs.reach(["a"]);
      jobs.finish("a");
      await jobs.settle(queue);
      queue.push("a");
      await jobs.reach(["a", "a"]);
      await jobs.stop(queue);
    });

    test.each([
      { how: "rejects", fail: () => Promise.reject(new Error("no")) },
      {
        how: "throws",
        fail: () => {
          throw new Error("no");
        },
      },
    ])("goes on when work $how: no error of work gets out", async ({ fail }) => {
      const { queue, jobs } = watch(open());
      const escaped: unknown[] = [];
      const note = (error: unknown) => escaped.push(error);
      process.on("unhandledRejection", note);
      queue.start((session) => (session === "bad" ? fail() : jobs.work(session)));
      for (const session of ["bad", "a", "bad"]) queue.push(session);
      await jobs.reach(["a"]);
      jobs.finish("a");
      await jobs.settle(queue);
      queue.push("bad");
      queue.push("b");
      await jobs.reach(["a", "b"]);
      await jobs.stop(queue);
      await new Promise((resolve) => setTimeout(resolve));
      process.off("unhandledRejection", note);
      expect(escaped).toEqual([]);
    });

    test("stops when what runs has ended, and takes nothing more", async () => {
      const { queue, jobs } = watch(open());
      queue.start(jobs.work);
      queue.push("a");
      queue.push("b");
      await jobs.reach(["a", "b"]);
      let stopped = 0;
      const stops = [queue.stop(), queue.stop()].map((stop) => stop.then(() => stopped++));
      queue.push("a");
      queue.push("c");
      jobs.finish("a");
      await new Promise((resolve) => setTimeout(resolve));
      expect(stopped).toBe(0);
      jobs.finish("b");
      await Promise.all(stops);
      expect(jobs.started).toEqual(["a", "b"]);
    });

    test("stops at once when nothing runs", async () => {
      const { queue, jobs } = watch(open());
      await queue.stop();
      queue.start(jobs.work);
      await queue.stop();
      queue.push("a");
      expect(jobs.started).toEqual([]);
    });

    test("is busy exactly while something is queued or worked on", async () => {
      const { queue, jobs } = watch(open());
      queue.start(jobs.work);
      expect(queue.busy).toBe(false);
      queue.push("a");
      expect(queue.busy).toBe(true);
      await jobs.reach(["a"]);
      expect(queue.busy).toBe(true);
      jobs.finish("a");
      await jobs.settle(queue);
      expect(queue.busy).toBe(false);
      await queue.stop();
    });
  });
}

/** Work that ends when the test says so. */
function watch(queue: Queue) {
  const started: string[] = [];
  const open = new Map<string, () => void>();
  const overlapping: string[] = [];
  const jobs = {
    started,
    get running() {
      return [...open.keys()].sort();
    },
    work(session: string): Promise<void> {
      if (open.has(session)) overlapping.push(session);
      started.push(session);
      return new Promise((resolve) => open.set(session, resolve));
    },
    finish(session: string): void {
      const end = open.get(session);
      if (!end) throw new Error(`Nothing is working on "${session}".`);
      open.delete(session);
      end();
    },
    reach: (sessions: readonly string[]) =>
      vi.waitFor(() => expect(started).toEqual(sessions), { interval: 1, timeout: 5_000 }),
    /** Until nothing is left to do; then nothing may have run twice at once. */
    async settle(of: Queue): Promise<void> {
      await vi.waitFor(() => expect(of.busy).toBe(false), { interval: 1, timeout: 5_000 });
      expect(overlapping).toEqual([]);
    },
    async stop(of: Queue): Promise<void> {
      const stopped = of.stop();
      for (const session of [...open.keys()]) jobs.finish(session);
      await stopped;
      expect(overlapping).toEqual([]);
    },
  };
  return { queue, jobs };
}
