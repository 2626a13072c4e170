import type { PriorDiscovery } from "@modelcontextprotocol/client";
import { after } from "../../../base/deadlines.ts";
import { Broken, isAnswer, isLate, Told } from "./open-connection.ts";

/** One attempt: of the era that is known, or the server is asked for it. */
export type Attempt = {
  readonly prior: PriorDiscovery | undefined;
  /** How long a server may take to say that it speaks the newer era. */
  readonly probeMs: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
};

/** How long a server of the older era may leave a question unanswered that it does not know. */
const PROBE_MS = 3_000;
const LEGACY: PriorDiscovery = { kind: "legacy" };

/** Connects by as many attempts as it takes, all of them in one deadline. */
export async function connectInTime<T>(
  open: (attempt: Attempt) => Promise<T>,
  prior: PriorDiscovery | undefined,
  timeoutMs: number,
  closing: AbortSignal,
): Promise<T> {
  const late = new AbortController();
  const callOff = after(timeoutMs, () => late.abort());
  const signal = AbortSignal.any([closing, late.signal]);
  const attempt = { prior, probeMs: timeoutMs, timeoutMs, signal };
  try {
    return await (prior ? open(attempt) : findEra(open, attempt));
  } catch (cause) {
    if (!late.signal.aborted) throw cause;
    throw new Told(`It did not answer within ${timeoutMs / 1_000} s.`, { cause });
  } finally {
    callOff();
  }
}

async function findEra<T>(open: (attempt: Attempt) => Promise<T>, attempt: Attempt): Promise<T> {
  try {
    return await open({ ...attempt, probeMs: Math.min(PROBE_MS, attempt.timeoutMs) });
  } catch (error) {
    if (attempt.signal.aborted) throw error;
    // Some servers of the older era end at a question that they do not know, or never answer it.
    if (error instanceof Broken || isLate(error)) return open({ ...attempt, prior: LEGACY });
    // It started too slowly to be asked in time, and does not speak the older era.
    if (isAnswer(error)) return open(attempt);
    throw error;
  }
}
