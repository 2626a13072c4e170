import { CapstanError } from "../base/errors.ts";
import type { Sampled, Sampling } from "../ports/executor.ts";
import type { Invocation } from "../schema/invocation.ts";
import type { ModelUsage } from "../schema/message.ts";
import type { Attempt } from "./call.ts";
import { auditOf } from "./entries.ts";
import { excerpt } from "./excerpt.ts";
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
};

/** Of one call, answered or not: beyond these nothing is even put on record. */
const MOST = 10;
const MAX_TOKENS = 4_096;

/** Lets a running call ask a model: so often, so much, and all of it on record. */
export function createSampler(gate: Gate, attempt: Attempt): Sampler {
  const { invocation } = attempt;
  let asked = 0;
  let used: ModelUsage | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  async function answer(wanted: Sampling, signal: AbortSignal): Promise<Sampled> {
    if (wanted.refused !== undefined) return { type: "refused", reason: wanted.refused };
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
    if (asked > MOST)
      return { type: "refused", reason: `A call asks a model ${MOST} times at most.` };
    const answered = await answer(wanted, signal);
    if (answered.type === "answered" && answered.usage) used = sum(used, answered.usage);
    await gate.store.journal.commit("call.sample", [
      auditOf(gate, invocation, "invocation.sampled", recordOf(gate, wanted, answered)),
    ]);
    return answered;
  }

  return {
    sample(wanted, signal) {
      // One after the other: each counts against what is left after the one before.
      const answered = turn.then(() => ask(wanted, signal));
      turn = answered.catch(() => {});
      return answered;
    },
    usage: () => used,
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
