import type { Totals } from "./count-commits.ts";

type Sample = readonly [labels: string, value: number];

/** The text format of Prometheus. */
export function metricsText(totals: Totals, gauges: Record<string, number>): string {
  const byState = (counts: ReadonlyMap<string, number>): Sample[] =>
    [...counts].map(([state, count]) => [`{state=${JSON.stringify(state)}}`, count]);
  const { approvals, tokens, commits } = totals;
  return [
    metric("capstan_turns_total", "Turns that ended.", byState(totals.turns)),
    metric("capstan_calls_total", "Calls that were executed.", byState(totals.calls)),
    metric("capstan_approvals_total", "Approvals.", [
      ['{event="asked"}', approvals.asked],
      ['{event="answered"}', approvals.answered],
    ]),
    metric("capstan_model_tokens_total", "Tokens of models.", [
      ['{direction="input"}', tokens.input],
      ['{direction="output"}', tokens.output],
    ]),
    metric("capstan_model_cost_total", "What models cost, by the prices in the settings.", [
      ["", totals.cost],
    ]),
    metric("capstan_commits_total", "Durable steps.", [["", commits.count]]),
    metric("capstan_commit_seconds_total", "Time spent in durable steps.", [["", commits.seconds]]),
    ...Object.entries(gauges).map(([name, value]) =>
      metric(`capstan_${name}`, `${name.replaceAll("_", " ")}.`, [["", value]], "gauge"),
    ),
  ].join("");
}

function metric(
  name: string,
  help: string,
  samples: readonly Sample[],
  type: "counter" | "gauge" = "counter",
): string {
  const lines = samples.map(([labels, value]) => `${name}${labels} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}
