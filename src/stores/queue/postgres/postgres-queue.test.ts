import { setTimeout } from "node:timers/promises";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { emptySchema } from "../../../../rig/shared-postgres.ts";
import { spawnPostgresProcess } from "../../../../rig/spawn-postgres-process.ts";
import { spawnQueueProcess } from "../../../../rig/spawn-queue-process.ts";
import { runs } from "../../../../test/runs.ts";
import { queueContract } from "../../../testing/queue-contract.ts";
import { queueFleetContract } from "../../../testing/queue-fleet-contract.ts";
import type { Queue } from "../queue.ts";
import { checkQueueModel, type ModelLife, type ModelPlace } from "../testing/queue-model.ts";
import { type Link, openLink } from "./link.ts";
import { createPostgresQueue, type PostgresQueueOptions } from "./postgres-queue.ts";

let url: string;

beforeEach(async () => {
  url = await emptySchema();
});

/** Each has its own connections, as each process has. */
function open(options?: PostgresQueueOptions): Queue {
  const link = openLink(url);
  const queue = createPostgresQueue(link, options);
  onTestFinished(async () => {
    await queue.stop();
    await link.close();
  });
  return queue;
}

/** A link that loses what it is told to lose. */
function openFaulty() {
  const link = openLink(url);
  let isCut = false;
  let isDeaf = false;
  let refusals = 0;
  let losses = 0;
  let owner: unknown;
  const faulty: Link = {
    ...link,
    async query<Row>(text: string, values: readonly unknown[] = []) {
      if (text.includes("owner = $1")) [owner] = values;
      if (isCut || refusals > 0) {
        refusals -= 1;
        throw new Error("The database refused this.");
      }
      const rows = await link.query<Row>(text, values);
      if (!isCut && losses === 0) return rows;
      losses -= 1;
      throw new Error("The reply was lost.");
    },
    listen(channel, hear) {
      link.listen(channel, (payload) => {
        if (!isDeaf && !isCut) hear(payload);
        isDeaf = false;
      });
    },
  };
  return {
    link: faulty,
    cutOff: () => (isCut = true),
    refuse: () => (refusals = 1),
    loseReply: () => (losses = 1),
    loseNotification: () => (isDeaf = true),
    async bury() {
      const late = "update work set lease_until = now() - interval '1 s' where owner = $1";
      if (owner !== undefined) await link.query(late, [owner]);
      await link.close();
    },
  };
}

async function openModelPlace(): Promise<ModelPlace> {
  url = await emptySchema();
  const ports = new WeakMap<ModelLife, ReturnType<typeof openFaulty>>();
  return {
    processes: 2,
    recovers: false,
    open(unfinished) {
      const port = openFaulty();
      const queue = createPostgresQueue(port.link, { concurrency: 3, sweepMs: 100, unfinished });
      const life = { queue, cutOff: port.cutOff, bury: port.bury };
      ports.set(life, port);
      return life;
    },
    faults: {
      refuse: (life) => void ports.get(life)?.refuse(),
      "lose the reply": (life) => void ports.get(life)?.loseReply(),
      "lose a notification": (life) => void ports.get(life)?.loseNotification(),
      async "lose the table"() {
        const link = openLink(url);
        await link.query("delete from work").catch(() => {});
        await link.close();
      },
    },
    overlapsAfter: "lose the table",
  };
}

test("F08, F09: forgets nothing and works on nothing twice, whatever fails", async () => {
  await checkQueueModel(openModelPlace, { ...runs(30, 300), seed: 9 });
}, 600_000);

async function waiting(): Promise<readonly string[]> {
  const link = openLink(url);
  const rows = await link.query<{ session_id: string }>(
    "select session_id from work order by place",
  );
  await link.close();
  return rows.map((row) => row.session_id);
}

/** Queues that start from now on look again only when they are told to. */
function withoutPolls(): void {
  const never = setInterval(() => {}, 1_000_000).unref();
  const { setInterval: real } = globalThis;
  globalThis.setInterval = (() => never) as unknown as typeof setInterval;
  onTestFinished(() => {
    globalThis.setInterval = real;
  });
}

const until = (assertion: () => void | Promise<void>, timeout = 5_000) =>
  vi.waitFor(assertion, { interval: 10, timeout });

queueContract("the queue on PostgreSQL", open);

queueFleetContract("the queue on PostgreSQL", true, async () => {
  const leaseMs = 1_000;
  return { leaseMs, start: (options) => spawnQueueProcess({ ...options, url, leaseMs }) };
});

describe("queues of several processes", () => {
  test("S36: a session is worked on by one of them at a time, whoever pushes it", async () => {
    const running = new Set<string>();
    const overlaps: string[] = [];
    const rounds = new Map<string, number>();
    const workers = new Set<number>();
    const work = (worker: number) => async (session: string) => {
      if (running.has(session)) overlaps.push(session);
      running.add(session);
      workers.add(worker);
      await setTimeout(2);
      running.delete(session);
      rounds.set(session, (rounds.get(session) ?? 0) + 1);
    };
    const queues = [1, 2, 3].map(() => open({ concurrency: 2 }));
    for (const [index, queue] of queues.entries()) queue.start(work(index));
    const sessions = Array.from({ length: 12 }, (_, n) => `session_${n}`);
    for (let time = 0; time < 5; time++) {
      for (const [n, session] of sessions.entries()) queues[(n + time) % 3]?.push(session);
      await setTimeout(5);
    }
    await until(async () => {
      expect(await waiting()).toEqual([]);
      expect(rounds.size).toBe(sessions.length);
    });
    expect(overlaps).toEqual([]);
    expect(workers.size).toBeGreaterThan(1);
  });

  test("F08: a backlog is worked off without a wait for the next poll", async () => {
    const queue = open({ concurrency: 4 });
    for (let n = 0; n < 100; n++) queue.push(`session_${n}`);
    await until(async () => expect(await waiting()).toHaveLength(100));
    const done = new Set<string>();
    withoutPolls();
    queue.start(async (session) => void done.add(session));
    await until(() => expect(done.size).toBe(100));
  });

  test.each([
    { when: "it has been taken", statement: "update work set owner = $1" },
    { when: "it is finished", statement: "delete from work" },
  ])("a session is not held for its lease when the connection is lost as $when", async (lost) => {
    const link = openLink(url);
    let losses = 0;
    const lossy = {
      ...link,
      async query<Row>(text: string, values?: readonly unknown[]) {
        const isFinish = text.includes("delete from work");
        const rows = isFinish && losses === 0 ? [] : await link.query<Row>(text, values);
        const isIt = text.includes(lost.statement) && (isFinish || rows.length > 0);
        if (!isIt || losses > 0) return rows;
        losses += 1;
        throw new Error("The connection was lost.");
      },
    };
    const queue = createPostgresQueue(lossy);
    onTestFinished(async () => {
      await queue.stop();
      await link.close();
    });
    let rounds = 0;
    queue.start(async () => {
      rounds += 1;
    });
    queue.push("session_1");
    await until(async () => {
      expect(losses).toBe(1);
      expect(rounds).toBeGreaterThan(0);
      expect(await waiting()).toEqual([]);
    });
  });

  test("what one pushes that does not work itself, another is told of at once", async () => {
    const [front, worker] = [open(), open()];
    const started: string[] = [];
    withoutPolls();
    worker.start(async (session) => void started.push(session));
    const sessions = Array.from({ length: 8 }, (_, n) => `session_${n}`);
    for (const session of sessions) {
      front.push(session);
      await until(() => expect(started).toContain(session));
    }
    expect(front.busy).toBe(false);
  });

  test("S36: the session of a worker that was killed is taken over once its lease has run out", async () => {
    const leaseMs = 1_000;
    const victim = spawnPostgresProcess("work", url, leaseMs);
    const survivor = open({ leaseMs });
    survivor.push("a");
    await victim.line();
    expect(victim.lines).toEqual(["a"]);
    const started: string[] = [];
    survivor.start(async (session) => void started.push(session));
    // It says that it lives: nobody takes its session, however long it takes.
    await setTimeout(1.5 * leaseMs);
    expect(started).toEqual([]);
    await victim.kill();
    await until(() => expect(started).toEqual(["a"]));
    await until(async () => expect(await waiting()).toEqual([]));
  });

  test("a session that was worked on holds no place, also when its work failed", async () => {
    const queue = open();
    queue.start(() => Promise.reject(new Error("no")));
    queue.push("a");
    await until(() => expect(queue.busy).toBe(false));
    expect(await waiting()).toEqual([]);
  });

  test("what was pushed to one that stops is left for the others", async () => {
    const [stopping, other] = [open(), open()];
    stopping.start(async () => {});
    await stopping.stop();
    stopping.push("a");
    await until(async () => expect(await waiting()).toEqual(["a"]));
    const started: string[] = [];
    other.start(async (session) => void started.push(session));
    await until(() => expect(started).toEqual(["a"]));
  });

  test("what was taken while it stopped is left for the others", async () => {
    const [stopping, other] = [open(), open()];
    const started: string[] = [];
    stopping.push("a");
    stopping.start(async (session) => void started.push(session));
    await stopping.stop();
    const left = await waiting();
    expect([...started, ...left]).toEqual(["a"]);
    other.start(async (session) => void started.push(session));
    await until(() => expect(started).toEqual(["a"]));
  });

  test("a crash that empties the table does not let a second process in", async () => {
    const unfinished = async () => ["a"];
    const [worker, other] = [open({ leaseMs: 300 }), open({ unfinished, sweepMs: 600 })];
    const started: string[] = [];
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    worker.start(() => ended);
    worker.push("a");
    await until(() => expect(worker.depth).toBe(1));
    await setTimeout(100);
    other.start(async (session) => void started.push(session));
    const link = openLink(url);
    await link.query("delete from work");
    await link.close();
    await setTimeout(1_000);
    expect(started).toEqual([]);
    end();
    await until(() => expect(started).toEqual(["a"]));
  });

  test("a session whose push was lost is found by what the store knows", async () => {
    const unfinished = vi.fn(async () => ["lost"]);
    const queue = open({ unfinished, sweepMs: 50 });
    const started: string[] = [];
    queue.start(async (session) => {
      started.push(session);
      unfinished.mockResolvedValue([]);
    });
    const sweeps = async (count: number) => {
      const before = unfinished.mock.calls.length;
      await until(() => expect(unfinished.mock.calls.length).toBeGreaterThan(before + count));
    };
    await until(() => expect(started).toContain("lost"));
    // A sweep that looked before the work was done may push it once more.
    await sweeps(3);
    const { length } = started;
    await sweeps(3);
    expect(started).toHaveLength(length);
  });
});
