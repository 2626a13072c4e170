import { setTimeout as delay } from "node:timers/promises";
import { after } from "../../base/deadlines.ts";
import { CapstanError, isConflict } from "../../base/errors.ts";
import type { Actor } from "../../schema/actor.ts";
import { ANSWER_WITHIN_MS, type InputRequest } from "../../schema/input-request.ts";
import type { Invocation } from "../../schema/invocation.ts";
import type { LedgerEntry } from "../../schema/ledger-entry.ts";
import type { Outcome } from "../../schema/outcome.ts";
import { isTerminal } from "../../schema/task-state.ts";
import type { Change } from "../../stores/journal.ts";
import type { Attempt } from "../call.ts";
import { auditOf } from "../entries.ts";
import type { Answer, Question } from "../executor.ts";
import { failCall } from "../fail-call.ts";
import type { Gate } from "../gate.ts";
import { schemaProblems } from "../inputs/schema-problems.ts";
import { waitingOutcome } from "../outcomes.ts";
import { resumeTokenOf } from "../resume-token.ts";
import { askReconcile } from "./ask-reconcile.ts";

/** A call of this process that has asked something: there until it ends. */
type AskingHere = {
  /** Lets it go on. Answers its end, or its next question. */
  answer(answer: Answer): Promise<Outcome>;
  /** The same of one whose answer another process has stored. */
  goOn(): Promise<Outcome>;
};

/** By the id of the call. */
export type OpenQuestions = Map<string, AskingHere>;

/** A call that may ask on its way. */
export type AskingCall = {
  /** Records the end. An answer that is stored at the same time makes it conflict: then once more. */
  end(record: (attempt: Attempt) => Promise<Outcome>): Promise<Outcome>;
  /** `cancel` ends the call: the signal of the turn that it was begun in does not outlive its question. */
  ask(question: Question, cancel: () => void): Promise<Answer>;
};

const MOST_QUESTIONS = 20;
/** How often a process looks whether another has stored what it waits for. */
const LOOK_MS = 300;

/**
 * Answers how a call ends, or the first question that it asks. It goes on to run behind its question,
 * in this process alone: if that ends, nobody knows what became of the call, and a person is asked. The
 * answer may come to any process: who does not run the call stores it, and this one looks for it.
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
  let isAsking = false;
  /** Lets the last question go on; undefined once somebody has answered it. */
  let resolve: ((answer: Answer) => void) | undefined;
  let watch: NodeJS.Timeout | undefined;

  function answer(told: Answer): Promise<Outcome> {
    if (!resolve) return heard.promise;
    heard = Promise.withResolvers();
    attempt = { ...attempt, invocation: goesOn(attempt.invocation), stored: "in_progress" };
    resolve(told);
    resolve = undefined;
    return heard.promise;
  }

  async function look(): Promise<void> {
    const now = await gate.store.invocations.get(id);
    const stored = now && storedAnswer(now, asked);
    if (stored) await answer(stored);
    else if (now && (await isForsaken(gate, now))) resolve?.({ action: "cancel" });
  }

  async function endIfForsaken(cancel: () => void): Promise<void> {
    if (await isForsaken(gate, claimed.invocation)) cancel();
  }

  async function ask(question: Question, cancel: () => void): Promise<Answer> {
    if (asked >= MOST_QUESTIONS || isAsking) return { action: "cancel" };
    isAsking = true;
    try {
      return await askPerson(question, cancel);
    } finally {
      isAsking = false;
    }
  }

  /** Closes a question in the store first: an answer that came before counts, a later one is refused. */
  async function expire(): Promise<void> {
    try {
      await closeQuestion(gate, attempt);
    } catch (error) {
      if (!isConflict(error)) throw error;
      return look();
    }
    answer({ action: "cancel" });
  }

  async function askPerson(question: Question, cancel: () => void): Promise<Answer> {
    asked += 1;
    const given = Promise.withResolvers<Answer>();
    const { outcome, waiting } = await storeQuestion(gate, attempt, question, asked);
    attempt = waiting;
    ({ resolve } = given);
    gate.questions.set(id, { answer, goOn: () => look().then(() => heard.promise) });
    heard.resolve(outcome);
    clearInterval(watch);
    // Until the call ends: somebody may cancel its turn after the answer too.
    watch = setInterval(() => {
      (isAsking ? look() : endIfForsaken(cancel)).catch(gate.report);
    }, LOOK_MS).unref();
    const callOff = after(ANSWER_WITHIN_MS, () => {
      expire().catch((error) => {
        gate.report(error);
        given.resolve({ action: "cancel" });
      });
    });
    return given.promise.finally(callOff);
  }

  async function end(record: (attempt: Attempt) => Promise<Outcome>): Promise<Outcome> {
    const before = attempt;
    try {
      return await record(before);
    } catch (error) {
      if (!isConflict(error) || asked === 0) throw error;
      const now = await gate.store.invocations.get(id);
      const stored = now && storedAnswer(now, asked);
      // Its promise is that of this very end.
      if (stored) answer(stored).catch(() => {});
      if (attempt === before) throw error;
      return record(attempt);
    }
  }

  work({ ask, end })
    .then(
      (outcome) => heard.resolve(outcome),
      (error) => heard.reject(error),
    )
    .finally(() => {
      clearInterval(watch);
      // The code ended without waiting for its answer.
      resolve?.({ action: "cancel" });
      gate.questions.delete(id);
    });
  return heard.promise;
}

/** An answer that another process has stored, to this very question. */
function storedAnswer({ state, question }: Invocation, number: number): Answer | undefined {
  if (state !== "in_progress" || question?.number !== number) return undefined;
  return (question.answer ?? undefined) as Answer | undefined;
}

/** Nobody waits for it any more: its turn was ended. */
async function isForsaken({ store }: Gate, { sessionId, position, turn }: Invocation) {
  if (sessionId === null || position === null) return false;
  const session = await store.sessions.get(sessionId);
  return session === undefined || session.turn !== turn || isTerminal(session.state);
}

const asIntended = ({ attempt }: LedgerEntry) => ({ status: "intended" as const, attempt });

function goesOn(invocation: Invocation): Invocation {
  return { ...invocation, state: "in_progress", outcome: null };
}

async function storeQuestion(gate: Gate, attempt: Attempt, question: Question, asked: number) {
  const { invocation, ledger, stored } = attempt;
  const { schema, requests, approvalId } = question;
  const reason = gate.redactor.redact(question.message);
  const request: InputRequest = {
    ...(approvalId === undefined
      ? { kind: "fields", reason, fields: [...question.fields] }
      : { kind: "approval", reason, approvalIds: [approvalId] }),
    invocationId: invocation.id,
  };
  const outcome: Outcome = {
    ...waitingOutcome(invocation, request),
    ...(invocation.position === null &&
      approvalId === undefined && {
        resumeToken: resumeTokenOf(gate.keyring, invocation.id, ledger?.attempt ?? 1, asked),
      }),
  };
  const waiting: Invocation = {
    ...invocation,
    state: "input_required",
    outcome,
    question: {
      owner: gate.owner,
      number: asked,
      schema,
      ...(requests && { requests }),
      ...(approvalId !== undefined && { approvalId }),
      answer: null,
    },
  };
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

/** Its time is up. Conflicts when somebody has answered it. */
async function closeQuestion(gate: Gate, { invocation }: Attempt): Promise<void> {
  const { question } = invocation;
  if (!question) return;
  const answer = { action: "cancel" } as const;
  const closed = { ...goesOn(invocation), question: { ...question, answer } };
  await gate.store.journal.commit("call.ask", [
    { type: "invocation.put", invocation: closed, expect: "input_required" },
    auditOf(gate, invocation, "invocation.answered", { ...answer, timed_out: true }),
  ]);
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
  if (invocation.actor !== actor.id && !actor.scopes.includes("approve")) {
    throw new CapstanError("SCOPE_MISSING", "This question was asked to somebody else.");
  }
  const { question } = invocation;
  if (!question || !(await isWaitedFor(gate, invocation))) return lost(gate, invocation);
  const [problem] =
    answer.action === "accept" ? schemaProblems(question.schema, answer.inputs) : [];
  if (problem) throw new CapstanError("INPUT_INVALID", problem.message);
  const answered = { ...goesOn(invocation), question: { ...question, answer } };
  const changes = await answeredChanges(gate, invocation, answer, actor.id);
  return gate.inFlight.once(invocation, async () => {
    await commit(changes);
    const here = gate.questions.get(invocation.id);
    return here ? here.answer(answer) : ((await untilNext(gate, answered)) ?? lost(gate, answered));
  });
}

/** What is stored with an answer to the open question of a call. */
export async function answeredChanges(
  gate: Gate,
  invocation: Invocation,
  answer: Answer,
  by: string,
): Promise<Change[]> {
  const { question } = invocation;
  if (!question) return [];
  const answered = { ...goesOn(invocation), question: { ...question, answer } };
  const ledger = await gate.store.invocations.ledger(invocation.id);
  return [
    { type: "invocation.put", invocation: answered, expect: "input_required" },
    // Cut short, the call waits for something else: an answer must not make it run again.
    ...(ledger ? [{ type: "ledger.put", entry: ledger, expect: asIntended(ledger) } as const] : []),
    auditOf(gate, invocation, "invocation.answered", { action: answer.action }, by),
  ];
}

/** Whether the process that runs the call is there to hear the answer. */
export async function isWaitedFor(gate: Gate, { id, question }: Invocation): Promise<boolean> {
  if (gate.questions.has(id)) return true;
  // This process had it, and has it no more.
  if (!question || question.owner === gate.owner) return false;
  return gate.isAlive(question.owner);
}

/**
 * Of a call that was answered and still runs, here or in another process: its end, or its next question.
 * Undefined where nobody runs it.
 */
export async function untilNext(
  gate: Gate,
  { id, question, state }: Invocation,
): Promise<Outcome | undefined> {
  if (!question || state !== "in_progress") return undefined;
  for (;;) {
    const here = gate.questions.get(id);
    if (here) return here.goOn();
    const isRunning = question.owner !== gate.owner && (await gate.isAlive(question.owner));
    // After that: it may have ended in the last moment.
    const now = await gate.store.invocations.get(id);
    if (now?.outcome) return now.outcome;
    if (!isRunning || !now) return undefined;
    await delay(LOOK_MS);
  }
}

/** Resolves when what was asked under this token is asked no more, whoever answered it. */
export async function untilSettled(
  { store }: Pick<Gate, "store">,
  invocationId: string,
  resumeToken: string,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const now = await store.invocations.get(invocationId);
    if (now?.outcome?.resumeToken !== resumeToken) return;
    await delay(LOOK_MS, undefined, { signal, ref: false }).catch(() => {});
  }
}

/** The process that ran the call is gone, and its question with it. */
async function lost(gate: Gate, invocation: Invocation): Promise<Outcome> {
  const ledger = await gate.store.invocations.ledger(invocation.id);
  const why = "Capstan was restarted while this call waited for an answer.";
  if (ledger?.status === "intended") return askReconcile(gate, invocation, ledger, why);
  const message = `${why} It only read: call it again.`;
  return failCall(gate, invocation, null, new CapstanError("STATE_CONFLICT", message));
}
