import * as z from "zod";
import { AuditProof } from "../schema/audit-proof.ts";
import { AuditType } from "../schema/audit-record.ts";
import { Checkpoint } from "../schema/checkpoint.ts";
import { Page } from "../schema/page.ts";
import { exportAudit } from "./audit-export.ts";
import { route } from "./route.ts";
import { AuditView, listOf, viewRecord } from "./views.ts";

export const AuditVerificationView = z.object({
  ok: z.boolean(),
  streams: z.int(),
  records: z.int(),
  checkpoints: z.int(),
  firstBad: z.object({ stream: z.string(), sequence: z.int(), reason: z.string() }).optional(),
  /** The checkpoints kept elsewhere that it was held against. */
  kept: z
    .object({
      sequence: z.int().nullable(),
      place: z.string().optional(),
      problem: z.string().optional(),
    })
    .optional(),
});

const since = z.iso.datetime({ offset: true }).transform((time) => new Date(time).toISOString());

/** One, or several with commas between them. */
const types = z
  .string()
  .transform((text) => text.split(","))
  .pipe(z.array(AuditType));

export const auditRoutes = [
  route({
    id: "listAuditRecords",
    method: "GET",
    path: "/v1/audit",
    summary: "The audit trail, newest first.",
    scope: "approve",
    query: Page.extend({
      session_id: z.string().optional(),
      tool_id: z.string().optional(),
      invocation_id: z.string().optional(),
      actor: z.string().optional(),
      type: types.optional(),
      since: since.optional(),
    }),
    answer: listOf(AuditView),
    async handle({
      engine: { gate },
      query: { session_id, tool_id, invocation_id, type, actor, ...rest },
    }) {
      const { items, total } = await gate.store.audit.list({
        ...rest,
        types: type,
        sessionId: session_id,
        toolId: tool_id,
        invocationId: invocation_id,
        actors: actor === undefined ? undefined : gate.people.calledIn(actor),
      });
      return { items: items.map((record) => viewRecord(gate, record)), total };
    },
  }),
  route({
    id: "verifyAudit",
    method: "GET",
    path: "/v1/audit/verify",
    summary: "Check the whole audit trail: every chain and every checkpoint.",
    scope: "approve",
    answer: AuditVerificationView,
    handle: ({ engine }) => engine.gate.auditor.verify(),
  }),
  route({
    id: "verifyCheckpoints",
    method: "POST",
    path: "/v1/audit/verify",
    summary: "Check the whole audit trail against checkpoints that were kept elsewhere.",
    scope: "approve",
    body: z.strictObject({ checkpoints: z.array(Checkpoint).min(1).max(1_000) }),
    example: { checkpoints: [{ sequence: 7, body: "{…}", hash: "sha256:…", signature: "…" }] },
    answer: AuditVerificationView,
    handle: ({ engine, body }) => engine.gate.auditor.verify(body.checkpoints),
  }),
  route({
    id: "getCheckpoint",
    method: "GET",
    path: "/v1/audit/checkpoint",
    summary: "The last signed checkpoint and the key that verifies it: keep a copy elsewhere.",
    scope: "approve",
    answer: z.object({ checkpoint: Checkpoint.nullable(), publicKey: z.string() }),
    handle: async ({ engine: { gate } }) => ({
      checkpoint: (await gate.store.audit.lastCheckpoint()) ?? null,
      publicKey: gate.auditor.publicKey,
    }),
  }),
  route({
    id: "getProof",
    method: "GET",
    path: "/v1/audit/proof",
    summary: "A proof of one call's records that needs no database to be checked.",
    scope: "approve",
    query: z.object({ invocation_id: z.string() }),
    answer: AuditProof,
    handle: ({ engine: { gate }, query }) => gate.auditor.prove(query.invocation_id),
  }),
  route({
    id: "exportAudit",
    method: "GET",
    path: "/v1/audit/export",
    summary: "Export every record and checkpoint, one JSON object per line.",
    scope: "approve",
    query: z.object({ since: since.optional() }),
    answerType: "application/x-ndjson",
    handle: async ({ engine: { gate }, query, signal }) => exportAudit(gate, query.since, signal),
  }),
];
