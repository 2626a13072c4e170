import { quantile } from "../quantile.ts";
import { plusMinus } from "../report.ts";
import {
  busyCpu,
  coldExtraMs,
  cpuGrowth,
  type Figures,
  medianOf,
  shortCpu,
  shortWall,
  spreadOf,
  wallGrowth,
} from "./compare.ts";
import type { Warm } from "./run-phase.ts";

/** Every contender side by side, beside the first: only ratios within this table are worth quoting. */
export function printFigures(figures: readonly Figures[]): void {
  const [floor] = figures;
  if (!floor) return;
  const head = [
    "a turn of",
    "CPU",
    "×",
    "CPU, 16 sessions at once",
    "wall p50",
    "p99",
    "CPU at 1,000 messages ÷ at 10",
    "wall, the same",
    "cold: first turn, ms more",
    "cold session, ms more",
    "bytes a turn, early → late",
    "store ÷ text, short and long messages",
    "spread",
    "turns before",
  ];
  console.log(`| ${head.join(" | ")} |\n|${"---|".repeat(head.length)}`);
  for (const figure of figures) {
    const walls = figure.rounds.flatMap(({ short }) => short.wallsUs);
    const stores = medianOf(figure, ({ lateBytes }) => lateBytes) > 0;
    const cells = [
      figure.title,
      ms(medianOf(figure, shortCpu)),
      (medianOf(figure, shortCpu) / medianOf(floor, shortCpu)).toFixed(2),
      figure.rounds.some(({ busy }) => busy) ? ms(medianOf(figure, busyCpu)) : "",
      ms(medianOf(figure, shortWall)),
      ms(quantile(walls, 0.99)),
      `${medianOf(figure, cpuGrowth).toFixed(2)} ×`,
      `${medianOf(figure, wallGrowth).toFixed(2)} ×`,
      stores ? coldExtraMs(figure, "firstTurnMs").toFixed(1) : "",
      stores ? coldExtraMs(figure, "laterTurnMs").toFixed(1) : "",
      stores
        ? [medianOf(figure, (warm) => warm.earlyBytes), medianOf(figure, (warm) => warm.lateBytes)]
            .map((bytes) => bytes.toFixed(0))
            .join(" → ")
        : "",
      stores
        ? [medianOf(figure, (warm) => warm.bytesPerText), medianOf(figure, longShare)]
            .map((share) => share.toFixed(1))
            .join(", ")
        : "",
      plusMinus(spreadOf(figure, shortCpu)),
      warmUps(figure),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
  console.log();
}

/** As many as it took, and whether that was enough. */
function warmUps(figure: Figures): string {
  const turns = medianOf(figure, ({ warmUp }) => warmUp.turns);
  const unsteady = figure.rounds.filter(({ warmUp }) => !warmUp.steady).length;
  return unsteady === 0
    ? `${turns}`
    : `${turns}, not steady in ${unsteady} of ${figure.rounds.length}`;
}

const longShare = ({ bytesPerLongText }: Warm) => bytesPerLongText;

function ms(us: number): string {
  return `${(us / 1_000).toFixed(2)} ms`;
}
