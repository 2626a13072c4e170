import type { Figure } from "./measure.ts";

/** A figure beside the floor it is compared with. */
export type Row = {
  readonly name: string;
  readonly against: string;
  readonly wall: string;
  readonly cpu: string;
  readonly wallRatio: number;
  readonly cpuRatio: number | undefined;
  readonly target: string;
  readonly met: boolean;
  readonly spread: number;
};

export function ratio(figure: Figure | undefined, floor: Figure | undefined, target: number): Row {
  if (!figure || !floor) throw new Error("A figure is missing.");
  const wallRatio = figure.wallUs / floor.wallUs;
  return {
    name: figure.name,
    against: floor.name,
    wall: `${us(figure.wallUs)} / ${us(floor.wallUs)}`,
    cpu: `${us(figure.cpuUs)} / ${us(floor.cpuUs)}`,
    wallRatio,
    cpuRatio: figure.cpuUs / floor.cpuUs,
    target: `≤ ${target} ×`,
    met: wallRatio <= target,
    spread: Math.max(figure.spread, floor.spread),
  };
}

export function printRows(rows: readonly Row[]): void {
  console.log("| what | against | wall | × | CPU | × | target | met | spread |");
  console.log("|---|---|---|---|---|---|---|---|---|");
  for (const row of rows) {
    const cells = [
      row.name,
      row.against,
      row.wall,
      row.wallRatio.toFixed(2),
      row.cpu,
      row.cpuRatio?.toFixed(2) ?? "",
      row.target,
      row.met ? "yes" : "**no**",
      `±${Math.round(row.spread * 100)} %`,
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}

function us(value: number): string {
  return value >= 10_000 ? `${(value / 1000).toFixed(0)} ms` : `${value.toFixed(0)} µs`;
}
