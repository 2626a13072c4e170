import { timestamp } from "../base/clock.ts";
import { after } from "../base/deadlines.ts";
import { CapstanError, isHalt } from "../base/errors.ts";
import type { ModelUsage } from "../schema/message.ts";
import type { Root } from "../schema/root.ts";
import type { Attempt } from "./call.ts";
import type { Answer, ExecutionRequest, ExecutionResult, Executor, Question } from "./executor.ts";
import { failedResult, plainResult } from "./failed-result.ts";
import { hideDenied } from "./files/hide-denied.ts";
import type { Gate } from "./gate.ts";
import { createSampler, type Sampler } from "./sampler.ts";
import { createTimeLimit } from "./time-limit.ts";
import { withRetries } from "./with-retries.ts";

/** How long what was told to end may take: a process is killed long before. */
const MAX_ENDING_MS = 10_000;

export type Executed = {
  readonly result: ExecutionResult;
  readonly startedAt: string;
  readonly durationMs: number;
  /** It came too late to start. Only this says so: a tool may name any code as its error. */
  readonly isLate?: boolean;
  /** What models used that it asked. */
  readonly usage?: ModelUsage | undefined;
};

type Asks = Pick<ExecutionRequest, "ask" | "sample" | "act">;
type Ask = (question: Question, cancel: () => void) => Promise<Answer>;

/** Runs the code with a deadline and with the caller's cancellation. Never throws. */
export async function execute(gate: Gate, attempt: Attempt, ask?: Ask): Promise<Executed> {
  const started = gate.clock.now();
  const startedAt = timestamp(started);
  if (attempt.ledger && startedAt > attempt.ledger.startBefore) {
    return { result: tooLate(), startedAt, durationMs: 0, isLate: true };
  }
  const sampler = createSampler(gate, attempt);
  const result = await withRetries(gate, attempt, (iteration) =>
    withDeadline(gate, attempt, ask, sampler, iteration),
  );
  const usage = sampler.usage();
  const advised = sampler.advised();
  return {
    result: advised ? { ...result, advised } : result,
    startedAt,
    durationMs: gate.clock.now() - started,
    ...(usage && { usage }),
  };
}

async function start(
  gate: Gate,
  executor: Executor,
  attempt: Attempt,
  stop: Stop,
  asks: Asks,
  iteration: number,
): Promise<ExecutionResult> {
  const { tool, execution, inputs, invocation, config, approval, run, files, ...held } = attempt;
  const { id, sessionId, actor, dryRun, messageId } = invocation;
  return executor.execute({
    tool,
    execution,
    // The last moment: no secret is in what was asked about, digested or stored.
    inputs: gate.secrets.fillInputs({ tool, execution }, inputs),
    roots: rootsOf(held.openings),
    namedHosts: held.named.hosts,
    get files() {
      const own = files();
      return own && hideDenied(gate, attempt, own);
    },
    ...(run && { run: run.request(attempt, iteration) }),
    progress: (progress) => {
      gate.onProgress(invocation, progress);
      held.onProgress?.(progress);
    },
    ...asks,
    ...(held.peer && { peer: held.peer }),
    get signal() {
      return stop.signal();
    },
    context: {
      invocationId: id,
      sessionId,
      actor,
      dryRun,
      confirmed: approval !== null,
      access: held.access,
      config,
      idempotencyKey: messageId ?? id,
    },
  });
}

/** The folders that it may find, to be looked at once more in the last moment. */
function rootsOf(openings: Attempt["openings"]): Root[] {
  return openings.flatMap(({ root, device, inode }) =>
    root === null ? [] : [{ root, device: device ?? "", inode: inode ?? "" }],
  );
}

/**
 * Ends with what the tool answers, or with why it was cut short: cancelled, halted, out of time. What
 * can be ended is ended first, and the call is over when it is gone; nobody waits for code that
 * cannot be ended.
 */
function withDeadline(
  gate: Gate,
  attempt: Attempt,
  ask: Ask | undefined,
  sampler: Sampler,
  iteration: number,
): Promise<ExecutionResult> {
  const { tool, execution, signal } = attempt;
  const executor = gate.executors.get(execution.type);
  if (!executor) return Promise.resolve(unrunnable(execution.type));
  if (gate.halt.current()) return Promise.resolve({ ...halted(), sideEffects: [] });
  if (signal?.aborted) return Promise.resolve({ ...cutBy(signal), sideEffects: [] });
  const timeoutMs = Math.min(tool.behaviour.timeoutMs, gate.quotas.runTimeMs(attempt));
  const stop = createStop();
  return new Promise((resolve) => {
    let why: ExecutionResult | undefined;
    let callOffEnding = () => {};
    const end = (result: ExecutionResult) => {
      limit.end();
      callOffEnding();
      signal?.removeEventListener("abort", onCancel);
      forget();
      resolve(result);
    };
    const cut = (reason: ExecutionResult) => {
      if (why) return;
      why = { ...reason, mayHaveRun: true };
      limit.end();
      const late = why;
      if (executor.endsOnSignal) callOffEnding = after(MAX_ENDING_MS, () => end(late));
      else end(why);
      stop.abort();
    };
    const onCancel = () => cut(signal ? cutBy(signal) : cancelled());
    const forget = gate.halt.onHalt(() => cut(halted()));
    const limit = createTimeLimit(timeoutMs, () => cut(timedOut(timeoutMs)));
    signal?.addEventListener("abort", onCancel, { once: true });
    const askPerson: Asks["ask"] =
      ask &&
      (async (question) =>
        why ? { action: "cancel" } : limit.pauseFor(() => ask(question, () => cut(cancelled()))));
    const asks: Asks = {
      ask: askPerson,
      act: async (wanted) => {
        if (why) throw new CapstanError("CANCELLED", "The call is over.");
        return gate.act(attempt, wanted, { ask: askPerson, signal: stop.signal() });
      },
      sample: async (wanted) =>
        why
          ? { type: "refused", reason: "The call is over." }
          : limit.pauseFor(() => sampler.sample(wanted, stop.signal())),
    };
    start(gate, executor, attempt, stop, asks, iteration).then(
      // One that was done before it noticed has happened, whatever was meant for it.
      (result) =>
        end(
          why && result.state !== "completed"
            ? { ...why, ...certainty(result) }
            : plainResult(result),
        ),
      (error) => end(why ?? failedResult(error)),
    );
  });
}

/** Who was cut short may know that nothing had begun. */
function certainty({ mayHaveRun, sideEffects }: ExecutionResult): Partial<ExecutionResult> {
  return {
    ...(mayHaveRun !== undefined && { mayHaveRun }),
    ...(sideEffects && { sideEffects }),
  };
}

function unrunnable(type: string): ExecutionResult {
  return { ...failedResult(`Nothing here runs "${type}" tools.`), sideEffects: [] };
}

function tooLate(): ExecutionResult {
  const message = "Capstan was held up and did not start this in time. Nothing ran.";
  return { state: "failed", error: { code: "START_TOO_LATE", message }, sideEffects: [] };
}

function timedOut(ms: number): ExecutionResult {
  const message = `The tool did not finish within ${ms / 1000} s.`;
  return { state: "timeout", error: { code: "TOOL_TIMED_OUT", message } };
}

function halted(): ExecutionResult {
  return { state: "failed", error: { code: "HALTED", message: "A person stopped everything." } };
}

/** A halt that was lifted again by now is no person who cancelled. */
function cutBy({ reason }: AbortSignal): ExecutionResult {
  return isHalt(reason) ? halted() : cancelled();
}

function cancelled(): ExecutionResult {
  return { state: "failed", error: { code: "CANCELLED", message: "Cancelled by a person." } };
}

type Stop = ReturnType<typeof createStop>;

/** Most tools never look at their signal, and then none is made: one takes 10 of 340 µs of a call. */
function createStop() {
  let controller: AbortController | undefined;
  let isStopped = false;
  return {
    signal(): AbortSignal {
      controller ??= new AbortController();
      if (isStopped) controller.abort();
      return controller.signal;
    },
    abort(): void {
      isStopped = true;
      controller?.abort();
    },
  };
}
