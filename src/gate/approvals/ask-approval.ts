import type { InputRequest } from "../../schema/input-request.ts";
import type { Outcome } from "../../schema/outcome.ts";
import type { Change } from "../../stores/journal.ts";
import { type Opens, opensOf } from "../access/judge-access.ts";
import { decisionData } from "../audit/decision-data.ts";
import { block } from "../block.ts";
import type { Attempt } from "../call.ts";
import { dropIntent } from "../end-call.ts";
import { auditOf, eventOf } from "../entries.ts";
import type { Gate } from "../gate.ts";
import type { Judgement } from "../judge.ts";
import { waitingOutcome } from "../outcomes.ts";
import { ownWords, preview } from "../preview.ts";
import { openApproval, type Question } from "./open-approval.ts";
import { supersede } from "./supersede.ts";

/** Policy wants a person's word: stores the question, with what a dry run says would happen. */
export function askApproval(
  gate: Gate,
  attempt: Attempt,
  judgement: Extract<Judgement, { effect: "ask" }>,
): Promise<Outcome> {
  if (isRestless(attempt, judgement.changed)) return refuseRestless(gate, attempt, judgement);
  return ask(gate, attempt, judgement, "approval", () => questionOf(gate, attempt, judgement));
}

/** All that a person is told when they are asked. */
export async function questionOf(
  gate: Gate,
  attempt: Attempt,
  judgement: Extract<Judgement, { effect: "ask" }>,
): Promise<Question> {
  const { decision, level, changed, opens } = judgement;
  const seen = judgement.seen ?? (await preview(gate, attempt));
  const words = await ownWords(gate, attempt);
  const said = words === undefined ? "" : ` The tool says: "${words}"`;
  return {
    level,
    reason: `${forWhom(attempt, decision.reason)}${reach(attempt, opens)}${said}`,
    ...(changed.length > 0 && { changed }),
    ...(opens && opensOf(opens)),
    ...(seen && { preview: seen.shown, previewDigest: seen.digest }),
  };
}

/** Whether what a dry run says was another both times that somebody had said Run. */
function isRestless({ approval }: Attempt, changed: readonly string[]): boolean {
  return changed.includes("preview") && approval?.changed?.includes("preview") === true;
}

/** Asking a third time would lead to a fourth: nobody can approve what is never the same. */
function refuseRestless(
  gate: Gate,
  attempt: Attempt,
  { decision, shadow }: Judgement,
): Promise<Outcome> {
  const reason = `What "${attempt.tool.name}" says it would do was another each time it was approved, so it was not run. Either the files change meanwhile, or its preview tells of the moment, such as a time or a random order. A preview has to be about the task alone: then call it again.`;
  return block(gate, attempt, {
    effect: "deny",
    decision: { ...decision, reason },
    shadow,
    code: "PREVIEW_UNSTABLE",
  });
}

type Remembering = { readonly outcome: Outcome; readonly changes: readonly Change[] };

/** The hosts that are open to it already. */
function reach({ hosts }: Attempt, opens: Opens | undefined): string {
  const open = hosts.filter((host) => !opens?.access.hosts.includes(host));
  return open.length === 0 ? "" : ` It can reach ${open.join(", ")}.`;
}

/** Names the program in a box or the run that asks, if it is not the caller itself. */
function forWhom({ run, tool, parent }: Attempt, reason: string): string {
  if (parent) return `"${parent.toolId}" asks for "${tool.toolId}". ${reason}`;
  const above = run?.above ?? [];
  return above.length === 0
    ? reason
    : `"${above.join('" → "')}" hands over to "${tool.sourceId}". ${reason}`;
}

/** Stores the question and answers `input_required`: a restart changes nothing about it. */
export async function ask(
  gate: Gate,
  attempt: Attempt,
  judgement: Judgement,
  kind: InputRequest["kind"],
  question: () => Promise<Question>,
  /** What else is true with the question. */
  remember: (outcome: Outcome) => Promise<Remembering> = async (outcome) => ({
    outcome,
    changes: [],
  }),
): Promise<Outcome> {
  const { invocation, stored } = attempt;
  if (!gate.quotas.mayAsk(attempt)) return throttle(gate, attempt, judgement);
  const { rewritten } = attempt;
  const approval = openApproval(gate, attempt, {
    ...(await question()),
    ...(rewritten && { rewritten }),
  });
  const { outcome, changes } = await remember(
    waitingOutcome(invocation, { kind, reason: approval.reason, approvalIds: [approval.id] }),
  );
  await gate.store.journal.commit("call.ask", [
    {
      type: "invocation.put",
      invocation: { ...invocation, state: "input_required", outcome },
      expect: stored,
    },
    ...dropIntent(attempt),
    ...supersede(attempt.approval),
    { type: "approval.put", approval, expect: null },
    ...eventOf(gate, invocation, "approval.requested", {
      approval_id: approval.id,
      level: approval.level,
      reason: approval.reason,
    }),
    auditOf(gate, invocation, "approval.requested", {
      approval_id: approval.id,
      level: approval.level,
      changed: approval.changed ?? [],
      ...(approval.access && { access: approval.access }),
      binding: approval.binding,
      ...decisionData(gate, attempt, judgement),
    }),
    ...changes,
  ]);
  return outcome;
}

/** Who is asked a hundred times a minute stops reading (A103). */
function throttle(gate: Gate, attempt: Attempt, { decision, shadow }: Judgement): Promise<Outcome> {
  const reason = "Too many questions in the last minute. Wait for answers before asking more.";
  return block(gate, attempt, {
    effect: "deny",
    decision: { ...decision, reason },
    shadow,
    code: "APPROVALS_THROTTLED",
  });
}
