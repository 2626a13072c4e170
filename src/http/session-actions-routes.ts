import * as z from "zod";
import { eraseSession } from "../engine/sessions/erase-session.ts";
import { forkSession } from "../engine/sessions/fork-session.ts";
import { pauseSession } from "../engine/sessions/pause-session.ts";
import { readableSession, usableSession } from "../engine/sessions/session-access.ts";
import { sessionUsage } from "../engine/sessions/session-usage.ts";
import { titleSession } from "../engine/sessions/title-session.ts";
import { route } from "./route.ts";
import { SessionView, viewSession } from "./views.ts";

const SessionPath = z.object({ id: z.string() });

export const UsageView = z.object({
  inputTokens: z.int(),
  outputTokens: z.int(),
  cost: z.number().nullable(),
  turns: z.int(),
  modelCalls: z.int(),
  context: z.object({
    promptTokens: z.int(),
    toolTokens: z.int(),
    historyTokens: z.int(),
    deferredTokens: z.int(),
  }),
});

export const sessionActionsRoutes = [
  route({
    id: "updateSession",
    method: "PATCH",
    path: "/v1/sessions/:id",
    summary: "Give a session another title.",
    scope: "invoke",
    params: SessionPath,
    body: z.strictObject({ title: z.string().max(200) }),
    example: { title: "Invoices of November" },
    answer: SessionView,
    async handle({ engine, actor, params, body }) {
      await usableSession(engine.gate, params.id, actor);
      return viewSession(engine, await titleSession(engine, params.id, body.title));
    },
  }),
  route({
    id: "deleteSession",
    method: "DELETE",
    path: "/v1/sessions/:id",
    summary: "Erase a session. Its audit records stay, without their content.",
    // Who only invokes does not remove the traces of what was done.
    scope: "approve",
    params: SessionPath,
    answer: z.object({ id: z.string(), erased: z.boolean() }),
    async handle({ engine, actor, params: { id } }) {
      await usableSession(engine.gate, id, actor);
      await eraseSession(engine, id, actor);
      return { id, erased: true };
    },
  }),
  route({
    id: "pauseSession",
    method: "POST",
    path: "/v1/sessions/:id/pause",
    summary: "Pause the running turn, after the call that runs now.",
    scope: "invoke",
    params: SessionPath,
    body: z.strictObject({}),
    example: {},
    answer: SessionView,
    async handle({ engine, actor, params }) {
      await usableSession(engine.gate, params.id, actor);
      return viewSession(engine, await pauseSession(engine, params.id, actor));
    },
  }),
  route({
    id: "forkSession",
    method: "POST",
    path: "/v1/sessions/:id/fork",
    summary: "Copy a session, up to a message or as a whole, into a new one.",
    scope: "invoke",
    params: SessionPath,
    body: z.strictObject({ message_id: z.string().optional() }),
    example: {},
    status: 201,
    answer: SessionView,
    async handle({ engine, actor, params, body }) {
      const session = await usableSession(engine.gate, params.id, actor);
      const fork = await forkSession(engine, session, body.message_id, actor);
      return viewSession(engine, fork);
    },
  }),
  route({
    id: "getSessionUsage",
    method: "GET",
    path: "/v1/sessions/:id/usage",
    summary: "Tokens that the session has used, and what the model is sent next.",
    scope: "invoke",
    params: SessionPath,
    answer: UsageView,
    async handle({ engine, actor, params }) {
      return sessionUsage(engine, await readableSession(engine.gate, params.id, actor));
    },
  }),
];
