import { quantile } from "../quantile.ts";
import type { Row } from "../report.ts";
import type { FirstToken } from "./first-token.ts";
import type { OpenStreams } from "./open-streams.ts";

const FIRST_TOKEN_TARGET_MS = 5;
const APPROVAL_TARGET_MS = 20;

export function firstTokenRow(name: string, { bareMs, throughMs, askedMs }: FirstToken): Row {
  return {
    name,
    against: "the provider, asked directly",
    figure: `${(throughMs - bareMs).toFixed(1)} ms more`,
    target: `≤ ${FIRST_TOKEN_TARGET_MS} ms more`,
    met: throughMs - bareMs <= FIRST_TOKEN_TARGET_MS,
    details: `${throughMs.toFixed(1)} / ${bareMs.toFixed(1)} ms, the provider was asked after ${askedMs.toFixed(1)}`,
  };
}

export function approvalRow(delaysMs: readonly number[]): Row {
  const p99 = quantile(delaysMs, 0.99);
  return {
    name: "Run pressed to the tool's code, p99",
    against: "",
    figure: `${p99.toFixed(1)} ms`,
    target: `≤ ${APPROVAL_TARGET_MS} ms`,
    met: p99 <= APPROVAL_TARGET_MS,
    details: `median ${quantile(delaysMs, 0.5).toFixed(1)} ms`,
  };
}

export function streamsRow({ streams, beforeMb, afterMb, allHeardMs }: OpenStreams): Row {
  return {
    name: `${streams.toLocaleString("en")} open event streams`,
    against: "none",
    figure: `all told in ${allHeardMs.toFixed(0)} ms`,
    target: "all are told",
    met: true,
    details: `${afterMb.toFixed(0)} / ${beforeMb.toFixed(0)} MB`,
  };
}
