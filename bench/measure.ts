import { isSteady } from "./is-steady.ts";
import { quantile } from "./quantile.ts";

/** One kind of work, timed in rounds. A run may do it several times at once: figures are of one. */
export type Work = {
  readonly name: string;
  readonly atOnce?: number;
  run(): Promise<void> | void;
};

export type Scale = {
  readonly rounds: number;
  readonly runs: number;
  /** Rounds before the first that counts, at most; left out, until all works are steady. */
  readonly warmUps?: number;
};

export type Figure = {
  readonly name: string;
  /** Microseconds of one run, median over the rounds. */
  readonly wallUs: number;
  readonly cpuUs: number;
  /** Half the distance between the 10th and the 90th percentile, as a share of the median. */
  readonly spread: number;
  /** False when it was still getting faster, or slower, when the first round was counted. */
  readonly steady: boolean;
};

/**
 * Rounds of all works take turns, so that a slow moment of the machine hits all of them: only the
 * ratios within one call are worth quoting.
 */
export async function measure(works: readonly Work[], scale: Scale): Promise<Figure[]> {
  const { rounds, runs, warmUps } = scale;
  const steady = await warmUp(works, runs, warmUps ?? MOST_WARM_UPS);
  const samples = works.map((): Sample[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, work] of works.entries()) samples[index]?.push(await time(work, runs));
  }
  return works.map((work, index) => {
    const walls = (samples[index] ?? []).map(({ wallUs }) => wallUs);
    const cpus = (samples[index] ?? []).map(({ cpuUs }) => cpuUs);
    const wallUs = quantile(walls, 0.5);
    const spread = (quantile(walls, 0.9) - quantile(walls, 0.1)) / 2 / wallUs;
    return {
      name: work.name,
      wallUs,
      cpuUs: quantile(cpus, 0.5),
      spread,
      // Who says how often to warm up knows that there is nothing to wait for.
      steady: warmUps !== undefined || steady.has(work),
    };
  });
}

/** Rounds that are compared with as many before them. */
const COMPARED = 5;
const MOST_WARM_UPS = 40;

type Sample = { readonly wallUs: number; readonly cpuUs: number };

/** Until each work has been steady once. Answers those that have. */
async function warmUp(works: readonly Work[], runs: number, most: number): Promise<Set<Work>> {
  const cpus = new Map(works.map((work): [Work, number[]] => [work, []]));
  const steady = new Set<Work>();
  for (let round = 0; round < most && steady.size < works.length; round++) {
    for (const [work, figures] of cpus) {
      figures.push((await time(work, runs)).cpuUs);
      if (isSteady(figures, COMPARED)) steady.add(work);
    }
  }
  return steady;
}

async function time(work: Work, runs: number): Promise<Sample> {
  const { atOnce = 1 } = work;
  const cpuBefore = process.cpuUsage();
  const before = performance.now();
  for (let run = 0; run < runs; run += atOnce) await work.run();
  const done = Math.ceil(runs / atOnce) * atOnce;
  const wallUs = ((performance.now() - before) * 1000) / done;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { wallUs, cpuUs: (user + system) / done };
}
