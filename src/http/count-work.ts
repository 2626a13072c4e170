import { timestamp } from "../base/clock.ts";
import type { EndedCall, Question, Reply, TurnMark } from "../stores/readers/work-reader.ts";

/** Steps of equal length, from one moment on. */
export type Steps = { readonly from: number; readonly stepMs: number; readonly count: number };

/** The items of each step, by their own moment; items from before the first step are left out. */
function intoSteps<T>(
  { from, stepMs, count }: Steps,
  items: readonly T[],
  at: (item: T) => number,
) {
  const steps = Array.from({ length: count }, (_, index) => ({
    ts: timestamp(from + index * stepMs),
    items: [] as T[],
  }));
  for (const item of items) {
    const index = Math.floor((at(item) - from) / stepMs);
    if (index >= 0) steps[Math.min(count - 1, index)]?.items.push(item);
  }
  return steps;
}

type EndedTurn = { readonly endedAt: number; readonly failed: boolean; readonly ms: number | null };

/** A turn that waited for a person has no duration. */
function endedTurns(marks: readonly TurnMark[]): readonly EndedTurn[] {
  const started = new Map<string, number>();
  const ended: EndedTurn[] = [];
  for (const { sessionId, type, ts } of marks) {
    const at = Date.parse(ts);
    const since = started.get(sessionId);
    if (type === "turn.started") {
      started.set(sessionId, at);
      continue;
    }
    started.delete(sessionId);
    if (type === "turn.waiting") continue;
    const ms = since === undefined ? null : at - since;
    ended.push({ endedAt: at, failed: type === "turn.failed", ms });
  }
  return ended;
}

export function countTurns(steps: Steps, marks: readonly TurnMark[]) {
  return intoSteps(steps, endedTurns(marks), ({ endedAt }) => endedAt).map(({ ts, items }) => {
    const times = items.flatMap(({ ms }) => (ms === null ? [] : [ms])).sort((a, b) => a - b);
    return {
      ts,
      count: items.length,
      failed: items.filter(({ failed }) => failed).length,
      p50Ms: quantile(times, 0.5),
      p95Ms: quantile(times, 0.95),
    };
  });
}

export function countQuestions(steps: Steps, questions: readonly Question[]) {
  const asked = intoSteps(steps, questions, ({ askedAt }) => Date.parse(askedAt));
  const times = questions.flatMap(({ answeredAt }) => (answeredAt === null ? [] : [answeredAt]));
  const answered = intoSteps(steps, times, Date.parse);
  return asked.map(({ ts, items }, index) => ({
    ts,
    asked: items.length,
    answered: answered[index]?.items.length ?? 0,
  }));
}

export function countTokens(steps: Steps, replies: readonly Reply[]) {
  return intoSteps(steps, replies, ({ ts }) => Date.parse(ts)).map(({ ts, items }) => ({
    ts,
    input: sum(items, ({ inputTokens }) => inputTokens),
    output: sum(items, ({ outputTokens }) => outputTokens),
    cost: sum(items, ({ cost = 0 }) => cost),
  }));
}

/** The most used tools first. */
export function countCalls(calls: readonly EndedCall[]) {
  const tools = new Map<string, { calls: number; failed: number }>();
  for (const { toolId, state } of calls) {
    const { calls: before, failed } = tools.get(toolId) ?? { calls: 0, failed: 0 };
    const more = state === "completed" ? 0 : 1;
    tools.set(toolId, { calls: before + 1, failed: failed + more });
  }
  return [...tools]
    .map(([toolId, use]) => ({ toolId, ...use }))
    .sort((a, b) => b.calls - a.calls || (a.toolId < b.toolId ? -1 : 1));
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

function quantile(sorted: readonly number[], part: number): number | null {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? null;
}
