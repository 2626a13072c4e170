import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { overviewQuery } from "../api/overview.ts";
import { isMissing } from "../api/problem-error.ts";
import { loadPart } from "../base/load-part.ts";
import { mendLocale } from "../base/mend-locale.ts";
import { plural, tellCost, tellShort } from "../base/tell-amount.ts";
import { tellDuration } from "../base/tell-time.ts";
import { Card } from "../ui/card.tsx";
import { Choice } from "../ui/choice.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Page } from "../ui/page.tsx";
import { Figure } from "./figure.tsx";
import { SandboxCard } from "./sandbox-card.tsx";
import { ToolBars } from "./tool-bars.tsx";

const Plot = lazy(async () => {
  mendLocale();
  const part = await loadPart(() => import("./plot.tsx"));
  return { default: part.Plot };
});

export function OverviewPage() {
  const [hours, setHours] = useState("1");
  const { data, error, refetch } = useQuery(overviewQuery(Number(hours)));
  const turns = sum(data?.turns, ({ count }) => count);
  const failed = sum(data?.turns, (point) => point.failed);
  const cost = sum(data?.tokens, (point) => point.cost);
  const slowest = Math.max(0, ...(data?.turns.map(({ p95_ms }) => p95_ms ?? 0) ?? []));
  return (
    <Page
      wide
      title="Overview"
      lead="Turns, approvals, calls and tokens of this time, also from before a restart."
      actions={
        <Choice
          hideLabel
          label="How far back"
          value={hours}
          options={[
            ["1", "Last hour"],
            ["6", "Last 6 hours"],
            ["24", "Last day"],
          ]}
          onChange={setHours}
        />
      }
    >
      {isMissing(error) ? (
        <p className="text-quiet">This server does not report figures yet.</p>
      ) : (
        error && <Failure error={error} onRetry={refetch} />
      )}
      {!data && !error && <Loading rows={6} />}
      {data && (
        <>
          <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
            <Figure
              name="Turns"
              value={tellShort(turns)}
              note={`${failed === 0 ? "none" : failed} failed · p95 ${tellDuration(slowest)}`}
            />
            <Figure
              name="Waiting for a person"
              value={tellShort(data.approvals_pending)}
              note={
                data.approvals_pending === 0 ? (
                  "nothing to answer"
                ) : (
                  <Link to="/approvals" className="underline underline-offset-2">
                    Answer them
                  </Link>
                )
              }
            />
            <Figure
              name="Sessions at work"
              value={tellShort(data.sessions_open)}
              note={
                data.queue.busy
                  ? `${plural(data.queue.depth, "turn")} in the queue`
                  : "the queue is idle"
              }
            />
            <Figure
              name="Tokens"
              value={tellShort(sum(data.tokens, ({ input, output }) => input + output))}
              note={cost > 0 ? `cost ${tellCost(cost)}` : "price not set"}
            />
          </dl>
          <SandboxCard sandbox={data.sandbox} />
          <Suspense fallback={<Loading rows={4} />}>
            <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
              <Plot
                title="Turns"
                times={data.turns.map(({ ts }) => ts)}
                lines={[
                  {
                    name: "ended",
                    tone: "accent",
                    values: data.turns.map(({ count }) => count),
                    bars: true,
                  },
                  {
                    name: "failed",
                    tone: "critical",
                    values: data.turns.map((it) => it.failed),
                    bars: true,
                  },
                ]}
              />
              <Plot
                title="Duration of a turn"
                unit="ms"
                times={data.turns.map(({ ts }) => ts)}
                lines={[
                  {
                    name: "median",
                    tone: "accent",
                    values: data.turns.map(({ p50_ms }) => p50_ms),
                  },
                  {
                    name: "p95",
                    tone: "high",
                    values: data.turns.map(({ p95_ms }) => p95_ms),
                  },
                ]}
              />
              <Plot
                title="Approvals"
                times={data.approvals.map(({ ts }) => ts)}
                lines={[
                  {
                    name: "asked",
                    tone: "med",
                    values: data.approvals.map(({ asked }) => asked),
                    bars: true,
                  },
                  {
                    name: "answered",
                    tone: "accent",
                    values: data.approvals.map(({ answered }) => answered),
                    bars: true,
                  },
                ]}
              />
              <Plot
                title="Tokens"
                times={data.tokens.map(({ ts }) => ts)}
                lines={[
                  {
                    name: "input",
                    tone: "accent",
                    values: data.tokens.map(({ input }) => input),
                    bars: true,
                  },
                  {
                    name: "output",
                    tone: "med",
                    values: data.tokens.map(({ output }) => output),
                    bars: true,
                  },
                ]}
              />
            </div>
          </Suspense>
          <Card aria-labelledby="used">
            <h2 id="used" className="mb-3 font-medium text-sm">
              Calls and failures by tool
            </h2>
            <ToolBars tools={data.tools} />
          </Card>
        </>
      )}
    </Page>
  );
}

function sum<T>(points: readonly T[] | undefined, of: (point: T) => number): number {
  return (points ?? []).reduce((total, point) => total + of(point), 0);
}
