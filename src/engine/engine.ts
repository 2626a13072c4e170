import type { PolicyOptions } from "../policy/policy-options.ts";
import type { Hooks } from "../ports/hooks.ts";
import type { Model } from "../ports/model.ts";
import type { Queue } from "../ports/queue.ts";
import type { Signals } from "../ports/signals.ts";
import type { Gate } from "../runtime/gate.ts";
import type { Composer } from "./composer.ts";
import type { ToolBudget } from "./composition/tool-budget.ts";

/** Everything sessions need beside the gate. */
export type Engine = {
  readonly gate: Gate;
  readonly model: Model;
  readonly queue: Queue;
  readonly signals: Signals;
  /** Turns that run in this process now, so that they can be cancelled. */
  readonly turns: Map<string, AbortController>;
  /** Takes what went wrong behind the scenes, for the log. */
  readonly report: (error: unknown) => void;
  /** The owner's policies as they are written now; those in force are the gate's. */
  readonly readPolicies: () => PolicyOptions;
  readonly composer: Composer;
  /** By the id of the capability that has them. */
  readonly hooks: ReadonlyMap<string, Hooks>;
  readonly limits: { readonly stepsPerTurn: number; readonly tools: ToolBudget };
};
