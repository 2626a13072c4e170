import * as z from "zod";
import { CapstanError } from "../base/errors.ts";
import { readableSession } from "../engine/session-access.ts";
import { endOf, tokenOf } from "../engine/skills/invoke-skill.ts";
import { hasChanged } from "../engine/skills/run-entry.ts";
import { timestamp } from "../ports/clock.ts";
import { runOf } from "../runtime/contexts/memory.ts";
import { Context, ContextEvent, Fact } from "../schema/context.ts";
import { Page } from "../schema/page.ts";
import { TaskState } from "../schema/task-state.ts";
import { route } from "./route.ts";
import { listOf, OutcomeView } from "./views.ts";

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
  owner: z.string().nullable(),
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

function contextNotFound(id: string): CapstanError {
  return new CapstanError("CONTEXT_NOT_FOUND", `No context "${id}".`);
}

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
      const { items, total } = await gate.store.contexts.list({ ...query, actor: actor.name });
      return { items: items.map(lineOf), total };
    },
  }),
  route({
    id: "getContext",
    method: "GET",
    path: "/v1/contexts/:id",
    summary: "The working memory of a context: its state, events, facts and summary.",
    scope: "invoke",
    params: z.object({ id: z.string() }),
    answer: ContextView,
    async handle({ engine: { gate }, actor, params }) {
      const { contexts } = gate.store;
      const context = await contexts.get(params.id);
      if (!context) throw contextNotFound(params.id);
      // What a session remembers, only those see who see the session.
      if (context.actor === null && context.sessionId !== null) {
        await readableSession(gate, context.sessionId, actor);
      } else if (context.actor !== actor.name) throw contextNotFound(params.id);
      const [events, facts, handed, under] = await Promise.all([
        contexts.events(context.id),
        contexts.facts(context.id, timestamp(gate.clock.now())),
        gate.store.delegations.listOf(context.id),
        gate.store.delegations.get(context.id),
      ]);
      const children = handed.map(({ id, target, childState, state }) => ({
        contextId: id,
        target,
        state: childState,
        isDelivered: state === "delivered",
      }));
      const { actor: owner, ...stored } = context;
      const view = { ...stored, owner, outcome: endOf(context) ?? null };
      const { skill = null } = runOf(context);
      const parent = under?.parentContext ?? null;
      const resumeToken = tokenOf({ gate }, context);
      const isEarlierVersion = hasChanged(gate, context);
      const run = { resumeToken, skill, isEarlierVersion, parent, children };
      return { ...view, events, facts, ...run };
    },
  }),
];
