import { CapstanError } from "../../../base/errors.ts";
import type { JsonObject, JsonValue } from "../../../base/json.ts";
import { stripHidden } from "../../../base/strip-hidden.ts";
import type { Engine } from "../../../engine/engine.ts";
import { answerApproval } from "../../../engine/sessions/answer-approval.ts";
import { excerpt } from "../../../gate/audit/excerpt.ts";
import type { Approval } from "../../../schema/approval.ts";
import type { Outcome } from "../../../schema/outcome.ts";
import type { Signals } from "../../../stores/queue/signals.ts";
import { told } from "./result-of.ts";
import type { CallResult, ClientQuestion, Exchange, Seat } from "./seat.ts";

const MAX_SHOWN = 2_000;

/** What follows from a question: the call goes on, or its client is answered now. */
export type Asked =
  | { readonly type: "outcome"; readonly outcome: Outcome }
  /** It was settled elsewhere: look at the call again. */
  | { readonly type: "look" }
  | { readonly type: "answer"; readonly result: CallResult };

/** A person at the client is asked, where their token may approve; everybody else is told where to go. */
export async function askApproval(
  engine: Engine,
  seat: Seat,
  exchange: Exchange,
  approval: Approval,
): Promise<Asked> {
  if (!exchange.canAsk || !mayAnswer(seat, approval)) return whereToApprove(seat, approval);
  const reply = await exchange.ask(questionOf(engine, approval));
  if (reply.type === "later") return { type: "answer", result: reply.result };
  if (reply.type === "settled") return { type: "look" };
  const decision = reply.type === "accept" ? reply.content.decision : reply.type;
  if (decision === "run") return answer(engine, seat, exchange, approval, { type: "run" });
  if (decision === "deny") return answer(engine, seat, exchange, approval, { type: "deny" });
  if (decision === "decline") {
    // Some clients decline by themselves: that is not a person's answer.
    const client = seat.client.name;
    return answer(engine, seat, exchange, approval, { type: "deny", client });
  }
  return whereToApprove(seat, approval);
}

/** An answer counts only from a token that may approve, whatever its client says (X36). */
function mayAnswer({ caller: { scopes } }: Seat, { level }: Approval): boolean {
  return scopes.includes("approve") && (level !== "admin" || scopes.includes("admin"));
}

async function answer(
  engine: Engine,
  seat: Seat,
  { signal, onProgress, peer }: Exchange,
  approval: Approval,
  decided: Parameters<typeof answerApproval>[2],
): Promise<Asked> {
  const { id, scopes } = seat.caller;
  try {
    const { outcome } = await answerApproval(
      engine,
      approval.id,
      decided,
      { id, scopes },
      { signal, onProgress, peer },
    );
    return { type: "outcome", outcome };
  } catch (error) {
    if (!(error instanceof CapstanError)) throw error;
    // Somebody else was faster, and they decided.
    if (error.code === "APPROVAL_NOT_PENDING") return { type: "look" };
    return whereToApprove(seat, approval, error.message);
  }
}

function questionOf({ gate, signals }: Engine, approval: Approval): ClientQuestion {
  const shown = JSON.stringify(excerpt(gate.redactor, approval.inputs as JsonValue), null, 2);
  const message = [
    `Run ${approval.toolId} (${approval.riskLevel})? ${approval.reason}`,
    `Input: ${stripHidden(shown).slice(0, MAX_SHOWN)}`,
  ].join("\n");
  return {
    key: approval.id,
    message,
    schema: DECISION,
    isAgain: false,
    settled: (signal) => {
      const isSettled = async () =>
        (await gate.store.approvals.get(approval.id))?.state !== "pending";
      // By its session's signals: every answer is an event there, whichever process it came to.
      return whenSettled(signals, approval.sessionId ?? "", isSettled, signal);
    },
  };
}

function whenSettled(
  signals: Signals,
  sessionId: string,
  isSettled: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const look = () => {
    isSettled().then((yes) => yes && resolve(), reject);
  };
  const unsubscribe = signals.subscribe(sessionId, look);
  signal.addEventListener("abort", () => resolve(), { once: true });
  look();
  return promise.finally(unsubscribe);
}

const DECISION: JsonObject = {
  type: "object",
  properties: {
    decision: {
      type: "string",
      title: "Decision",
      description: "run: exactly this call runs, once. deny: it does not run.",
      enum: ["run", "deny"],
    },
  },
  required: ["decision"],
};

function whereToApprove({ origin }: Seat, approval: Approval, problem?: string): Asked {
  const { id, level, reason, toolId } = approval;
  const who = level === "admin" ? "an admin" : "a person";
  const message = [
    ...(problem === undefined ? [] : [problem]),
    `Nothing has run: ${toolId} waits for ${who} to approve it. ${reason}`,
    `To approve: ${origin}/approvals/${id} or: capstan approvals run ${id}`,
    "After that, make exactly the same call again: it answers with the outcome of the approved call, once.",
  ].join("\n");
  const meta = { "capstan/state": "input_required", "capstan/approval-id": id };
  return { type: "answer", result: told(message, meta) };
}
