import { describe, expect, test, vi } from "vitest";

/** A process that works on the sessions of a place. It says what it does, a line each. */
export type QueueProcess = {
  readonly lines: readonly string[];
  /** `push a`, `store a` (without the push that follows), `finish a`. */
  tell(command: string): void;
  signal(name: "SIGSTOP" | "SIGCONT"): void;
  kill(): Promise<void>;
};

export type QueueProcessOptions = {
  readonly concurrency?: number;
  /** Takes no work itself. */
  readonly isIdle?: boolean;
  /** Works on a session until it is told to finish it. */
  readonly holds?: boolean;
  /** Dies with `kill -9` when it begins to work on this session. */
  readonly diesWith?: string;
  /** This many pushes are refused by the database. */
  readonly failingPushes?: number;
  /** Without timers: nothing is found by looking again. */
  readonly isWithoutPolls?: boolean;
};

/** A store of sessions, and the processes that work on them. */
export type QueuePlace = {
  readonly leaseMs: number;
  start(options?: QueueProcessOptions): QueueProcess;
};

/** What every Queue owes the engine when processes die, freeze and come back. */
export function queueFleetContract(
  name: string,
  /** False where one process owns the place: the next begins when it has ended. */
  isShared: boolean,
  open: () => Promise<QueuePlace>,
): void {
  const says = (process: QueueProcess, line: string) =>
    vi.waitFor(() => expect(process.lines).toContain(line), { interval: 10, timeout: 30_000 });
  const begun = (process: QueueProcess) => process.lines.filter((line) => line.startsWith("begun"));

  describe(`${name} honours the Queue contract with two processes`, { timeout: 90_000 }, () => {
    test("takes over the session of a process that was killed, and says so", async () => {
      const place = await open();
      const first = place.start({ holds: true });
      first.tell("push a");
      await says(first, "begun a fresh");
      // It says that it lives, however long it works.
      const early = isShared ? place.start() : undefined;
      if (early) await new Promise((resolve) => setTimeout(resolve, 1.5 * place.leaseMs));
      expect(early ? begun(early) : []).toEqual([]);
      await first.kill();
      const second = early ?? place.start();
      await says(second, "begun a takeover");
      await says(second, "done a");
    });

    const frozen = isShared
      ? "takes over from a frozen process, which moves nothing when it is back"
      : "lets no second process in while the owner is frozen, and goes on when it is back";
    test(frozen, async () => {
      const place = await open();
      const first = place.start({ holds: true });
      first.tell("push a");
      await says(first, "begun a fresh");
      first.signal("SIGSTOP");
      const second = place.start();
      await says(second, isShared ? "done a" : "refused");
      first.signal("SIGCONT");
      first.tell("finish a");
      await says(first, isShared ? "late a" : "done a");
      expect([...first.lines, ...second.lines].filter((line) => line === "done a")).toHaveLength(1);
    });

    test("F08: works off a backlog of 100, four at a time, without looking again", async () => {
      const place = await open();
      const first = place.start({ isIdle: true });
      const sessions = Array.from({ length: 100 }, (_, n) => `s${n}`);
      for (const session of sessions) first.tell(`push ${session}`);
      for (const session of sessions) await says(first, `pushed ${session}`);
      if (!isShared) await first.kill();
      const second = place.start({ concurrency: 4, isWithoutPolls: true });
      for (const session of sessions) await says(second, `done ${session}`);
    });

    test("F09: tells each successor of a session that kills its process, and holds up no other", async () => {
      const place = await open();
      const first = place.start({ diesWith: "bad" });
      first.tell("push bad");
      await says(first, "begun bad fresh");
      await first.kill();
      const second = place.start({ diesWith: "bad" });
      await says(second, "begun bad takeover");
      await second.kill();
      const third = place.start();
      third.tell("push good");
      await says(third, "done good");
      await says(third, "begun bad takeover");
      await says(third, "done bad");
    });

    const lost = isShared
      ? "loses no push that the database refused"
      : "finds a session whose process died before it was pushed";
    test(lost, async () => {
      const place = await open();
      const first = place.start({ isIdle: true, failingPushes: 2 });
      first.tell(isShared ? "push a" : "store a");
      await says(first, isShared ? "pushed a" : "stored a");
      if (!isShared) await first.kill();
      await says(place.start(), "done a");
    });
  });
}
