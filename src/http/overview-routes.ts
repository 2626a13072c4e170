import * as z from "zod";
import { timestamp } from "../base/clock.ts";
import type { MinuteOfWork } from "../engine/metrics.ts";
import { Page } from "../schema/page.ts";
import { route } from "./route.ts";
import { SandboxStateView } from "./sandbox-routes.ts";
import { listOf } from "./views.ts";

const HOUR_MS = 3_600_000;
const STEPS = 48;
const MAX_TOOLS = 20;

const Point = z.object({ ts: z.string() });

export const OverviewView = z.object({
  from: z.string(),
  to: z.string(),
  stepS: z.number(),
  turns: z.array(
    Point.extend({
      count: z.int(),
      failed: z.int(),
      p50Ms: z.number().nullable(),
      p95Ms: z.number().nullable(),
    }),
  ),
  approvals: z.array(Point.extend({ asked: z.int(), answered: z.int() })),
  tools: z.array(z.object({ toolId: z.string(), calls: z.int(), failed: z.int() })),
  tokens: z.array(Point.extend({ input: z.int(), output: z.int(), cost: z.number() })),
  queue: z.object({ busy: z.boolean(), depth: z.int() }),
  approvalsPending: z.int(),
  sessionsOpen: z.int(),
  /** What isolates programs. */
  sandbox: SandboxStateView,
});

export const overviewRoutes = [
  route({
    id: "getMetrics",
    method: "GET",
    path: "/metrics",
    summary: "What this server has done since it started, in the text format of Prometheus.",
    scope: "invoke",
    answerType: "text/plain",
    async handle({ engine }) {
      return new Response(engine.metrics.text(), {
        headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
      });
    },
  }),
  route({
    id: "listUsage",
    method: "GET",
    path: "/v1/usage",
    summary: "Tokens and cost by actor.",
    scope: "approve",
    query: Page,
    answer: listOf(
      z.object({
        actor: z.string(),
        modelCalls: z.int(),
        inputTokens: z.int(),
        outputTokens: z.int(),
        cost: z.number().nullable(),
      }),
    ),
    async handle({ engine, query: { limit, offset } }) {
      const all = await engine.gate.store.sessions.usage();
      return { items: all.slice(offset, offset + limit), total: all.length };
    },
  }),
  route({
    id: "getOverview",
    method: "GET",
    path: "/v1/overview",
    summary: "Figures of the last hours, step by step, for plots.",
    scope: "approve",
    query: z.object({ hours: z.coerce.number().min(1).max(24).default(24) }),
    answer: OverviewView,
    async handle({ engine, query: { hours } }) {
      const { store, clock } = engine.gate;
      const to = clock.now();
      const from = to - hours * HOUR_MS;
      const stepMs = (hours * HOUR_MS) / STEPS;
      const steps = intoSteps(engine.metrics.minutes(from), from, stepMs);
      const pending = await store.approvals.list({ state: "pending", limit: 1, offset: 0 });
      const sum = (of: (minute: MinuteOfWork) => number, minutes: readonly MinuteOfWork[]) =>
        minutes.reduce((total, minute) => total + of(minute), 0);
      return {
        from: timestamp(from),
        to: timestamp(to),
        stepS: stepMs / 1_000,
        turns: steps.map(({ ts, minutes }) => {
          const times = minutes.flatMap(({ turnTimes }) => turnTimes).sort((a, b) => a - b);
          return {
            ts,
            count: sum(({ turns }) => turns, minutes),
            failed: sum(({ failedTurns }) => failedTurns, minutes),
            p50Ms: quantile(times, 0.5),
            p95Ms: quantile(times, 0.95),
          };
        }),
        approvals: steps.map(({ ts, minutes }) => ({
          ts,
          asked: sum(({ asked }) => asked, minutes),
          answered: sum(({ answered }) => answered, minutes),
        })),
        tools: engine.metrics.tools().slice(0, MAX_TOOLS),
        tokens: steps.map(({ ts, minutes }) => ({
          ts,
          input: sum(({ inputTokens }) => inputTokens, minutes),
          output: sum(({ outputTokens }) => outputTokens, minutes),
          cost: sum(({ cost }) => cost, minutes),
        })),
        queue: { busy: engine.queue.busy, depth: engine.queue.depth },
        approvalsPending: pending.total,
        sessionsOpen: (await store.sessions.listUnfinished()).length,
        sandbox: await engine.sandboxHealth.state(),
      };
    },
  }),
];

function intoSteps(minutes: readonly MinuteOfWork[], from: number, stepMs: number) {
  const steps = Array.from({ length: STEPS }, (_, index) => ({
    ts: timestamp(from + index * stepMs),
    minutes: [] as MinuteOfWork[],
  }));
  for (const minute of minutes) {
    const index = Math.floor((Date.parse(minute.ts) - from) / stepMs);
    steps[Math.max(0, Math.min(STEPS - 1, index))]?.minutes.push(minute);
  }
  return steps;
}

function quantile(sorted: readonly number[], part: number): number | null {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? null;
}
