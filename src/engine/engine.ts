import type { Gate } from "../gate/gate.ts";
import type { SessionFiles } from "../gate/session-files.ts";
import type { Model } from "../models/model.ts";
import type { PolicyOptions } from "../policy/policy-options.ts";
import type { SandboxHealth } from "../sandbox/sandbox-health.ts";
import type { Workspaces } from "../sandbox/workspaces.ts";
import type { Quota } from "../schema/quota.ts";
import type { Delta, Deltas } from "../stores/queue/deltas.ts";
import type { Queue } from "../stores/queue/queue.ts";
import type { Signals } from "../stores/queue/signals.ts";
import type { CapabilityRegistry } from "./capability-registry.ts";
import type { Composer } from "./composition/composer.ts";
import type { ToolBudget } from "./composition/tool-budget.ts";
import type { Conversations } from "./conversations.ts";
import type { FindState } from "./feature-key.ts";
import type { Metrics } from "./metrics.ts";
import type { PriceOf } from "./model/prices.ts";
import type { ServerModel } from "./model/server-model.ts";
import type { SessionFeature } from "./session-feature.ts";
import type { ToldProgress } from "./tell-progress.ts";

/** Everything sessions need beside the gate. */
export type Engine = {
  readonly gate: Gate;
  readonly serverModel: ServerModel;
  /** The one that answers now where an agent names none. */
  readonly model: Model;
  /** The model of this name, for agents that want another one. */
  readonly modelOf: (name: string) => Model;
  /** Throws unless an agent may name this model. */
  readonly checkModel: (name: string) => void;
  /** The owner's policies as they were when they came into force. */
  readonly policiesInForce: PolicyOptions;
  /** What `model` is called. */
  readonly modelName: string;
  readonly priceOf: PriceOf;
  readonly queue: Queue;
  readonly signals: Signals;
  readonly deltas: Deltas;
  /** What models write in this process now, by session: all of the answer so far. */
  readonly partialAnswers: Map<string, Delta>;
  /** How far calls of this process have come that belong to no turn. */
  readonly toldProgress: ToldProgress;
  readonly metrics: Metrics;
  readonly conversations: Conversations;
  /** Other processes work on the same store. */
  readonly isShared: boolean;
  /** Set when this process is about to end: turns stop after the step that they are at. */
  readonly drain: { requested: boolean };
  /** Turns that run in this process now, so that they can be cancelled. */
  readonly turns: Map<string, AbortController>;
  /** Takes what went wrong behind the scenes, for the log. */
  readonly report: (error: unknown) => void;
  /** The owner's policies as they are written now; those in force are the gate's. */
  readonly readPolicies: () => PolicyOptions;
  readonly composer: Composer;
  /** What features say about sessions; each is asked in this order. */
  readonly features: readonly SessionFeature[];
  /** The registries that change and remove capabilities. */
  readonly registries: readonly CapabilityRegistry[];
  /** When the folders that ship with Capstan have been taken in. */
  readonly shippedTakenIn: () => Promise<void>;
  /** When the folders that were there at the start have been taken in. */
  readonly foldersTakenIn: () => Promise<void>;
  /** A session's own files; what is changed through them is on record when somebody is named. */
  readonly filesOf: (sessionId: string, changedBy?: string) => SessionFiles;
  /** The same files as folders, where programs work on them. */
  readonly workspaces: Workspaces;
  readonly sandboxHealth: SandboxHealth;
  /** What a feature keeps, by its key. */
  readonly of: FindState;
  /** What the owner set, to be read; it is changed in `settings.json`. */
  readonly settings: {
    /** Patterns of the models that an agent may name; null for any provider's. */
    readonly models: readonly string[] | null;
    readonly quotas: readonly Quota[];
    /** Under which host names, beside the loopback ones, the server answers. */
    readonly allowedHosts: readonly string[];
    /** Private hosts that `web_fetch` may reach. */
    readonly webFetchHosts: readonly string[];
  };
  readonly limits: {
    readonly stepsPerTurn: number;
    readonly takeoversPerTurn: number;
    readonly planSteps: number;
    /** How long a reply with calls waits for a commit that takes it along. */
    readonly holdReplyMs: number;
    /** Of one session, in and out together; null for as many as it takes. */
    readonly tokensPerSession: number | null;
    /** Of one session, by the prices of its models; null for whatever it costs. */
    readonly costPerSession: number | null;
    readonly tools: ToolBudget;
    /** Of messages: more than this is summarised. */
    readonly contextTokens: number;
    /** How long a session that nobody touches is kept; null for ever. */
    readonly keepSessionsMs: number | null;
    readonly messagesQueued: number;
    readonly queueDepth: number;
    readonly callsPerAnswer: number;
    readonly answerCharacters: number;
    readonly answerDeltas: number;
    /** How long a model may send nothing while it answers; null for as long as it likes. */
    readonly modelSilenceMs: number | null;
  };
};
