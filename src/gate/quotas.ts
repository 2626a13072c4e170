import type { Clock } from "../base/clock.ts";
import { matchesPattern } from "../base/matches-pattern.ts";
import type { Invocation } from "../schema/invocation.ts";
import type { Quota } from "../schema/quota.ts";
import type { Refusal } from "./block.ts";
import type { Attempt } from "./call.ts";
import type { Judgement } from "./judge.ts";
import { createRecent } from "./recent.ts";

/** A place among the calls that may run now; `release` when this one has ended. */
type Slot = { readonly refused?: string; release(): void };

/** Counted in this process: with several servers, each counts for itself. */
export interface Quotas {
  /** A call that a person approved is counted but never refused. */
  take(attempt: Attempt): Slot;
  /** The longest this call may run by its quotas. */
  runTimeMs(attempt: Attempt): number;
  /** False when this actor has asked too often in the last minute (A103). */
  mayAsk(attempt: Attempt): boolean;
}

type Around = {
  readonly testOf: (invocation: Pick<Invocation, "sessionId" | "toolId">) => object | undefined;
  /** What people call a principal, in settings too. */
  readonly nameOf: (id: string) => string;
};

const FREE: Slot = { release() {} };

/** All that one test asks counts as one question: a person started it, and answers by that. */
export function createQuotas(
  quotas: readonly Quota[],
  approvalsPerMinute: number,
  clock: Clock,
  { testOf = () => undefined, nameOf = (id) => id }: Partial<Around> = {},
): Quotas {
  const calls = createRecent();
  const questions = createRecent();
  const tests = new WeakSet<object>();
  const running = new Map<string, number>();
  const applying = ({ tool, invocation }: Attempt) =>
    quotas.filter(
      (quota) =>
        matchesPattern(quota.tool, tool.toolId) &&
        [invocation.actor, nameOf(invocation.actor)].some((it) => matchesPattern(quota.actor, it)),
    );

  function problem(quota: Quota, key: string, attempt: Attempt): string | undefined {
    const { calls_per_minute: perMinute, at_once: atOnce } = quota;
    const { tool, invocation, parent } = attempt;
    // An act runs in the place of its call.
    if (atOnce !== undefined && !parent && (running.get(key) ?? 0) >= atOnce) {
      return `${nameOf(invocation.actor)} may run ${atOnce} calls of "${tool.toolId}" at once.`;
    }
    if (perMinute !== undefined && !calls.hasRoom(key, perMinute, clock.now())) {
      return `${nameOf(invocation.actor)} may make ${perMinute} calls of "${tool.toolId}" a minute.`;
    }
    return undefined;
  }

  return {
    take(attempt) {
      if (quotas.length === 0) return FREE;
      const found = applying(attempt);
      const keys = found.map((quota) => keyOf(quotas.indexOf(quota), attempt));
      for (const [index, quota] of found.entries()) {
        const refused = problem(quota, keys[index] ?? "", attempt);
        if (refused && !attempt.approval) return { refused, release() {} };
      }
      // Counted only now: a call that any quota refuses takes nothing of the others.
      for (const [index, { calls_per_minute: perMinute }] of found.entries()) {
        const key = keys[index] ?? "";
        if (perMinute !== undefined) calls.take(key, perMinute, clock.now());
        running.set(key, (running.get(key) ?? 0) + 1);
      }
      return { release: () => keys.forEach(leave) };
    },
    runTimeMs: (attempt) =>
      quotas.length === 0
        ? Number.POSITIVE_INFINITY
        : Math.min(...applying(attempt).map(({ run_time_s: s }) => (s ?? Infinity) * 1_000)),
    mayAsk({ invocation }) {
      const test = testOf(invocation);
      if (test && tests.has(test)) return true;
      const may = questions.take(invocation.actor, approvalsPerMinute, clock.now());
      if (may && test) tests.add(test);
      return may;
    },
  };

  function leave(key: string): void {
    const left = (running.get(key) ?? 1) - 1;
    if (left === 0) running.delete(key);
    else running.set(key, left);
  }
}

/** The refusal of a call that policy would have let run. */
export function exhausted({ decision, shadow }: Judgement, reason: string): Refusal {
  return {
    effect: "deny",
    decision: { ...decision, rule: "quota", reason },
    shadow,
    code: "QUOTA_EXCEEDED",
  };
}

function keyOf(quota: number, { tool, invocation }: Attempt): string {
  return `${quota}\n${tool.toolId}\n${invocation.actor}`;
}
