import type { Figure } from "./measure.ts";

/** A figure, what it is compared with, and whether that is good enough. */
export type Row = {
  readonly name: string;
  readonly against: string;
  readonly figure: string;
  /** Empty where nothing was promised. */
  readonly target: string;
  /** `null` where nothing was promised, or nothing was measured. */
  readonly met: boolean | null;
  readonly details: string;
};

export const NOT_MEASURED = "not measured";

type Detail = (figure: Figure, floor: Figure) => string;

export const wallOf: Detail = (figure, floor) => `${us(figure.wallUs)} / ${us(floor.wallUs)}`;
const cpuOf: Detail = (figure, floor) => `CPU ${times(figure.cpuUs / floor.cpuUs)}`;

/** Wall time as a multiple of a floor. Processor time tells nothing where others do the work. */
export function ratio(
  figure: Figure | undefined,
  floor: Figure | undefined,
  target: number | null,
  details: readonly Detail[] = [wallOf, cpuOf],
): Row {
  if (!figure || !floor) throw new Error("A figure is missing.");
  const share = figure.wallUs / floor.wallUs;
  return {
    name: figure.name,
    against: floor.name,
    figure: times(share),
    target: target === null ? "" : `≤ ${times(target)}`,
    met: target === null ? null : share <= target,
    details: [
      ...details.map((detail) => detail(figure, floor)),
      plusMinus(Math.max(figure.spread, floor.spread)),
      ...(figure.steady && floor.steady ? [] : ["not steady"]),
    ].join(", "),
  };
}

/** Wall time against a limit; the floor is shown beside it. */
export function withinUs(
  figure: Figure | undefined,
  floor: Figure | undefined,
  targetUs: number,
): Row {
  const row = ratio(figure, floor, null);
  const wallUs = figure?.wallUs ?? Number.NaN;
  return {
    ...row,
    figure: us(wallUs),
    target: `≤ ${us(targetUs)}`,
    met: wallUs <= targetUs,
    details: `${row.figure}, ${row.details}`,
  };
}

export function printRows(rows: readonly Row[]): void {
  console.log("| what | figure | against | target | met | details |");
  console.log("|---|---|---|---|---|---|");
  for (const { name, figure, against, target, met, details } of rows) {
    const verdict = met === null ? "" : met ? "yes" : "**no**";
    console.log(`| ${[name, figure, against, target, verdict, details].join(" | ")} |`);
  }
}

export function times(share: number): string {
  return `${Number(share.toFixed(2))} ×`;
}

export function plusMinus(spread: number): string {
  return `±${Math.round(spread * 100)} %`;
}

function us(value: number): string {
  return value >= 1_000 ? `${Number((value / 1000).toFixed(1))} ms` : `${value.toFixed(0)} µs`;
}
