import type { Metrics, MinuteOfWork } from "../engine/metrics.ts";
import type { JournalStage } from "../gate/secrets/journal-stages.ts";
import type { SessionEvent } from "../schema/event.ts";
import type { Change } from "../stores/journal.ts";
import { metricsText } from "./metrics-text.ts";

const MINUTE_MS = 60_000;
const KEPT_MINUTES = 24 * 60;
const KEPT_TIMES = 500;
const MAX_TOOLS = 2_000;
const MAX_OPEN_TURNS = 10_000;

type Minute = { -readonly [K in keyof MinuteOfWork]: MinuteOfWork[K] } & { turnTimes: number[] };

export type Totals = {
  turns: Map<string, number>;
  calls: Map<string, number>;
  approvals: { asked: number; answered: number };
  tokens: { input: number; output: number };
  cost: number;
  commits: { count: number; seconds: number };
};

/** Counts what is committed, and only that: what a metric says has happened. */
export function countCommits(gauges: () => Record<string, number>) {
  const minutes = new Map<number, Minute>();
  const tools = new Map<string, { calls: number; failed: number }>();
  const started = new Map<string, number>();
  const totals: Totals = {
    turns: new Map(),
    calls: new Map(),
    approvals: { asked: 0, answered: 0 },
    tokens: { input: 0, output: 0 },
    cost: 0,
    commits: { count: 0, seconds: 0 },
  };

  // The changes of one step say the same moment.
  let last: { readonly ts: string; readonly minute: Minute } | undefined;

  function minuteOf(ts: string): Minute {
    if (last?.ts !== ts) last = { ts, minute: findMinute(ts) };
    return last.minute;
  }

  function findMinute(ts: string): Minute {
    const at = Math.floor(Date.parse(ts) / MINUTE_MS);
    const known = minutes.get(at);
    if (known) return known;
    const minute: Minute = {
      ts: new Date(at * MINUTE_MS).toISOString(),
      turns: 0,
      failedTurns: 0,
      turnTimes: [],
      asked: 0,
      answered: 0,
      inputTokens: 0,
      outputTokens: 0,
      cost: 0,
    };
    minutes.set(at, minute);
    const [oldest] = minutes.keys();
    if (minutes.size > KEPT_MINUTES && oldest !== undefined) minutes.delete(oldest);
    return minute;
  }

  function takeEvent({ type, ts, sessionId, data }: Omit<SessionEvent, "sequence">): void {
    const minute = minuteOf(ts);
    if (type === "turn.started") {
      if (started.size < MAX_OPEN_TURNS) started.set(sessionId, Date.parse(ts));
    } else if (type === "turn.completed" || type === "turn.failed") {
      add(totals.turns, String(data.state));
      minute.turns += 1;
      if (type === "turn.failed") minute.failedTurns += 1;
      const from = started.get(sessionId);
      started.delete(sessionId);
      if (from !== undefined && minute.turnTimes.length < KEPT_TIMES) {
        minute.turnTimes.push(Date.parse(ts) - from);
      }
    } else if (type === "turn.waiting") started.delete(sessionId);
  }

  function takeChange(change: Change): void {
    if (change.type === "event.add") takeEvent(change.event);
    else if (change.type === "message.add" && change.message.usage) {
      const { createdAt, usage } = change.message;
      const minute = minuteOf(createdAt);
      minute.inputTokens += usage.inputTokens;
      minute.outputTokens += usage.outputTokens;
      totals.tokens.input += usage.inputTokens;
      totals.tokens.output += usage.outputTokens;
      minute.cost += usage.cost ?? 0;
      totals.cost += usage.cost ?? 0;
    } else if (change.type === "audit.add") takeRecord(change.entry);
  }

  function takeRecord({ type, ts, toolId, data }: Extract<Change, { type: "audit.add" }>["entry"]) {
    if (type === "approval.requested") {
      minuteOf(ts).asked += 1;
      totals.approvals.asked += 1;
    } else if (type === "approval.answered") {
      minuteOf(ts).answered += 1;
      totals.approvals.answered += 1;
    } else if (type === "invocation.ended" && toolId !== null) {
      const state = String(data.state ?? "completed");
      add(totals.calls, state);
      const use = tools.get(toolId) ?? { calls: 0, failed: 0 };
      use.calls += 1;
      if (state !== "completed") use.failed += 1;
      if (tools.size < MAX_TOOLS || tools.has(toolId)) tools.set(toolId, use);
    }
  }

  const stage: JournalStage = {
    after(changes, tookMs) {
      totals.commits.count += 1;
      totals.commits.seconds += tookMs / 1_000;
      for (const change of changes) takeChange(change);
    },
  };
  const metrics: Metrics = {
    minutes: (since) =>
      [...minutes.values()]
        .filter(({ ts }) => Date.parse(ts) >= since - MINUTE_MS)
        .sort((a, b) => (a.ts < b.ts ? -1 : 1)),
    tools: () =>
      [...tools].map(([toolId, use]) => ({ toolId, ...use })).sort((a, b) => b.calls - a.calls),
    text: () => metricsText(totals, gauges()),
  };
  return { stage, metrics };
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
