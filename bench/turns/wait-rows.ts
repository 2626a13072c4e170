import { quantile } from "../measure.ts";
import type { Row } from "../report.ts";
import type { FirstToken } from "./first-token.ts";
import type { OpenStreams } from "./open-streams.ts";
import { plainRow } from "./turn-rows.ts";

const FIRST_TOKEN_TARGET_MS = 5;
const APPROVAL_TARGET_MS = 20;

export function firstTokenRow(name: string, { bareMs, throughMs, askedMs }: FirstToken): Row {
  return {
    ...plainRow(name, "the provider, asked directly"),
    wall: `${throughMs.toFixed(1)} / ${bareMs.toFixed(1)} ms (the provider was asked after ${askedMs.toFixed(1)})`,
    wallRatio: throughMs / bareMs,
    target: `≤ ${FIRST_TOKEN_TARGET_MS} ms more`,
    met: throughMs - bareMs <= FIRST_TOKEN_TARGET_MS,
  };
}

export function approvalRow(delaysMs: readonly number[]): Row {
  const p99 = quantile(delaysMs, 0.99);
  return {
    ...plainRow("Run pressed to the tool's code, p99", `${APPROVAL_TARGET_MS} ms`),
    wall: `${p99.toFixed(1)} ms (median ${quantile(delaysMs, 0.5).toFixed(1)})`,
    wallRatio: p99 / APPROVAL_TARGET_MS,
    target: "≤ 1 ×",
    met: p99 <= APPROVAL_TARGET_MS,
  };
}

export function streamsRow({ streams, beforeMb, afterMb, allHeardMs }: OpenStreams): Row {
  return {
    ...plainRow(`${streams.toLocaleString("en")} open event streams`, "none"),
    wall: `all told in ${allHeardMs.toFixed(0)} ms; ${afterMb.toFixed(0)} / ${beforeMb.toFixed(0)} MB`,
    wallRatio: afterMb / beforeMb,
    target: "all are told",
    met: true,
  };
}
