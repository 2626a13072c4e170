import * as z from "zod";
import { timestamp } from "../../base/clock.ts";
import { isJsonObject, type JsonValue } from "../../base/json.ts";
import type { Gate } from "../../gate/gate.ts";
import { route } from "../../http/route.ts";
import { listOf, OutcomeView } from "../../http/views.ts";
import { toWire } from "../../http/wire.ts";
import { Context, ContextEvent, Fact } from "../../schema/context.ts";
import type { Outcome } from "../../schema/outcome.ts";
import { Page } from "../../schema/page.ts";
import { Person } from "../../schema/principal.ts";
import { TaskState } from "../../schema/task-state.ts";
import { cancelContext } from "./cancel-context.ts";
import { runOf } from "./contexts/memory.ts";
import { endOf, tokenOf } from "./invoke-skill.ts";
import { readableContext } from "./readable-context.ts";
import { hasChanged } from "./run-entry.ts";

export const ContextView = Context.omit({ actor: true }).extend({
  events: z.array(ContextEvent.omit({ contextId: true })).readonly(),
  facts: z.array(Fact.omit({ contextId: true })).readonly(),
  /** The newest, of one that waits; null for one that does not. */
  resumeToken: z.string().nullable(),
  /** The skill that runs in it; null for a session's own memory. */
  skill: z.string().nullable(),
  /** Its skill has changed since this run began, which goes on with what it began with. */
  isEarlierVersion: z.boolean(),
  /** The context that handed over to it. */
  parent: z.string().nullable(),
  /** What it handed over itself, the oldest first. */
  children: z
    .array(
      z.object({
        contextId: z.string(),
        target: z.string(),
        state: TaskState.nullable(),
        isDelivered: z.boolean(),
      }),
    )
    .readonly(),
  /** Whose it is; null for one that belongs to its session. */
  owner: Person.nullable(),
  /** What it ended with; null for one that has not ended. */
  outcome: OutcomeView.nullable(),
});

/** As it stands in a list: without what it remembers. */
export const ContextLineView = Context.pick({
  id: true,
  sessionId: true,
  turn: true,
  state: true,
  version: true,
  createdAt: true,
  updatedAt: true,
}).extend({ skill: z.string().nullable() });

const ContextPath = z.object({ id: z.string() });

const CancelContextBody = z.strictObject({
  /** Only the run as it stood with this token is ended. */
  resume_token: z.string().max(1_000).optional(),
});

function lineOf(context: Context): z.infer<typeof ContextLineView> {
  const { id, sessionId, turn, state, version, createdAt, updatedAt } = context;
  const { skill = null } = runOf(context);
  return { id, skill, sessionId, turn, state, version, createdAt, updatedAt };
}

export const contextsRoutes = [
  route({
    id: "listContexts",
    method: "GET",
    path: "/v1/contexts",
    summary: "List your own contexts, the one that moved last first.",
    scope: "invoke",
    query: Page.extend({ skill: z.string().max(255).optional() }),
    answer: listOf(ContextLineView),
    async handle({ engine: { gate }, actor, query }) {
      const { items, total } = await gate.store.contexts.list({ ...query, actor: actor.id });
      return { items: items.map(lineOf), total };
    },
  }),
  route({
    id: "getContext",
    method: "GET",
    path: "/v1/contexts/:id",
    summary: "The working memory of a context: its state, events, facts and summary.",
    scope: "invoke",
    params: ContextPath,
    answer: ContextView,
    async handle({ engine: { gate }, actor, params }) {
      return viewContext(gate, await readableContext(gate, params.id, actor));
    },
  }),
  route({
    id: "cancelContext",
    method: "POST",
    path: "/v1/contexts/:id/cancel",
    summary: "End a run that waits, and what it handed over. One that is over stays as it is.",
    scope: "invoke",
    params: ContextPath,
    body: CancelContextBody,
    example: {},
    answer: ContextView,
    async handle({ engine, actor, params, body }) {
      const ended = await cancelContext(engine, params.id, actor, body.resume_token);
      return viewContext(engine.gate, ended);
    },
  }),
];

async function viewContext(gate: Gate, context: Context): Promise<z.infer<typeof ContextView>> {
  const { contexts, delegations } = gate.store;
  const [events, facts, handed, under] = await Promise.all([
    contexts.events(context.id),
    contexts.facts(context.id, timestamp(gate.clock.now())),
    delegations.listOf(context.id),
    delegations.get(context.id),
  ]);
  const { actor: owner, detail, ...stored } = context;
  const outcome = endOf(context);
  return {
    ...stored,
    // It is stored as JSON, with the names of the code.
    detail: outcome && isJsonObject(detail) ? { ...detail, outcome: wireOutcome(outcome) } : detail,
    owner: owner === null ? null : gate.people.show(owner),
    events,
    facts,
    outcome: outcome ?? null,
    resumeToken: tokenOf({ gate }, context),
    skill: runOf(context).skill ?? null,
    isEarlierVersion: hasChanged(gate, context),
    parent: under?.parentContext ?? null,
    children: await Promise.all(
      handed.map(async ({ id, target, childState, state }) => ({
        contextId: id,
        target,
        state: childState ?? (await contexts.get(id))?.state ?? null,
        isDelivered: state === "delivered",
      })),
    ),
  };
}

function wireOutcome(outcome: Outcome): JsonValue {
  return toWire(OutcomeView, outcome) as JsonValue;
}
