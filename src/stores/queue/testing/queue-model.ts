import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import type { Queue } from "../queue.ts";

/** One life of a process, as the model of a queue sees it. */
export type ModelLife = {
  readonly queue: Queue;
  /** The database answers nothing more: the end of its work reaches no other process. */
  cutOff(): void;
  /** After its work has ended: others may take what it held. */
  bury(): Promise<void>;
};

export type ModelPlace = {
  readonly processes: number;
  /** A process that starts pushes what the store knows to be unfinished. */
  readonly recovers: boolean;
  open(unfinished: () => Promise<readonly string[]>): ModelLife;
  /** Faults of what processes share, by name. */
  readonly faults: Readonly<Record<string, (life: ModelLife) => Promise<void> | void>>;
  /** After this one, two processes may work on one session for a moment. */
  readonly overlapsAfter?: string;
};

const SESSIONS = ["a", "b", "c", "d", "e"];
const SETTLED_WITHIN_MS = 30_000;
const LOOK_MS = 10;

type Member = { life: ModelLife; isDead: boolean; readonly ends: Map<string, () => void> };

/** Processes and their store. `pushes` is what the store would know: the sessions that have work. */
function openReal(place: ModelPlace) {
  const pushes = new Map<string, number>();
  const members: Member[] = [];
  const diedWith = new Set<string>();
  const wrong: string[] = [];
  let kills = 0;
  let isOrderly = true;
  let isEnding = false;

  const unfinished = async () => [...pushes.keys()];
  const at = (index: number) => members[index % members.length] as Member;

  function judge(session: string, isTakeover: boolean): void {
    const holders = members.filter(({ isDead, ends }) => !isDead && ends.has(session));
    if (isTakeover && kills === 0) wrong.push(`${session} was left by no process`);
    if (!isOrderly) return;
    if (holders.length > 0) wrong.push(`${session} is worked on twice at once`);
    if (!isTakeover && diedWith.has(session)) wrong.push(`${session} was not told as left behind`);
  }

  async function work(member: Member, session: string, isTakeover: boolean): Promise<void> {
    if (member.isDead) return;
    judge(session, isTakeover);
    diedWith.delete(session);
    const seen = pushes.get(session);
    await new Promise<void>((end) => {
      member.ends.set(session, end);
      if (isEnding) end();
    });
    member.ends.delete(session);
    // Pushed since: there is more to do.
    if (!member.isDead && pushes.get(session) === seen) pushes.delete(session);
  }

  async function start(index: number): Promise<void> {
    const member: Member = { life: place.open(unfinished), isDead: false, ends: new Map() };
    members[index] = member;
    const { queue } = member.life;
    queue.start((session, isTakeover) => work(member, session, isTakeover));
    if (place.recovers) for (const session of await unfinished()) queue.push(session, true);
  }

  async function end({ life, ends }: Member): Promise<void> {
    const stopped = life.queue.stop();
    for (const finish of ends.values()) finish();
    await stopped;
    await life.bury();
  }

  return {
    async open(): Promise<void> {
      for (let index = 0; index < place.processes; index++) await start(index);
    },
    push(index: number, session: string): void {
      pushes.set(session, (pushes.get(session) ?? 0) + 1);
      at(index).life.queue.push(session);
    },
    finish(session: string): void {
      for (const { ends } of members) ends.get(session)?.();
    },
    async kill(index: number): Promise<void> {
      const member = at(index);
      kills += 1;
      member.isDead = true;
      member.life.cutOff();
      for (const session of member.ends.keys()) diedWith.add(session);
      await end(member);
      await start(index);
    },
    async fault(name: string, index: number): Promise<void> {
      if (name === place.overlapsAfter) isOrderly = false;
      await place.faults[name]?.(at(index).life);
    },
    /** Everything that was pushed is worked on in the end, and nothing was done wrongly before. */
    async settle(): Promise<void> {
      isEnding = true;
      for (let waited = 0; pushes.size > 0; waited += LOOK_MS) {
        for (const session of SESSIONS) this.finish(session);
        if (waited > SETTLED_WITHIN_MS) throw new Error(`Forgotten: ${[...pushes.keys()]}`);
        await delay(LOOK_MS);
      }
      if (wrong.length > 0) throw new Error(wrong.join("\n"));
    },
    async close(): Promise<void> {
      isEnding = true;
      await Promise.all(members.map(end));
    },
  };
}

type Real = ReturnType<typeof openReal>;
type Command = fc.AsyncCommand<object, Real>;

function command(name: string, run: (real: Real) => Promise<void> | void): Command {
  return {
    check: () => true,
    async run(_model, real) {
      await run(real);
      // What it causes may happen before the next one, or beside it.
      await delay(1);
    },
    toString: () => name,
  };
}

function commandsOf(place: ModelPlace): fc.Arbitrary<Command>[] {
  const session = fc.constantFrom(...SESSIONS);
  const index = fc.nat(place.processes - 1);
  const push = fc
    .tuple(index, session)
    .map(([at, it]) => command(`push ${it} at ${at}`, (real) => real.push(at, it)));
  const finish = session.map((it) => command(`finish ${it}`, (real) => real.finish(it)));
  const pause = fc
    .integer({ min: 1, max: 20 })
    .map((ms) => command(`wait ${ms} ms`, () => delay(ms)));
  const kill = index.map((at) => command(`kill ${at}`, (real) => real.kill(at)));
  const faults = Object.keys(place.faults).map((name) =>
    index.map((at) => command(`${name} at ${at}`, (real) => real.fault(name, at))),
  );
  return [push, push, finish, finish, pause, kill, ...faults];
}

/** Random pushes, ends of work, kills and faults: everything pushed is worked on, by one at a time. */
export async function checkQueueModel(
  openPlace: () => Promise<ModelPlace>,
  parameters: { readonly numRuns: number; readonly seed: number },
): Promise<void> {
  const commands = fc.commands(commandsOf(await openPlace()), { maxCommands: 30 });
  const property = fc.asyncProperty(commands, async (steps) => {
    const real = openReal(await openPlace());
    await real.open();
    try {
      await fc.asyncModelRun(() => ({ model: {}, real }), steps);
      await real.settle();
    } finally {
      await real.close();
    }
  });
  await fc.assert(property, parameters);
}
