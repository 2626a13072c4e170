/** One kind of work, timed in rounds. A run may do it several times at once: figures are of one. */
export type Work = {
  readonly name: string;
  readonly atOnce?: number;
  run(): Promise<void> | void;
};

export type Figure = {
  readonly name: string;
  /** Microseconds of one run, median over the rounds. */
  readonly wallUs: number;
  readonly cpuUs: number;
  /** Half the distance between the 10th and the 90th percentile, as a share of the median. */
  readonly spread: number;
};

/**
 * Rounds of all works take turns, so that a slow moment of the machine hits all of them: only the
 * ratios within one call are worth quoting.
 */
export async function measure(
  works: readonly Work[],
  { rounds, runs }: { rounds: number; runs: number },
): Promise<Figure[]> {
  const samples = works.map(() => ({ wall: [] as number[], cpu: [] as number[] }));
  for (let round = 0; round <= rounds; round++) {
    for (const [index, work] of works.entries()) {
      const { atOnce = 1 } = work;
      const cpuBefore = process.cpuUsage();
      const before = performance.now();
      for (let run = 0; run < runs; run += atOnce) await work.run();
      const done = Math.ceil(runs / atOnce) * atOnce;
      const wall = ((performance.now() - before) * 1000) / done;
      const { user, system } = process.cpuUsage(cpuBefore);
      // Round 0 warms up.
      if (round === 0) continue;
      samples[index]?.wall.push(wall);
      samples[index]?.cpu.push((user + system) / done);
    }
  }
  return works.map(({ name }, index) => {
    const { wall = [], cpu = [] } = samples[index] ?? {};
    const wallUs = quantile(wall, 0.5);
    const spread = (quantile(wall, 0.9) - quantile(wall, 0.1)) / 2 / wallUs;
    return { name, wallUs, cpuUs: quantile(cpu, 0.5), spread };
  });
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}
