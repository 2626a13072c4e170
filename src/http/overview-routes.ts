import * as z from "zod";
import { timestamp } from "../base/clock.ts";
import { Page } from "../schema/page.ts";
import { Person } from "../schema/principal.ts";
import { countCalls, countQuestions, countTokens, countTurns } from "./count-work.ts";
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
        actor: Person,
        modelCalls: z.int(),
        inputTokens: z.int(),
        outputTokens: z.int(),
        cost: z.number().nullable(),
      }),
    ),
    async handle({ engine, query: { limit, offset } }) {
      const all = await engine.gate.store.sessions.usage();
      const { people } = engine.gate;
      const shown = all.slice(offset, offset + limit);
      const items = shown.map((used) => ({ ...used, actor: people.show(used.actor) }));
      return { items, total: all.length };
    },
  }),
  route({
    id: "getOverview",
    method: "GET",
    path: "/v1/overview",
    summary: "Figures of the last hours, step by step, for plots: of all servers of the store.",
    scope: "approve",
    query: z.object({ hours: z.coerce.number().min(1).max(24).default(24) }),
    answer: OverviewView,
    async handle({ engine, query: { hours } }) {
      const { store, clock, limits } = engine.gate;
      const to = clock.now();
      const from = to - hours * HOUR_MS;
      const steps = { from, stepMs: (hours * HOUR_MS) / STEPS, count: STEPS };
      const [turns, questions, replies, calls, pending, unfinished] = await Promise.all([
        // A turn that ended in this time may have begun before.
        store.work.turns(timestamp(from - HOUR_MS)),
        // A question that was answered in this time may be as old as an approval can get.
        store.work.questions(timestamp(from - limits.approvalTtlMs)),
        store.work.replies(timestamp(from)),
        store.work.calls(timestamp(from)),
        store.approvals.list({ state: "pending", limit: 1, offset: 0 }),
        store.sessions.listUnfinished(),
      ]);
      return {
        from: timestamp(from),
        to: timestamp(to),
        stepS: steps.stepMs / 1_000,
        turns: countTurns(steps, turns),
        approvals: countQuestions(steps, questions),
        tools: countCalls(calls).slice(0, MAX_TOOLS),
        tokens: countTokens(steps, replies),
        queue: { busy: engine.queue.busy, depth: engine.queue.depth },
        approvalsPending: pending.total,
        sessionsOpen: unfinished.length,
        sandbox: await engine.sandboxHealth.state(),
      };
    },
  }),
];
