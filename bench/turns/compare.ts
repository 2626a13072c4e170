import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { quantile } from "../quantile.ts";
import type { Place } from "./contender.ts";
import { runJob } from "./run-job.ts";
import type { Sizes, Warm } from "./run-phase.ts";

export type Entrant = {
  readonly contender: string;
  readonly title: string;
  /** False for one that keeps nothing: there is nothing to open cold. */
  readonly isDurable: boolean;
  /** A new and empty database; left out, a file in the folder is used. */
  readonly newDatabase?: () => Promise<string>;
  readonly scale: Scale;
  /** Left out, with the reason printed, where it does not run. */
  readonly mayFail?: boolean;
};

export type Scale = Sizes & { readonly rounds: number; readonly coldRuns: number };

export type Cold = { readonly firstTurnMs: number[]; readonly laterTurnMs: number[] };

export type Figures = {
  readonly title: string;
  readonly rounds: Warm[];
  readonly cold: { readonly short: Cold; readonly long: Cold };
};

/** Turns of other sessions that a process has run before it meets one for the first time. */
const OTHER_TURNS = 200;

/** Rounds of all entrants take turns, each in a process of its own, so that a slow moment hits all. */
export async function compare(entrants: readonly Entrant[], folder: string): Promise<Figures[]> {
  const figures = new Map(
    entrants.map((entrant): [Entrant, Figures] => [entrant, noFigures(entrant.title)]),
  );
  const most = Math.max(...entrants.map(({ scale }) => scale.rounds));
  for (let round = 0; round < most; round++) {
    for (const [entrant, found] of figures) {
      if (round >= entrant.scale.rounds) continue;
      try {
        await runRound(entrant, found, mkdtempSync(join(folder, "round-")));
      } catch (error) {
        if (!entrant.mayFail) throw error;
        console.log(`bench: without ${entrant.title}: ${error}`);
        figures.delete(entrant);
      }
    }
  }
  return [...figures.values()];
}

async function runRound(entrant: Entrant, found: Figures, folder: string): Promise<void> {
  const { contender, newDatabase, scale } = entrant;
  const place: Place = { folder, ...(newDatabase && { databaseUrl: await newDatabase() }) };
  const warm = await runJob({ ...place, contender, phase: "warm", sizes: scale });
  found.rounds.push(warm);
  if (!entrant.isDurable) return;
  const runOne = async (sessionId: string, turnsOfOthers: number) => {
    const job = { ...place, contender, phase: "cold", sessionId, turnsOfOthers } as const;
    const { wallsUs } = await runJob(job);
    return (wallsUs[0] ?? Number.NaN) / 1_000;
  };
  for (let run = 0; run < scale.coldRuns; run++) {
    for (const length of ["short", "long"] as const) {
      found.cold[length].firstTurnMs.push(await runOne(warm.sessions[length], 0));
      found.cold[length].laterTurnMs.push(await runOne(warm.sessions[length], OTHER_TURNS));
    }
  }
}

function noFigures(title: string): Figures {
  return { title, rounds: [], cold: { short: noCold(), long: noCold() } };
}

function noCold(): Cold {
  return { firstTurnMs: [], laterTurnMs: [] };
}

/** How much longer a turn takes in a session of 1,000 messages that this process has not read yet. */
export function coldExtraMs({ cold }: Figures, kind: keyof Cold): number {
  return quantile(cold.long[kind], 0.5) - quantile(cold.short[kind], 0.5);
}

export function medianOf(figures: Figures, of: (round: Warm) => number): number {
  return quantile(figures.rounds.map(of), 0.5);
}

/** Half the distance between the lowest and the highest round, as a share of the median. */
export function spreadOf(figures: Figures, of: (round: Warm) => number): number {
  const values = figures.rounds.map(of);
  return (Math.max(...values) - Math.min(...values)) / 2 / quantile(values, 0.5);
}

export const shortCpu = ({ short }: Warm): number => short.cpuUs;
export const shortWall = ({ short }: Warm): number => quantile(short.wallsUs, 0.5);
export const busyCpu = ({ busy }: Warm): number => busy?.cpuUs ?? Number.NaN;
export const cpuGrowth = ({ short, long }: Warm): number => long.cpuUs / short.cpuUs;
export const wallGrowth = ({ short, long }: Warm): number =>
  quantile(long.wallsUs, 0.5) / quantile(short.wallsUs, 0.5);
