import * as z from "zod";
import { readableSession } from "../engine/sessions/session-access.ts";
import { Count } from "../schema/count.ts";
import { Page } from "../schema/page.ts";
import { streamEvents } from "./event-stream.ts";
import { route } from "./route.ts";
import { EventView, listOf, ModelTextView } from "./views.ts";

const SessionPath = z.object({ id: z.string() });

export const eventsRoutes = [
  route({
    id: "listEvents",
    method: "GET",
    path: "/v1/sessions/:id/events",
    summary: "List what happened in a session, oldest first.",
    scope: "invoke",
    params: SessionPath,
    query: Page.extend({ since: Count.default(0) }),
    answer: listOf(EventView),
    async handle({ engine: { gate }, actor, params, query }) {
      const session = await readableSession(gate, params.id, actor);
      return gate.store.sessions.events(session.id, query);
    },
  }),
  route({
    id: "streamEvents",
    method: "GET",
    path: "/v1/sessions/:id/events/stream",
    summary:
      "Follow a session live, as server-sent events. Last-Event-ID replays what came after it.",
    scope: "invoke",
    params: SessionPath,
    answerType: "text/event-stream",
    answerItem: z.union([EventView, ModelTextView]),
    async handle({ engine, actor, params, headers, signal, isStillAllowed }) {
      const session = await readableSession(engine.gate, params.id, actor);
      return streamEvents(engine, session.id, headers.get("last-event-id"), signal, {
        // A stream is one long answer: it ends with the token that asked for it.
        mayGoOn: isStillAllowed,
      });
    },
  }),
];
