import type { JsonObject } from "../base/json.ts";
import type { NewMessage } from "../engine/sessions/accept-message.ts";
import type { AgentPatch } from "../engine/sessions/agents.ts";
import type { NewSession } from "../engine/sessions/open-session.ts";
import type { BuiltinCapability } from "../features/builtin-capability.ts";
import type { HubItem } from "../features/hub/installs/search-hubs.ts";
import type { Synced } from "../features/hub/installs/sync-hubs.ts";
import type { Verification } from "../features/hub/installs/verify-installs.ts";
import type { Reconciliation } from "../gate/approvals/reconcile.ts";
import type { SourceReport } from "../gate/catalog/catalog.ts";
import type { Source } from "../gate/catalog/source.ts";
import type { ToolFilter } from "../gate/catalog/tool-filter.ts";
import type { PolicyDecision } from "../gate/check-allowed.ts";
import type { Executor } from "../gate/executor.ts";
import type { Model } from "../models/model.ts";
import type { Permissions } from "../policy/permissions.ts";
import type { Agent, AgentCapability } from "../schema/agent.ts";
import type { Approval, ApprovalState } from "../schema/approval.ts";
import type { TypedEvent } from "../schema/event-data.ts";
import type { HubInstall } from "../schema/hub-trust.ts";
import type { Message } from "../schema/message.ts";
import type { Outcome } from "../schema/outcome.ts";
import type { Profile } from "../schema/profile.ts";
import type { Progress } from "../schema/progress.ts";
import type { Session } from "../schema/session.ts";
import type { Remember } from "../schema/standing-grant.ts";
import type { Tool } from "../schema/tool.ts";
import type { AuditVerification } from "../stores/readers/audit-reader.ts";
import type { SettingsInput } from "./settings.ts";

export type RuntimeOptions = {
  /** A SQLite file, or a PostgreSQL (`postgres://…`). Without one everything is gone on close. */
  readonly database?: string;
  /** What `settings.json` of a server would say. */
  readonly settings?: SettingsInput;
  /** `offline` unless said otherwise; `scripted:<file>`, `<provider>/<model>`, or a model of your own. */
  readonly model?: string | Model;
  /** Short for `settings.policy.profile`. */
  readonly profile?: Profile;
  /** Short for `settings.policy.permissions`: tools that run, ask or are refused whatever the profile says. */
  readonly permissions?: Partial<Permissions>;
  /** A folder of policies of your own, `*.cedar`. */
  readonly policyFolder?: string;
  /**
   * 32 bytes that seal what is secret. Left out, a file beside the SQLite file has them; for a
   * PostgreSQL it is needed, and the same for everyone who shares it.
   */
  readonly masterKey?: Uint8Array;
  /** Your own, beside those that ship. A session that names no agent has them. */
  readonly capabilities?: readonly BuiltinCapability[];
  /** Where other capabilities come from. Nobody waits for them: see `sources.refresh`. */
  readonly sources?: readonly Source[];
  /** What runs their tools, by `execution.type`. */
  readonly executors?: ReadonlyMap<string, Executor>;
  /**
   * Publishers of hubs that the program trusts, each with the fingerprint of its key: what they signed is
   * installed when the program runs the approval. All others need an admin, whom a program does not have.
   */
  readonly trustedPublishers?: Readonly<Record<string, string>>;
  /** Told what went wrong behind the scenes, such as a model that failed. */
  readonly report?: (error: unknown) => void;
};

/** How a turn of a skill is meant. */
export type SkillOptions = {
  /** Goes on with the run that waits, or answers what it ended with. */
  readonly resume?: boolean;
  /** The newest of the context; left out with `resume`, it is looked up. */
  readonly resumeToken?: string;
  readonly messageId?: string;
  readonly dryRun?: boolean;
};

export interface Runtime extends AsyncDisposable {
  readonly tools: {
    list(filter?: ToolFilter): readonly Tool[];
    get(toolId: string): Tool | undefined;
    search(text: string): readonly Tool[];
  };
  readonly sources: {
    list(): readonly SourceReport[];
    /** Lists one source again, or all of them, and waits until it has answered or failed. */
    refresh(sourceId?: string): Promise<void>;
  };
  readonly policy: {
    /** What would be decided about a call. Runs nothing and writes nothing. */
    checkAllowed(
      toolId: string,
      inputs: JsonObject,
      options?: Pick<InvokeOptions, "dryRun">,
    ): Promise<PolicyDecision>;
    /** Whether calls of a tool are denied for want of a frozen spec. */
    requiresSpecFreezing(toolId: string): boolean;
    /** Whether an admin has to approve calls of a tool. */
    requiresAdminApproval(toolId: string): boolean;
  };
  /**
   * Through the gate: the outcome may be `input_required` or `blocked`. A program gets a session of
   * its own, whose files it works on.
   */
  invoke(
    toolId: string,
    inputs: JsonObject,
    options?: InvokeOptions,
  ): Promise<Outcome & { readonly sessionId?: string }>;
  /** A turn of a skill: what waits goes on in the same context, with the token that came back. */
  invokeSkill(
    name: string,
    inputs: JsonObject,
    contextId: string,
    options?: SkillOptions,
  ): Promise<Outcome & { readonly sessionId?: string }>;
  /**
   * Ends a run of a skill that waits, and what it handed over. Answers what it ended with; null for one
   * that has no end on record.
   */
  cancelContext(contextId: string): Promise<Outcome | null>;
  readonly agents: {
    create(agent: NewAgent): Promise<Agent>;
    get(id: string): Promise<Agent>;
    list(page?: PageOptions): Promise<readonly Agent[]>;
    update(id: string, patch: AgentPatch): Promise<Agent>;
    remove(id: string): Promise<void>;
  };
  readonly sessions: {
    /** Without an agent, the one that ships, with the capabilities of this program. */
    open(options?: NewSession): Promise<Session>;
    get(id: string): Promise<Session>;
    /** Newest first. */
    list(page?: PageOptions): Promise<readonly Session[]>;
    messages(id: string, page?: PageOptions): Promise<readonly Message[]>;
    /** Gives this session a capability beside those of its agent, or takes it away again. */
    attach(id: string, capabilityId: string): Promise<Session>;
    detach(id: string, capabilityId: string): Promise<Session>;
    /** Answers when the turn ends or waits for someone. */
    send(id: string, message: string | NewMessage): Promise<Turn>;
    /** Answers when the turn that runs now ends or waits for someone. */
    wait(id: string): Promise<Turn>;
    /** Answers what a session in `input_required` waits for, other than an approval. */
    resume(id: string, answer: ResumeOptions): Promise<Turn>;
    /** Ends the turn that runs or waits. */
    cancel(id: string): Promise<Session>;
    /** Everything from the beginning, or after a sequence; then what happens, until you stop. */
    events(id: string, options?: EventOptions): AsyncIterable<SessionEvent>;
    /** Erases it: of its audit records only the frames stay. */
    delete(id: string): Promise<void>;
  };
  readonly approvals: {
    /** Those that wait for an answer, unless another state is asked for. */
    list(filter?: ApprovalFilter): Promise<readonly Approval[]>;
    get(id: string): Promise<Approval>;
    /** With `inputs`, those run instead of the ones asked about, if policy lets them. */
    run(
      id: string,
      options?: {
        readonly remember?: Remember;
        readonly inputs?: JsonObject;
        /** For how long it opens what the approval says that it opens; left out, for this call. */
        readonly access?: "once" | "session" | "always";
      },
    ): Promise<Answered>;
    /** The reason is told to the model. */
    deny(id: string, options?: { readonly reason?: string }): Promise<Answered>;
  };
  /** What others have published: found, verified, and installed when an approval is run. */
  readonly hub: {
    search(text?: string): Promise<readonly HubItem[]>;
    /**
     * The outcome waits for an approval. The program can run it for a publisher of `trustedPublishers`;
     * for another one, and for what nobody signed, only an admin of a server on the same database can.
     */
    install(name: string, version?: string, hub?: string): Promise<Outcome>;
    sync(): Promise<Synced>;
    installed(): Promise<readonly HubInstall[]>;
    remove(name: string): Promise<void>;
    verify(lock?: JsonObject): Promise<Verification>;
  };
  readonly audit: { verify(): Promise<AuditVerification> };
  /** Ends whoever follows events, lets the step that runs end, and closes the database. */
  close(): Promise<void>;
}

export type InvokeOptions = { readonly messageId?: string | null; readonly dryRun?: boolean };
export type Turn = { readonly session: Session; readonly messages: readonly Message[] };
export type Answered = { readonly approval: Approval; readonly outcome: Outcome };

export type NewAgent = {
  readonly name: string;
  readonly systemPrompt?: string;
  readonly model?: string;
  /** Ids, such as `web_fetch`, `ext:tickets` or one of your own; in the order of their prompts. */
  readonly capabilities: readonly AgentCapability[];
};

/** 50 from the first, unless said otherwise; 2000 at most. */
export type PageOptions = { readonly limit?: number; readonly offset?: number };
export type ApprovalFilter = PageOptions & {
  readonly state?: ApprovalState;
  readonly sessionId?: string;
};

export type ResumeOptions =
  /** What the model asked for (`fields`). */
  | { readonly inputs: JsonObject }
  /** What became of an interrupted call (`reconcile`). */
  | { readonly reconcile: Reconciliation };

export type EventOptions = { readonly since?: number; readonly signal?: AbortSignal };

/** Shown while it happens, and not stored: who follows later does not see it. */
export type LiveEvent =
  | {
      readonly type: "model.delta";
      readonly turn: number;
      readonly data: { readonly text: string };
    }
  | {
      readonly type: "tool.progress";
      readonly turn: number;
      readonly data: Progress & { readonly invocation_id: string; readonly tool_id: string };
    };
export type SessionEvent = TypedEvent | LiveEvent;
