import type { JsonObject } from "../base/json.ts";
import type { Outcome } from "../schema/outcome.ts";
import type { Change } from "../stores/journal.ts";
import type { Attempt } from "./call.ts";
import type { Executed } from "./execute.ts";
import type { Advised, ExecutionResult, RunTurn } from "./executor.ts";

/**
 * A call as one turn of a run that goes on over many calls. The gate asks it in this order, and does not
 * know what it remembers or how. A tool that answers at once has none.
 */
export interface Run {
  /** Where it is stored; null for one that is stored only if this turn waits. */
  readonly contextId: string | null;
  /** The version that this turn goes on from; null where nothing is stored. */
  readonly version: number | null;
  /** The inputs of the call, with those of earlier turns. */
  readonly inputs: JsonObject;
  /** The runs that handed over to it, the first one first. */
  readonly above: readonly string[];
  readonly limits: RunLimits;
  /** What earlier turns asked models. */
  readonly advised: Advised;
  /** Answers without running any code, such as a question for inputs that are missing. */
  answer(attempt: Attempt): Executed | undefined;
  /** What its code is told of it. */
  request(attempt: Attempt, iteration: number): RunTurn;
  /** The result, or why it is refused: only states that are allowed to it come through. */
  hold(attempt: Attempt, executed: Executed): Executed;
  /** The outcome as the end of this turn: where it is stored, and how it goes on. */
  end(attempt: Attempt, outcome: Outcome, result: ExecutionResult): Promise<Outcome>;
  /** What it remembers of an outcome, in the same commit. */
  changes(attempt: Attempt, outcome: Outcome, result: ExecutionResult): readonly Change[];
  /** The same turn, of which nothing is remembered. */
  forgotten(): Run;
}

export type RunLimits = {
  /** How often a turn that failed is tried again. */
  readonly retries: number;
  /** How often it asks a model for a patch, in all of its turns. */
  readonly fixes: number;
  readonly asksModels: boolean;
};
