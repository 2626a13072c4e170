import type { JsonObject, JsonValue } from "../base/json.ts";
import type { Grants } from "../schema/grants.ts";
import type { InputRequest } from "../schema/input-request.ts";
import type { Artifact } from "../schema/outcome.ts";
import type { SideEffect } from "../schema/side-effect.ts";
import type { TaskState } from "../schema/task-state.ts";
import type { Tool } from "../schema/tool.ts";

export type Execution = {
  readonly tool: Tool;
  readonly inputs: JsonObject;
  readonly context: {
    readonly invocationId: string;
    readonly sessionId: string | null;
    readonly actor: string;
    readonly dryRun: boolean;
    /** A person has approved this very call (X7). */
    readonly confirmed: boolean;
    readonly grants: Grants;
    /** How the session's agent configured the tool's capability; empty outside a session. */
    readonly config: JsonObject;
    /** The same for every attempt at this call: a tool may use it to recognise a repetition. */
    readonly idempotencyKey: string;
  };
  readonly signal: AbortSignal;
};

/** What came back. `outputs` is whatever the code returned: the runtime checks it. */
export type ExecutionResult = {
  readonly state: TaskState;
  readonly outputs?: unknown;
  readonly error?: { readonly code?: string; readonly message: string };
  readonly inputRequest?: InputRequest;
  /** With a request for confirmation: what would be done. */
  readonly preview?: JsonValue;
  /** Effects that occurred; the tool's declared ones when the executor cannot tell. */
  readonly sideEffects?: readonly SideEffect[];
  readonly artifacts?: readonly Artifact[];
};

/** Runs a tool's code. Rejecting is a failure of the tool, reported as TOOL_FAILED. */
export interface Executor {
  execute(execution: Execution): Promise<ExecutionResult>;
}
