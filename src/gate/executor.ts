import type { JsonObject, JsonValue } from "../base/json.ts";
import type { Enforcement } from "../sandbox/sandbox.ts";
import type { KeptFiles } from "../sandbox/workspaces.ts";
import type { Access } from "../schema/access.ts";
import type { Execution } from "../schema/execution.ts";
import type { InputRequest } from "../schema/input-request.ts";
import type { ModelUsage } from "../schema/message.ts";
import type { Artifact, Outcome } from "../schema/outcome.ts";
import type { Progress } from "../schema/progress.ts";
import type { Root } from "../schema/root.ts";
import type { SideEffect } from "../schema/side-effect.ts";
import type { TaskState } from "../schema/task-state.ts";
import type { Tool } from "../schema/tool.ts";
import type { SessionFiles } from "./session-files.ts";

/** One call, with everything that was judged: an executor looks nothing up by id. */
export type ExecutionRequest = {
  readonly tool: Tool;
  /** How the tool runs, of the very entry that was judged. */
  readonly execution: Execution;
  readonly inputs: JsonObject;
  readonly context: {
    readonly invocationId: string;
    readonly sessionId: string | null;
    readonly actor: string;
    readonly dryRun: boolean;
    /** A person has approved this very call (X7). */
    readonly confirmed: boolean;
    readonly access: Access;
    /** How the session's agent configured the tool's capability; empty outside a session. */
    readonly config: JsonObject;
    /** The same for every attempt at this call: a tool may use it to recognise a repetition. */
    readonly idempotencyKey: string;
  };
  /** The folders of its access, as they were when they were opened. */
  readonly roots?: readonly Root[];
  /** What in writable roots stays read-only all the same. */
  readonly guarded?: readonly string[];
  /** Hosts that the inputs name. */
  readonly namedHosts?: readonly string[];
  /** The run that this call is a turn of, for code that is called in turns. */
  readonly run?: RunTurn | undefined;
  /** The session's own files; null outside a session (E32). */
  readonly files: SessionFiles | null;
  /** Says how far it has come. It is shown and forgotten. */
  readonly progress: (progress: Progress) => void;
  /** Asks the person who called it, while it runs. Its deadline waits; left out, nobody can be asked. */
  readonly ask?: ((question: Question) => Promise<Answer>) | undefined;
  /** Asks a model, while it runs. Its deadline waits; left out, there is none to ask. */
  readonly sample?: ((wanted: Sampling) => Promise<Sampled>) | undefined;
  /** Has Capstan do something for the program, as a call of its own. Left out, nothing is done for it. */
  readonly act?: ((wanted: Act) => Promise<Outcome>) | undefined;
  /** The program that called, where it is one that can be asked and told itself. */
  readonly peer?: Peer | undefined;
  /** Aborted when a person cancels, an admin halts, or its time is up. */
  readonly signal: AbortSignal;
};

/** One turn of a run that goes on over many calls. */
export type RunTurn = {
  readonly contextId: string;
  /** From 1. */
  readonly turn: number;
  /** Which try at this turn it is, from 1. */
  readonly iteration: number;
  /** How often its contract lets it try to fix something, in all of its turns. */
  readonly maxFixes: number;
  /** By bucket and key. */
  readonly facts: JsonObject;
  /** A person has said yes to what the turn before wanted to have confirmed. */
  readonly confirmed: boolean;
  /** What became of the skill that the turn before handed over to. */
  readonly delegation?: JsonObject | undefined;
};

export type Advised = {
  readonly questions: number;
  readonly tokens: number;
  /** Of the questions, those for a patch. */
  readonly fixes: number;
};

/** What code wants to have remembered of its turn: kept with the outcome, or not at all. */
export type Remembered = {
  readonly facts: readonly {
    readonly bucket: string;
    readonly key: string;
    readonly value: JsonValue;
    readonly ttlSeconds: number | null;
  }[];
  readonly events: readonly { readonly type: string; readonly payload: JsonValue }[];
};

/** What a program in a box wants Capstan to do: which tool, with which inputs. */
export type Act = { readonly toolId: string; readonly inputs: JsonObject };

/** What a running tool wants to know. */
export type Question = {
  readonly message: string;
  /** For people: what is asked for, each with its name. */
  readonly fields: readonly JsonValue[];
  /** What an answer is held against. */
  readonly schema: JsonObject;
  /** For a program that is asked itself: requests of MCP by the tool's own keys, and so are the answers. */
  readonly requests?: ClientRequests | undefined;
  /** The approval that answers it, where it waits for the approval of an act. */
  readonly approvalId?: string | undefined;
};

/** Requests of an MCP server to the program of its caller, by the keys that the server gave them. */
export type ClientRequests = Readonly<
  Record<string, { readonly method: string; readonly params: JsonObject }>
>;

/** A program that called over MCP: what it can be asked, and how it is told. */
export type Peer = {
  /** What it says of itself: `elicitation`, `sampling`, `roots`. */
  readonly can: JsonObject;
  /** The least that it wants to hear of a server's log; undefined for nothing. */
  readonly logLevel: string | undefined;
  readonly onLog: (message: LogMessage) => void;
  /** The server's own error, which an outcome does not carry. */
  readonly onError: (error: ServerError) => void;
};

export type LogMessage = {
  readonly level: string;
  readonly logger?: string | undefined;
  readonly data: JsonValue;
};

export type ServerError = {
  readonly code: number;
  readonly message: string;
  readonly data?: JsonValue | undefined;
};

export type Answer =
  | { readonly action: "accept"; readonly inputs: JsonObject }
  | { readonly action: "decline" | "cancel" };

/** What a running tool wants a model to answer. */
export type Sampling = {
  /** In the words of the tool. */
  readonly system: string;
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly text: string }[];
  readonly maxTokens: number;
  /** It wants to be advised on something, by a model that can answer any question. */
  readonly advice?: boolean;
  /** It wants a patch: one more try to fix something. */
  readonly fix?: boolean;
  /** Why nobody may answer it: it is only put on record. */
  readonly refused?: string | undefined;
};

export type Sampled =
  | {
      readonly type: "answered";
      readonly text: string;
      readonly model: string;
      readonly usage?: ModelUsage | undefined;
    }
  | { readonly type: "refused"; readonly reason: string };

/** What came back. `outputs` is whatever the code returned: the runtime checks it. */
export type ExecutionResult = {
  readonly state: TaskState;
  readonly outputs?: unknown;
  readonly error?: {
    readonly code?: string;
    readonly message: string;
    /** Which location it was refused, where it says so. */
    readonly path?: string;
  };
  /** Of one that failed: its effect may have happened all the same. A person is asked about it. */
  readonly mayHaveRun?: boolean;
  readonly inputRequest?: InputRequest;
  /** With a request for confirmation, or of a dry run: what would be done. */
  readonly preview?: JsonValue;
  /** Of a dry run: how many files it is about. */
  readonly foreseen?: number;
  /** What it did to files, as it was found by looking; with what its code claims, where that differs. */
  readonly measured?: JsonObject & { readonly files: number };
  /** What a person should know beside it. */
  readonly notes?: readonly string[];
  /** What the code said to its author. It is on record, and is told to nobody else. */
  readonly log?: string;
  /** Effects that occurred; the tool's declared ones when the executor cannot tell. */
  readonly sideEffects?: readonly SideEffect[];
  readonly artifacts?: readonly Artifact[];
  /** What a program left in the session's files: recorded with the outcome, or not at all. */
  readonly keep?: KeptFiles;
  readonly remembered?: Remembered;
  /** What of its budget for advice a run has used, this turn included: set by the gate. */
  readonly advised?: Advised;
  /** Of one that hands over: to which skill, and what that is given. */
  readonly delegation?: { readonly target: string; readonly inputs: JsonObject };
  /** The files in its artifacts folder after it ended, by their names there. */
  readonly left?: readonly string[];
  /** What held the program, where one was run. It is on record. */
  readonly enforcement?: Enforcement;
};

/**
 * Runs tools of one `execution.type`. Rejecting is a failure of the tool, reported as TOOL_FAILED.
 * All implementations must pass `testing/executor-contract.ts`.
 */
export interface Executor {
  /**
   * True: after its signal `execute` settles as soon as what it ran is gone, and the call is over
   * only then. False: it cannot be ended, such as code in this process, and nobody waits for it.
   */
  readonly endsOnSignal: boolean;
  /** True: a dry run has no effect, whoever wrote what it would run. */
  readonly holdsDryRun?: boolean;
  /** True: until a person has confirmed a call that destroys, it has no effect, whoever wrote it. */
  readonly holdsUnconfirmed?: (execution: Execution) => boolean;
  /** The hosts of a call beside those that its inputs name; left out, it has none. */
  readonly hostsOf?: (call: HostsCall) => CallHosts;
  execute(request: ExecutionRequest): Promise<ExecutionResult>;
}

/** What an executor knows of a call before it is judged. */
export type HostsCall = Pick<ExecutionRequest, "tool" | "execution" | "inputs"> &
  Pick<ExecutionRequest["context"], "access" | "config">;

export type CallHosts = {
  /** It asks for these, and does not run before they are open to it. */
  readonly wanted?: readonly string[];
  /** These are open to it, and it can reach them. */
  readonly reached?: readonly string[];
};
