import * as z from "zod";
import { CapstanError } from "../base/errors.ts";
import type { Engine } from "../engine/engine.ts";
import { answerApproval } from "../engine/sessions/answer-approval.ts";
import { usableSession } from "../engine/sessions/session-access.ts";
import { foreseeApproval } from "../gate/approvals/foresee-approval.ts";
import { listDrift } from "../gate/catalog/drift.ts";
import { directCall } from "../gate/direct-call.ts";
import { Access, AccessScope } from "../schema/access.ts";
import type { Actor } from "../schema/actor.ts";
import { Approval, ApprovalLevel, ApprovalState } from "../schema/approval.ts";
import { Page } from "../schema/page.ts";
import { Remember } from "../schema/standing-grant.ts";
import { currentTurn } from "./current-turn.ts";
import { waitMs } from "./query.ts";
import { route } from "./route.ts";
import {
  ApprovalView,
  listOf,
  MessageView,
  OutcomeView,
  SessionView,
  viewApproval,
} from "./views.ts";

const ApprovalPath = z.object({ id: z.string() });
const AnswerQuery = z.object({ wait_ms: waitMs.optional() });

const { scope, match, expiresInS } = Remember.shape;
export const RememberBody = z.strictObject({ scope, match, expires_in_s: expiresInS });
const DenyBody = z.strictObject({ reason: z.string().max(2_000).optional() });
const RunBody = z.strictObject({
  remember: RememberBody.optional(),
  /** Instead of those that were asked about: judged anew. */
  inputs: z.json().optional(),
  /** For how long it opens what the approval says that it opens. */
  access: AccessScope.optional(),
});

export const ForeseenView = Approval.pick({
  reason: true,
  riskLevel: true,
  sideEffectTags: true,
  inputs: true,
}).extend({
  effect: z.enum(["allow", "ask", "deny"]),
  level: ApprovalLevel.optional(),
  access: Access.optional(),
  preview: z.json().optional(),
});

export const AnswerView = z.object({
  approval: ApprovalView,
  outcome: OutcomeView,
  session: SessionView.optional(),
  messages: z.array(MessageView).readonly().optional(),
});

export const approvalsRoutes = [
  route({
    id: "listApprovals",
    method: "GET",
    path: "/v1/approvals",
    summary: "List approvals, newest first.",
    scope: "approve",
    query: Page.extend({ state: ApprovalState.optional(), session_id: z.string().optional() }),
    answer: listOf(ApprovalView),
    async handle({ engine, query: { session_id, ...query } }) {
      const { approvals } = engine.gate.store;
      const { items, total } = await approvals.list({ ...query, sessionId: session_id });
      return { items: await withDrift(engine, items), total };
    },
  }),
  route({
    id: "getApproval",
    method: "GET",
    path: "/v1/approvals/:id",
    summary: "One approval: what would run, and why it asks.",
    scope: "approve",
    params: ApprovalPath,
    answer: ApprovalView,
    async handle({ engine, params }) {
      const approval = await engine.gate.store.approvals.get(params.id);
      const [shown] = approval ? await withDrift(engine, [approval]) : [];
      if (shown) return shown;
      throw new CapstanError("APPROVAL_NOT_FOUND", `No approval "${params.id}".`);
    },
  }),
  route({
    id: "previewApproval",
    method: "POST",
    path: "/v1/approvals/preview",
    summary: "What the approval of a call would show if the call were made now. Nothing is stored.",
    scope: "approve",
    body: z.strictObject({
      tool_id: z.string(),
      inputs: z.json().default({}),
      /** As a turn of this session would make it. */
      session_id: z.string().optional(),
    }),
    example: { tool_id: "builtin:session_file_system:delete_file", inputs: { path: "/a.txt" } },
    answer: ForeseenView,
    async handle({ engine: { gate }, actor, body: { tool_id: toolId, inputs, session_id: id } }) {
      const session = id === undefined ? undefined : await usableSession(gate, id, actor);
      const caller = session ? { id: session.createdBy, scopes: session.creatorScopes } : actor;
      const wanted = { toolId, inputs, actor: { id: caller.id, scopes: caller.scopes } };
      return foreseeApproval(gate, directCall(gate, wanted, session));
    },
  }),
  route({
    id: "runApproval",
    method: "POST",
    path: "/v1/approvals/:id/run",
    summary: "Run exactly what was asked about, or with inputs that you change.",
    scope: "approve",
    params: ApprovalPath,
    query: AnswerQuery,
    body: RunBody,
    example: { remember: { scope: "session", match: "exact" } },
    answer: AnswerView,
    handle: ({ engine, params, query, body: { remember, inputs, access }, actor }) =>
      answer(
        engine,
        params.id,
        {
          type: "run",
          ...(remember && { remember: rememberOf(remember) }),
          ...(inputs !== undefined && { inputs }),
          ...(access && { access }),
        },
        actor,
        query.wait_ms,
      ),
  }),
  route({
    id: "denyApproval",
    method: "POST",
    path: "/v1/approvals/:id/deny",
    summary: "Do not run it; the model is told.",
    scope: "approve",
    params: ApprovalPath,
    query: AnswerQuery,
    body: DenyBody,
    example: { reason: "Not on a Friday." },
    answer: AnswerView,
    handle: ({ engine, params, query, body: { reason }, actor }) =>
      answer(engine, params.id, { type: "deny", ...(reason && { reason }) }, actor, query.wait_ms),
  }),
];

/** What has changed since an answer was remembered is shown to whoever answers anew. */
async function withDrift(
  { gate }: Engine,
  approvals: readonly Approval[],
): Promise<readonly z.infer<typeof ApprovalView>[]> {
  const hasChanged = ({ changed }: Approval) => changed?.includes("definition") === true;
  const tools = new Set(approvals.filter(hasChanged).map(({ toolId }) => toolId));
  const found = tools.size === 0 ? [] : await listDrift(gate, (id) => tools.has(id));
  return approvals.map((approval) => {
    const drift = hasChanged(approval) && found.find(({ toolId }) => toolId === approval.toolId);
    return { ...viewApproval(gate, approval), ...(drift && { drift }) };
  });
}

function rememberOf({ expires_in_s, ...rest }: z.infer<typeof RememberBody>): Remember {
  return { ...rest, ...(expires_in_s !== undefined && { expiresInS: expires_in_s }) };
}

async function answer(
  engine: Engine,
  approvalId: string,
  decision: Parameters<typeof answerApproval>[2],
  actor: Actor,
  waitFor: number | undefined,
): Promise<z.infer<typeof AnswerView>> {
  const answered = await answerApproval(engine, approvalId, decision, actor);
  const { sessionId } = answered.approval;
  const shown = { ...answered, approval: viewApproval(engine.gate, answered.approval) };
  if (waitFor === undefined || sessionId === null) return shown;
  return { ...shown, ...(await currentTurn(engine, sessionId, answered.outcome.turn, waitFor)) };
}
