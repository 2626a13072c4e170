import * as z from "zod";
import { CapstanError } from "../base/errors.ts";
import { invokeTool, takeTurn } from "../engine/invoke-tool.ts";
import { usableSession } from "../engine/sessions/session-access.ts";
import { toldKey } from "../engine/tell-progress.ts";
import { answerCall } from "../gate/approvals/answer-call.ts";
import { reconcileCall } from "../gate/approvals/reconcile-call.ts";
import { resolveTool } from "../gate/catalog/resolve-tool.ts";
import { SourceType } from "../schema/capability.ts";
import { Mode } from "../schema/mode.ts";
import { Page } from "../schema/page.ts";
import { RiskLevel } from "../schema/risk-level.ts";
import { SideEffect } from "../schema/side-effect.ts";
import { answerOf } from "./answer-of.ts";
import { requireScope } from "./authenticate.ts";
import { commaList, flag } from "./query.ts";
import { route } from "./route.ts";
import { listOf, OutcomeView, ToolView } from "./views.ts";

const ToolPath = z.object({ tool_id: z.string() });

/** The founding document says `source_types` and `risk_level_max` (C11): both spellings count. */
const ToolQuery = Page.extend({
  source_type: commaList(SourceType).optional(),
  source_types: commaList(SourceType).optional(),
  risk_max: RiskLevel.optional(),
  risk_level_max: RiskLevel.optional(),
  exclude_side_effects: commaList(SideEffect).optional(),
  enabled_only: flag.optional(),
  search: z.string().max(500).optional(),
});

const InvokeBody = z
  .strictObject({
    inputs: z.json().optional(),
    mode: Mode.optional(),
    dry_run: z.boolean().default(false),
    session_id: z.string().optional(),
    context_id: z.string().max(255).optional(),
    message_id: z.string().min(1).max(255).optional(),
    resume_token: z.string().optional(),
    reconcile: z.enum(["ran", "not_run", "run_again"]).optional(),
    /** With a resume token, of what the call asked: `inputs` are the answer, unless nobody gives one. */
    answer: z.enum(["accept", "decline", "cancel"]).optional(),
  })
  // Half an answer about a call must not be taken for a new call.
  .superRefine(({ resume_token, reconcile, answer, inputs }, context) => {
    const isAnswer = reconcile !== undefined || answer !== undefined;
    const complain = (field: string, message: string) =>
      context.addIssue({ code: "custom", path: [field], message });
    if (resume_token === undefined && isAnswer) {
      complain("resume_token", "is missing: it says which call is answered");
    } else if (resume_token !== undefined && !isAnswer && inputs === undefined) {
      complain("reconcile", "is missing, or inputs: a resume token comes with an answer");
    }
  });

/** Empty where it has said nothing. */
const ProgressView = z.object({
  message: z.string().optional(),
  done: z.number().optional(),
  total: z.number().optional(),
});

/** With the session that was opened for it, where a program was called outside of one. */
const InvokedView = OutcomeView.extend({ sessionId: z.string().optional() });

function either<T>(field: string, ours: T | undefined, theirs: T | undefined): T | undefined {
  if (ours === undefined || theirs === undefined) return ours ?? theirs;
  const message = `"${field}": is given in both of its spellings. Give one.`;
  throw new CapstanError("REQUEST_INVALID", message, { details: { field, part: "query" } });
}

export const toolsRoutes = [
  route({
    id: "listTools",
    method: "GET",
    path: "/v1/tools",
    summary: "List and search tools.",
    scope: "invoke",
    query: ToolQuery,
    answer: listOf(ToolView),
    async handle({ engine, query }) {
      const found = engine.gate.catalog.listTools({
        sourceTypes: either("source_type", query.source_type, query.source_types),
        riskMax: either("risk_max", query.risk_max, query.risk_level_max),
        excludeSideEffects: query.exclude_side_effects,
        enabledOnly: query.enabled_only,
        search: query.search,
      });
      const items = found.slice(query.offset, query.offset + query.limit);
      return { items, total: found.length };
    },
  }),
  route({
    id: "getTool",
    method: "GET",
    path: "/v1/tools/:tool_id",
    summary: "One tool, with its schemas.",
    scope: "invoke",
    params: ToolPath,
    answer: ToolView,
    async handle({ engine: { gate }, params }) {
      // One that is not enabled cannot be run, but it can be looked at: it is listed as well.
      return gate.catalog.getTool(params.tool_id) ?? resolveTool(gate.catalog, params.tool_id).tool;
    },
  }),
  route({
    id: "getCallProgress",
    method: "GET",
    path: "/v1/tools/:tool_id/progress",
    summary: "How far a call of yours has come, as it says itself.",
    scope: "invoke",
    params: ToolPath,
    query: z.object({ message_id: z.string().min(1).max(255) }),
    answer: ProgressView,
    /** Shown and forgotten: it is known to the server that runs the call, and to no other. */
    handle: async ({ engine, query, actor }) =>
      engine.toldProgress.get(toldKey(actor.id, query.message_id)) ?? {},
  }),
  route({
    id: "invokeTool",
    method: "POST",
    path: "/v1/tools/:tool_id/invoke",
    summary: "Run a tool through the gate.",
    scope: "invoke",
    params: ToolPath,
    body: InvokeBody,
    example: { inputs: { a: 2, b: 3 } },
    answer: InvokedView,
    async handle({ engine, actor, params, body }) {
      const { gate } = engine;
      if (body.resume_token !== undefined && body.reconcile !== undefined) {
        requireScope(actor, "approve");
        return reconcileCall(gate, body.resume_token, body.reconcile, actor);
      }
      // Without a signal: a client that hangs up does not undo what it asked for, and can ask again
      // by its message id.
      const wanted = {
        toolId: params.tool_id,
        inputs: body.inputs === undefined ? {} : body.inputs,
        actor: { id: actor.id, scopes: actor.scopes },
        dryRun: body.dry_run,
        contextId: body.context_id ?? null,
        messageId: body.message_id ?? null,
        mode: body.mode ?? "execution",
      };
      if (body.answer === undefined) {
        const { session_id: sessionId = null, resume_token: resumeToken = null } = body;
        const turn = takeTurn(engine, { ...wanted, sessionId, resumeToken });
        if (turn) return turn;
      }
      if (body.resume_token !== undefined) {
        return answerCall(gate, body.resume_token, answerOf(body.answer, body.inputs), actor);
      }
      const session =
        body.session_id === undefined
          ? undefined
          : await usableSession(gate, body.session_id, actor);
      return invokeTool(engine, wanted, session);
    },
  }),
];
