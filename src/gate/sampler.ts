import { CapstanError } from "../base/errors.ts";
import type { Invocation } from "../schema/invocation.ts";
import type { ModelUsage } from "../schema/message.ts";
import { excerpt } from "./audit/excerpt.ts";
import type { Attempt } from "./call.ts";
import { auditOf } from "./entries.ts";
import type { Advised, Sampled, Sampling } from "./executor.ts";
import type { Gate } from "./gate.ts";

/** Has a model answer what the tool of a call wants to know. Throws when it must not, or does not. */
export type Sample = (
  invocation: Invocation,
  wanted: Sampling,
  /** What this call has used before. */
  spent: ModelUsage | undefined,
  signal: AbortSignal,
) => Promise<Extract<Sampled, { type: "answered" }>>;

/** One call's way to a model. */
export type Sampler = {
  sample(wanted: Sampling, signal: AbortSignal): Promise<Sampled>;
  /** What all of it used. */
  usage(): ModelUsage | undefined;
  /** How much of its budget a run has used; undefined for a call that is no turn of one. */
  advised(): Advised | undefined;
};

/** Of one call, answered or not: of those beyond these, the first is put on record. */
const MOST = 10;
const MAX_TOKENS = 4_096;

/** Lets a running call ask a model: so often, so much, and all of it on record. */
export function createSampler(gate: Gate, attempt: Attempt): Sampler {
  const { invocation, run, tool } = attempt;
  let asked = 0;
  let fixes = 0;
  let used: ModelUsage | undefined;
  let waitedMs = 0;
  const before = run?.advised ?? { questions: 0, tokens: 0, fixes: 0 };
  const advised = (): Advised => ({
    questions: before.questions + asked,
    tokens: before.tokens + (used ? used.inputTokens + used.outputTokens : 0),
    fixes: before.fixes + fixes,
  });

  /** Why a run, or the call of an agent, gets no more advice; undefined while it does. */
  function overBudget(): string | undefined {
    if (!run && tool.sourceType !== "agent") return undefined;
    const { questions, tokens, timeMs } = gate.limits.advice;
    if (run?.limits.asksModels === false)
      return "The contract of this skill does not let it ask a model.";
    const spent = advised();
    if (spent.questions > questions) return `A run asks a model ${questions} times at most.`;
    if (spent.tokens >= tokens) return `This run has used all of its ${tokens} tokens for advice.`;
    const most = run?.limits.fixes;
    if (most !== undefined && spent.fixes > most)
      return `The contract of this skill lets it try ${most} fixes at most.`;
    if (waitedMs >= timeMs) return `A turn waits ${timeMs / 1_000} s for advice at most.`;
    return undefined;
  }
  let turn: Promise<unknown> = Promise.resolve();

  async function answer(wanted: Sampling, signal: AbortSignal): Promise<Sampled> {
    const why = wanted.refused ?? overBudget();
    if (why !== undefined) return { type: "refused", reason: why };
    try {
      gate.halt.check();
      const maxTokens = Math.max(1, Math.min(MAX_TOKENS, Math.floor(wanted.maxTokens)));
      const ask = attempt.sample ?? gate.sample;
      return await ask(invocation, { ...wanted, maxTokens }, used, signal);
    } catch (error) {
      if (!(error instanceof CapstanError)) gate.report(error);
      const reason = error instanceof CapstanError ? error.message : "The model did not answer.";
      return { type: "refused", reason: gate.redactor.redact(reason) };
    }
  }

  async function ask(wanted: Sampling, signal: AbortSignal): Promise<Sampled> {
    asked += 1;
    if (wanted.fix) fixes += 1;
    if (asked > MOST) {
      const refused: Sampled = {
        type: "refused",
        reason: `A call asks a model ${MOST} times at most.`,
      };
      if (asked === MOST + 1) await note(wanted, refused);
      return refused;
    }
    const started = gate.clock.now();
    const answered = await answer(wanted, signal);
    waitedMs += gate.clock.now() - started;
    if (answered.type === "answered" && answered.usage) used = sum(used, answered.usage);
    await note(wanted, answered);
    return answered;
  }

  async function note(wanted: Sampling, answered: Sampled): Promise<void> {
    await gate.store.journal.commit("call.sample", [
      auditOf(gate, invocation, "invocation.sampled", recordOf(gate, wanted, answered)),
    ]);
  }

  return {
    sample(wanted, signal) {
      // One after the other: each counts against what is left after the one before.
      const answered = turn.then(() => ask(wanted, signal));
      turn = answered.catch(() => {});
      return answered;
    },
    usage: () => used,
    advised: () => (run && asked > 0 ? advised() : undefined),
  };
}

function recordOf(gate: Gate, { messages }: Sampling, answered: Sampled) {
  const asked = { asked: excerpt(gate.redactor, messages.at(-1)?.text ?? "") };
  if (answered.type === "refused") return { ...asked, refused: answered.reason };
  const { text, model, usage } = answered;
  return {
    answered: excerpt(gate.redactor, text),
    ...asked,
    ...(usage && { input_tokens: usage.inputTokens }),
    model,
    ...(usage && { output_tokens: usage.outputTokens }),
  };
}

function sum(before: ModelUsage | undefined, now: ModelUsage): ModelUsage {
  const cost = before?.cost === undefined ? now.cost : before.cost + (now.cost ?? 0);
  return {
    inputTokens: (before?.inputTokens ?? 0) + now.inputTokens,
    outputTokens: (before?.outputTokens ?? 0) + now.outputTokens,
    ...(cost !== undefined && { cost }),
  };
}
