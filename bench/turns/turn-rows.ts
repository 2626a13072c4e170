import { quantile } from "../measure.ts";
import type { Row } from "../report.ts";
import {
  busyCpu,
  busyWall,
  coldExtraMs,
  cpuGrowth,
  type Figures,
  medianOf,
  shortCpu,
  shortWall,
  spreadOf,
  wallGrowth,
} from "./compare.ts";

import { LONG_QUESTION, QUESTION, textPerTurn } from "./script.ts";

const CPU_TARGET = 2.5;
const GROWTH_TARGET = 1.3;
const COLD_TARGET_MS = 4;
const STORE_TARGET = 3;
/** Pages of a store are filled unevenly: less than this is no growth. */
const SAME_BYTES = 1.1;

/** What was promised of turns, for each store. */
export function turnRows([generate, stream, ...own]: readonly Figures[]): Row[] {
  if (!generate || !stream) throw new Error("A figure is missing.");
  return own.flatMap((figures) => [
    cpuRow(figures, generate),
    cpuRow(figures, stream),
    busyRow(figures, generate),
    growthRow(figures),
    coldRow(figures),
    bytesRow(figures),
    storeRow(figures, "bytesPerText", QUESTION),
    storeRow(figures, "bytesPerLongText", LONG_QUESTION),
  ]);
}

function cpuRow(figures: Figures, floor: Figures): Row {
  return shareRow(`a turn of ${figures.title}`, figures, floor, [shortCpu, shortWall]);
}

function busyRow(figures: Figures, floor: Figures): Row {
  const name = `a turn of ${figures.title}, 16 sessions at once`;
  return shareRow(name, figures, floor, [busyCpu, busyWall]);
}

type Of = (round: Figures["rounds"][number]) => number;

function shareRow(
  name: string,
  figures: Figures,
  floor: Figures,
  [cpuOf, wallOf]: readonly [Of, Of],
): Row {
  const [cpu, floorCpu] = [medianOf(figures, cpuOf), medianOf(floor, cpuOf)];
  const [wall, floorWall] = [medianOf(figures, wallOf), medianOf(floor, wallOf)];
  return {
    name,
    against: floor.title,
    wall: `${wall.toFixed(0)} / ${floorWall.toFixed(0)} µs`,
    wallRatio: wall / floorWall,
    cpu: `${cpu.toFixed(0)} / ${floorCpu.toFixed(0)} µs`,
    cpuRatio: cpu / floorCpu,
    target: `CPU ≤ ${CPU_TARGET} ×`,
    met: cpu / floorCpu <= CPU_TARGET,
    spread: Math.max(spreadOf(figures, cpuOf), spreadOf(floor, cpuOf)),
  };
}

function growthRow(figures: Figures): Row {
  const cpuRatio = medianOf(figures, cpuGrowth);
  const longCpu = medianOf(figures, ({ long }) => long.cpuUs);
  return {
    name: `at 1,000 messages, warm, ${figures.title}`,
    against: "at 10",
    wall: "",
    wallRatio: medianOf(figures, wallGrowth),
    cpu: `${longCpu.toFixed(0)} / ${medianOf(figures, shortCpu).toFixed(0)} µs`,
    cpuRatio,
    target: `CPU ≤ ${GROWTH_TARGET} ×`,
    met: cpuRatio <= GROWTH_TARGET,
    spread: spreadOf(figures, cpuGrowth),
  };
}

function coldRow(figures: Figures): Row {
  const extra = coldExtraMs(figures, "laterTurnMs");
  const first = coldExtraMs(figures, "firstTurnMs");
  const { long, short } = figures.cold;
  return {
    ...plainRow(`at 1,000 messages, cold, ${figures.title}`, "at 10, cold"),
    wall: `${extra.toFixed(1)} ms more (${first.toFixed(1)} as a process's first turn)`,
    wallRatio: quantile(long.laterTurnMs, 0.5) / quantile(short.laterTurnMs, 0.5),
    target: `≤ ${COLD_TARGET_MS} ms more`,
    met: extra <= COLD_TARGET_MS,
  };
}

function bytesRow(figures: Figures): Row {
  const [early, late] = [
    medianOf(figures, ({ earlyBytes }) => earlyBytes),
    medianOf(figures, ({ lateBytes }) => lateBytes),
  ];
  return {
    ...plainRow(`bytes a turn, turns 200 to 250, ${figures.title}`, "turns 1 to 50"),
    wall: `${late.toFixed(0)} / ${early.toFixed(0)}`,
    wallRatio: late / early,
    target: `≤ ${SAME_BYTES} ×`,
    met: late / early <= SAME_BYTES,
  };
}

function storeRow(
  figures: Figures,
  of: "bytesPerText" | "bytesPerLongText",
  question: string,
): Row {
  const share = medianOf(figures, (round) => round[of]);
  const text = `the text said, ${textPerTurn(question)} bytes a turn`;
  return {
    ...plainRow(`the store, ${figures.title}`, text),
    wallRatio: share,
    target: `≤ ${STORE_TARGET} ×`,
    met: share <= STORE_TARGET,
  };
}

export function plainRow(name: string, against: string): Row {
  return {
    name,
    against,
    wall: "",
    wallRatio: Number.NaN,
    cpu: "",
    cpuRatio: undefined,
    target: "",
    met: false,
    spread: 0,
  };
}
