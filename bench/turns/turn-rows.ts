import { NOT_MEASURED, plusMinus, type Row, times } from "../report.ts";
import {
  coldExtraMs,
  cpuGrowth,
  type Figures,
  medianOf,
  shortCpu,
  shortWall,
  spreadOf,
} from "./compare.ts";
import { LONG_QUESTION, QUESTION, textPerTurn } from "./script.ts";

export const BARE_STREAM = "the bare `ai` loop, streamText";
export const CAPSTAN_SQLITE = "Capstan, SQLite";
export const CAPSTAN_POSTGRES = "Capstan, PostgreSQL";
export const LANGGRAPH = "LangGraph + SqliteSaver";
export const LANGGRAPH_POSTGRES = "LangGraph + PostgresSaver";

/** What a turn may cost, as a share of the processor time that another needs for the same turn. */
const CPU_TARGETS = [
  { of: CAPSTAN_SQLITE, against: BARE_STREAM, target: 1.3 },
  { of: CAPSTAN_SQLITE, against: LANGGRAPH, target: 1 / 3 },
  { of: CAPSTAN_POSTGRES, against: LANGGRAPH_POSTGRES, target: 1 / 2 },
];
const GROWTH_TARGET = 1.3;
const COLD_TARGET_MS = 4;
const STORE_TARGET = 3;
/** Pages of a store are filled unevenly: less than this is no growth. */
const SAME_BYTES = 1.1;

/** What was promised of turns. */
export function turnRows(all: readonly Figures[]): Row[] {
  const find = (title: string) => all.find((figures) => figures.title === title);
  const own = [CAPSTAN_SQLITE, CAPSTAN_POSTGRES].flatMap((title) => find(title) ?? []);
  return [
    ...CPU_TARGETS.map(({ of, against, target }) => ({
      name: `CPU of a turn of ${of}`,
      against,
      target: `≤ ${times(target)}`,
      ...cpuFigure(find(of), find(against), target),
    })),
    ...own.flatMap((figures) => [
      growthRow(figures),
      coldRow(figures),
      bytesRow(figures),
      storeRow(figures, "bytesPerText", QUESTION, null),
      storeRow(figures, "bytesPerLongText", LONG_QUESTION, STORE_TARGET),
    ]),
  ];
}

function cpuFigure(
  figures: Figures | undefined,
  floor: Figures | undefined,
  target: number,
): Pick<Row, "figure" | "met" | "details"> {
  if (!figures || !floor) return { figure: NOT_MEASURED, met: null, details: "" };
  const [cpu, floorCpu] = [medianOf(figures, shortCpu), medianOf(floor, shortCpu)];
  const wall = medianOf(figures, shortWall) / medianOf(floor, shortWall);
  const steady = [...figures.rounds, ...floor.rounds].every(({ warmUp }) => warmUp.steady);
  return {
    figure: times(cpu / floorCpu),
    met: cpu / floorCpu <= target,
    details: [
      `${cpu.toFixed(0)} / ${floorCpu.toFixed(0)} µs`,
      `wall ${times(wall)}`,
      plusMinus(Math.max(spreadOf(figures, shortCpu), spreadOf(floor, shortCpu))),
      ...(steady ? [] : ["not steady"]),
    ].join(", "),
  };
}

function growthRow(figures: Figures): Row {
  const share = medianOf(figures, cpuGrowth);
  const longCpu = medianOf(figures, ({ long }) => long.cpuUs);
  return {
    name: `CPU at 1,000 messages, warm, ${figures.title}`,
    against: "at 10",
    figure: times(share),
    target: `≤ ${times(GROWTH_TARGET)}`,
    met: share <= GROWTH_TARGET,
    details: [
      `${longCpu.toFixed(0)} / ${medianOf(figures, shortCpu).toFixed(0)} µs`,
      plusMinus(spreadOf(figures, cpuGrowth)),
    ].join(", "),
  };
}

function coldRow(figures: Figures): Row {
  const extra = coldExtraMs(figures, "laterTurnMs");
  const first = coldExtraMs(figures, "firstTurnMs");
  return {
    name: `at 1,000 messages, cold, ${figures.title}`,
    against: "at 10, cold",
    figure: `${extra.toFixed(1)} ms more`,
    target: `≤ ${COLD_TARGET_MS} ms more`,
    met: extra <= COLD_TARGET_MS,
    details: `${first.toFixed(1)} ms as a process's first turn`,
  };
}

function bytesRow(figures: Figures): Row {
  const early = medianOf(figures, ({ earlyBytes }) => earlyBytes);
  const late = medianOf(figures, ({ lateBytes }) => lateBytes);
  return {
    name: `bytes a turn, turns 200 to 250, ${figures.title}`,
    against: "turns 1 to 50",
    figure: times(late / early),
    target: `≤ ${times(SAME_BYTES)}`,
    met: late / early <= SAME_BYTES,
    details: `${late.toFixed(0)} / ${early.toFixed(0)} bytes`,
  };
}

function storeRow(
  figures: Figures,
  of: "bytesPerText" | "bytesPerLongText",
  question: string,
  target: number | null,
): Row {
  const share = medianOf(figures, (round) => round[of]);
  return {
    name: `the store, ${figures.title}`,
    against: `the text said, ${textPerTurn(question)} bytes a turn`,
    figure: times(share),
    target: target === null ? "" : `≤ ${times(target)}`,
    met: target === null ? null : share <= target,
    details: "",
  };
}
