import type { Metrics } from "../engine/metrics.ts";
import type { JournalStage } from "../gate/secrets/journal-stages.ts";
import type { Change } from "../stores/journal.ts";
import { metricsText } from "./metrics-text.ts";

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
  const totals: Totals = {
    turns: new Map(),
    calls: new Map(),
    approvals: { asked: 0, answered: 0 },
    tokens: { input: 0, output: 0 },
    cost: 0,
    commits: { count: 0, seconds: 0 },
  };

  function takeChange(change: Change): void {
    if (change.type === "event.add") {
      const { type, data } = change.event;
      if (type === "turn.completed" || type === "turn.failed") add(totals.turns, `${data.state}`);
    } else if (change.type === "message.add" && change.message.usage) {
      const { inputTokens, outputTokens, cost = 0 } = change.message.usage;
      totals.tokens.input += inputTokens;
      totals.tokens.output += outputTokens;
      totals.cost += cost;
    } else if (change.type === "audit.add") {
      const { type, toolId, data } = change.entry;
      if (type === "approval.requested") totals.approvals.asked += 1;
      else if (type === "approval.answered") totals.approvals.answered += 1;
      else if (type === "invocation.ended" && toolId !== null) {
        add(totals.calls, String(data.state ?? "completed"));
      }
    }
  }

  const stage: JournalStage = {
    after(changes, tookMs) {
      totals.commits.count += 1;
      totals.commits.seconds += tookMs / 1_000;
      for (const change of changes) takeChange(change);
    },
  };
  const metrics: Metrics = { text: () => metricsText(totals, gauges()) };
  return { stage, metrics };
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
