import * as z from "zod";
import { CapstanError } from "../base/errors.ts";
import { readableSession } from "../engine/session-access.ts";
import { tokenOf } from "../engine/skills/invoke-skill.ts";
import { hasChanged } from "../engine/skills/run-entry.ts";
import { timestamp } from "../ports/clock.ts";
import { runOf } from "../runtime/contexts/memory.ts";
import { Context, ContextEvent, Fact } from "../schema/context.ts";
import { TaskState } from "../schema/task-state.ts";
import { route } from "./route.ts";

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
});

function contextNotFound(id: string): CapstanError {
  return new CapstanError("CONTEXT_NOT_FOUND", `No context "${id}".`);
}

export const contextsRoutes = [
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
      const { actor: _, ...view } = context;
      const { skill = null } = runOf(context);
      const parent = under?.parentContext ?? null;
      const resumeToken = tokenOf({ gate }, context);
      const isEarlierVersion = hasChanged(gate, context);
      const run = { resumeToken, skill, isEarlierVersion, parent, children };
      return { ...view, events, facts, ...run };
    },
  }),
];
