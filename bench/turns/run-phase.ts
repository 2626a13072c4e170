import type { Contender } from "./contender.ts";
import { ANSWER, LONG_QUESTION, QUESTION, textPerTurn } from "./script.ts";
import { type WarmUp, warmUntilSteady } from "./warm-up.ts";

export type Sizes = {
  /** Turns before the first that counts, at most. */
  readonly mostWarmUps: number;
  /** Sessions of three turns each. */
  readonly shortSessions: number;
  /** Sessions that all say something at once; none are measured where this is 0. */
  readonly busySessions: number;
  /** Turns of the one long session before it is measured. */
  readonly longTurns: number;
  readonly measuredTurns: number;
};

export type Sample = { readonly wallsUs: readonly number[]; readonly cpuUs: number };

export type Warm = {
  readonly warmUp: WarmUp;
  readonly short: Sample;
  /** A turn's share, while as many run at once. */
  readonly busy: Sample | null;
  readonly long: Sample;
  /** Stored a turn, at the beginning and at the end of the long session. */
  readonly earlyBytes: number;
  readonly lateBytes: number;
  /** What the long session takes in the store, over the text that was said in it. */
  readonly bytesPerText: number;
  /** The same, of a session whose messages are longer. */
  readonly bytesPerLongText: number;
  readonly sessions: { readonly short: string; readonly long: string };
};

/** One process goes on with one session; beside it, sessions that have just begun. */
export async function runWarm(contender: Contender, sizes: Sizes): Promise<Warm> {
  const { mostWarmUps, shortSessions, busySessions, longTurns, measuredTurns } = sizes;
  const warmUp = await warmUntilSteady((count) => othersSay(contender, count), mostWarmUps);
  const fresh: string[] = [];
  for (let count = 0; count < shortSessions; count++) {
    const session = await contender.openSession();
    await turns(contender, session, 1);
    fresh.push(session);
  }
  const short = await sample(contender, [...fresh, ...fresh]);

  const busy = busySessions === 0 ? null : await sampleAtOnce(contender, busySessions);

  const long = await contender.openSession();
  const stretch = Math.max(1, Math.floor(longTurns / 5));
  const sizesSeen = [await contender.storedBytes()];
  for (const count of [stretch, longTurns - 2 * stretch, stretch]) {
    await turns(contender, long, count);
    sizesSeen.push(await contender.storedBytes());
  }
  const [empty = 0, early = 0, late = 0, full = 0] = sizesSeen;
  return {
    warmUp,
    short,
    busy,
    long: await sample(
      contender,
      Array.from({ length: measuredTurns }, () => long),
    ),
    earlyBytes: (early - empty) / stretch,
    lateBytes: (full - late) / stretch,
    bytesPerText: (full - empty) / (longTurns * textPerTurn(QUESTION)),
    bytesPerLongText: await sayAtLength(contender, stretch),
    sessions: { short: fresh[0] ?? long, long },
  };
}

/** Sessions that get long would cost some contenders most of the run. */
const TURNS_OF_OTHERS = 10;

async function othersSay(contender: Contender, count: number): Promise<void> {
  for (let done = 0; done < count; done += TURNS_OF_OTHERS) {
    await turns(contender, await contender.openSession(), TURNS_OF_OTHERS);
  }
}

async function sayAtLength(contender: Contender, count: number): Promise<number> {
  const session = await contender.openSession();
  const empty = await contender.storedBytes();
  await turns(contender, session, count, LONG_QUESTION);
  return ((await contender.storedBytes()) - empty) / (count * textPerTurn(LONG_QUESTION));
}

/** A process that has never seen this session. */
export async function runCold(
  contender: Contender,
  sessionId: string,
  turnsOfOthers: number,
): Promise<Sample> {
  await othersSay(contender, turnsOfOthers);
  return sample(contender, [sessionId]);
}

async function sample(contender: Contender, sessions: readonly string[]): Promise<Sample> {
  const wallsUs: number[] = [];
  const cpuBefore = process.cpuUsage();
  for (const session of sessions) {
    const before = performance.now();
    await turns(contender, session, 1);
    wallsUs.push((performance.now() - before) * 1_000);
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  return { wallsUs, cpuUs: (user + system) / sessions.length };
}

/** Rounds in which they all say something; the first two are not counted. */
const BUSY_ROUNDS = 12;

async function sampleAtOnce(contender: Contender, count: number): Promise<Sample> {
  const sessions = await Promise.all(Array.from({ length: count }, contender.openSession));
  const wallsUs: number[] = [];
  let cpuBefore = process.cpuUsage();
  for (let round = 0; round < BUSY_ROUNDS; round++) {
    if (round === 2) cpuBefore = process.cpuUsage();
    const before = performance.now();
    await Promise.all(sessions.map((session) => turns(contender, session, 1)));
    if (round >= 2) wallsUs.push(((performance.now() - before) * 1_000) / count);
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  return { wallsUs, cpuUs: (user + system) / (wallsUs.length * count) };
}

async function turns(
  contender: Contender,
  session: string,
  count: number,
  question = QUESTION,
): Promise<void> {
  for (let turn = 0; turn < count; turn++) {
    const answer = await contender.say(session, question);
    if (answer !== ANSWER) throw new Error(`A turn went wrong: it answered "${answer}".`);
  }
}
