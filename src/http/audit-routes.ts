import * as z from "zod";
import { Page } from "../schema/page.ts";
import { route } from "./route.ts";
import { AuditView, listOf } from "./views.ts";

const AuditVerdictView = z.object({
  ok: z.boolean(),
  streams: z.int(),
  records: z.int(),
  firstBad: z.object({ stream: z.string(), sequence: z.int(), reason: z.string() }).optional(),
});

export const auditRoutes = [
  route({
    method: "GET",
    path: "/v1/audit",
    summary: "The audit trail, newest first.",
    scope: "approve",
    query: Page.extend({
      session_id: z.string().optional(),
      tool_id: z.string().optional(),
      since: z.iso.datetime({ offset: true }).optional(),
    }),
    answer: listOf(AuditView),
    handle: ({ engine, query: { session_id, tool_id, since, ...page } }) =>
      engine.gate.store.audit.list({
        ...page,
        sessionId: session_id,
        toolId: tool_id,
        since: since && new Date(since).toISOString(),
      }),
  }),
  route({
    method: "GET",
    path: "/v1/audit/verify",
    summary: "Recompute every chain of the audit trail.",
    scope: "approve",
    answer: AuditVerdictView,
    handle: ({ engine }) => engine.gate.store.audit.verify(),
  }),
];
