import { after } from "../base/deadlines.ts";
import { CapstanError } from "../base/errors.ts";
import type { Answer, Question } from "../ports/executor.ts";
import type { Change } from "../ports/journal.ts";
import type { Actor } from "../schema/actor.ts";
import { ANSWER_WITHIN_MS } from "../schema/input-request.ts";
import type { Invocation } from "../schema/invocation.ts";
import type { LedgerEntry } from "../schema/ledger-entry.ts";
import type { Outcome } from "../schema/outcome.ts";
import { askReconcile } from "./ask-reconcile.ts";
import type { Attempt } from "./call.ts";
import { auditOf } from "./entries.ts";
import { failCall } from "./fail-call.ts";
import type { Gate } from "./gate.ts";
import { waitingOutcome } from "./outcomes.ts";
import { resumeTokenOf } from "./resume-token.ts";
import { schemaProblems } from "./schema-problems.ts";

/** A question that a call of this process has asked, and waits for. */
type OpenQuestion = {
  readonly schema: Question["schema"];
  readonly requests: Question["requests"];
  /** Lets the call go on. Answers its end, or its next question. */
  answer(answer: Answer): Promise<Outcome>;
};

/** Of calls that run in this process, by the id of the call. */
export type OpenQuestions = Map<string, OpenQuestion>;

/** A call that may ask on its way. */
export type AskingCall = {
  /** As it is stored by now. */
  attempt(): Attempt;
  ask(question: Question): Promise<Answer>;
};

const MOST_QUESTIONS = 20;

/**
 * Answers how a call ends, or the first question that it asks. It goes on to run behind its question,
 * in this process alone: if that ends, nobody knows what became of the call, and a person is asked.
 */
export function untilAsked(
  gate: Gate,
  claimed: Attempt,
  work: (call: AskingCall) => Promise<Outcome>,
): Promise<Outcome> {
  const { id } = claimed.invocation;
  let attempt = claimed;
  let asked = 0;
  let heard = Promise.withResolvers<Outcome>();

  async function ask(question: Question): Promise<Answer> {
    asked += 1;
    if (asked > MOST_QUESTIONS || gate.questions.has(id)) return { action: "cancel" };
    const { outcome, waiting } = await storeQuestion(gate, attempt, question, asked);
    attempt = waiting;
    const given = Promise.withResolvers<Answer>();
    const callOff = after(ANSWER_WITHIN_MS, () => given.resolve({ action: "cancel" }));
    gate.questions.set(id, {
      schema: question.schema,
      requests: question.requests,
      answer(answer) {
        heard = Promise.withResolvers();
        attempt = {
          ...attempt,
          invocation: goesOn(attempt.invocation),
          stored: "in_progress",
        };
        given.resolve(answer);
        return heard.promise;
      },
    });
    heard.resolve(outcome);
    return given.promise.finally(() => {
      callOff();
      gate.questions.delete(id);
    });
  }

  work({ attempt: () => attempt, ask })
    .then(
      (outcome) => heard.resolve(outcome),
      (error) => heard.reject(error),
    )
    .finally(() => gate.questions.delete(id));
  return heard.promise;
}

function goesOn(invocation: Invocation): Invocation {
  return { ...invocation, state: "in_progress", outcome: null };
}

async function storeQuestion(gate: Gate, attempt: Attempt, question: Question, asked: number) {
  const { invocation, ledger, stored } = attempt;
  const request = {
    kind: "fields" as const,
    reason: gate.redactor.redact(question.message),
    fields: [...question.fields],
    invocationId: invocation.id,
  };
  const outcome: Outcome = {
    ...waitingOutcome(invocation, request),
    ...(invocation.position === null && {
      resumeToken: resumeTokenOf(gate.keyring, invocation.id, ledger?.attempt ?? 1, asked),
    }),
  };
  const waiting: Invocation = { ...invocation, state: "input_required", outcome };
  const entry: LedgerEntry | null = ledger && { ...ledger, invocation: null };
  await gate.store.journal.commit("call.ask", [
    { type: "invocation.put", invocation: waiting, expect: stored },
    ...(entry ? [{ type: "ledger.put", entry, expect: ledger } as const] : []),
    auditOf(gate, waiting, "invocation.asked", { reason: request.reason }),
  ]);
  return {
    outcome,
    waiting: {
      ...attempt,
      invocation: waiting,
      stored: "input_required" as const,
      ledger: entry,
    },
  };
}

type Answering = {
  readonly invocation: Invocation;
  readonly answer: Answer;
  readonly actor: Actor;
  /** Stores that it was answered, with whatever follows from that. */
  readonly commit: (changes: readonly Change[]) => Promise<void>;
};

/** A person's answer to a running call. Resolves when that has ended, or asks again. */
export async function answerQuestion(gate: Gate, answering: Answering): Promise<Outcome> {
  const { invocation, answer, actor, commit } = answering;
  if (invocation.actor !== actor.name && !actor.scopes.includes("approve")) {
    throw new CapstanError("SCOPE_MISSING", "This question was asked to somebody else.");
  }
  const question = gate.questions.get(invocation.id);
  if (!question) return lost(gate, invocation);
  const [problem] =
    answer.action === "accept" ? schemaProblems(question.schema, answer.inputs) : [];
  if (problem) throw new CapstanError("INPUT_INVALID", problem.message);
  return gate.inFlight.once(invocation, async () => {
    await commit([
      { type: "invocation.put", invocation: goesOn(invocation), expect: "input_required" },
      auditOf(gate, invocation, "invocation.answered", { action: answer.action }, actor.name),
    ]);
    return question.answer(answer);
  });
}

/** The process that ran the call is gone, and its question with it. */
async function lost(gate: Gate, invocation: Invocation): Promise<Outcome> {
  const ledger = await gate.store.invocations.ledger(invocation.id);
  const why = "Capstan was restarted while this call waited for an answer.";
  if (ledger?.status === "intended") return askReconcile(gate, invocation, ledger, why);
  const message = `${why} It only read: call it again.`;
  return failCall(gate, invocation, null, new CapstanError("STATE_CONFLICT", message));
}
