import { CapstanError } from "../base/errors.ts";
import type { JsonObject } from "../base/json.ts";
import { newMasterKey } from "../base/keyring.ts";
import type { SourceReport } from "../catalog/catalog.ts";
import type { ToolFilter } from "../catalog/tool-filter.ts";
import { acceptMessage, type NewMessage } from "../engine/accept-message.ts";
import { answerApproval } from "../engine/answer-approval.ts";
import { attachCapability, detachCapability } from "../engine/attach-capability.ts";
import { awaitTurn } from "../engine/await-turn.ts";
import { type NewSession, openSession } from "../engine/open-session.ts";
import { requireSession } from "../engine/require-session.ts";
import type { Permissions } from "../policy/permissions.ts";
import { requiresAdminApproval, requiresSpecFreezing } from "../policy/requires.ts";
import type { AuditVerification } from "../ports/audit-reader.ts";
import type { BuiltinCapability } from "../ports/builtin-capability.ts";
import type { Executor } from "../ports/executor.ts";
import type { Model } from "../ports/model.ts";
import type { Source } from "../ports/source.ts";
import { checkAllowed, type PolicyDecision } from "../runtime/check-allowed.ts";
import { directCall } from "../runtime/direct-call.ts";
import { invoke } from "../runtime/invoke.ts";
import { resolveTool } from "../runtime/resolve-tool.ts";
import type { Actor } from "../schema/actor.ts";
import type { Approval } from "../schema/approval.ts";
import type { Message } from "../schema/message.ts";
import type { Outcome } from "../schema/outcome.ts";
import type { Profile } from "../schema/profile.ts";
import type { Session } from "../schema/session.ts";
import type { Remember } from "../schema/standing-grant.ts";
import type { Tool } from "../schema/tool.ts";
import { rememberReads } from "../stores/remember-reads.ts";
import { openSqliteStore } from "../stores/sqlite/open-sqlite-store.ts";
import { takeOwnerLock } from "../stores/sqlite/owner-lock.ts";
import { type Assembled, assemble } from "./assemble.ts";
import { openMasterKey } from "./master-key.ts";
import { openModel } from "./open-model.ts";
import { Settings } from "./settings.ts";

export type RuntimeOptions = {
  /** The database file; without one everything is gone on close. */
  readonly database?: string;
  /** `offline` unless said otherwise; `scripted:<file>`, or a model of your own. */
  readonly model?: string | Model;
  readonly profile?: Profile;
  /** The lists of `settings.json`: tools that run, ask or are refused whatever the profile says. */
  readonly permissions?: Partial<Permissions>;
  /** 32 bytes that seal what is secret; otherwise a file beside the database has them. */
  readonly masterKey?: Uint8Array;
  readonly capabilities?: readonly BuiltinCapability[];
  /** Where other capabilities come from. Nobody waits for them: see `sources.refresh`. */
  readonly sources?: readonly Source[];
  /** What runs their tools, by `execution.type`. */
  readonly executors?: ReadonlyMap<string, Executor>;
  readonly report?: (error: unknown) => void;
};

export interface Runtime {
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
  /** Through the gate: the outcome may be `input_required` or `blocked`. */
  invoke(toolId: string, inputs: JsonObject, options?: InvokeOptions): Promise<Outcome>;
  readonly sessions: {
    open(options?: NewSession): Promise<Session>;
    get(id: string): Promise<Session>;
    /** Gives this session a capability beside those of its agent, or takes it away again. */
    attach(id: string, capabilityId: string): Promise<Session>;
    detach(id: string, capabilityId: string): Promise<Session>;
    /** Answers when the turn ends or waits for someone. */
    send(id: string, message: string | NewMessage): Promise<Turn>;
  };
  readonly approvals: {
    list(): Promise<readonly Approval[]>;
    /** With `inputs`, those run instead of the ones asked about, if policy lets them. */
    run(
      id: string,
      options?: { readonly remember?: Remember; readonly inputs?: JsonObject },
    ): Promise<{ approval: Approval; outcome: Outcome }>;
    /** The reason is told to the model. */
    deny(
      id: string,
      options?: { readonly reason?: string },
    ): Promise<{ approval: Approval; outcome: Outcome }>;
  };
  readonly audit: { verify(): Promise<AuditVerification> };
  close(): Promise<void>;
}

export type InvokeOptions = { readonly messageId?: string | null; readonly dryRun?: boolean };
export type Turn = { readonly session: Session; readonly messages: readonly Message[] };

/** The program that embeds Capstan acts as its owner: it may invoke and approve. */
const OWNER: Actor = { name: "owner", scopes: ["invoke", "approve"] };
const TURN_DEADLINE_MS = 600_000;

/** Capstan inside a program: the same gate, store and audit trail as the server's. */
export async function createRuntime(options: RuntimeOptions = {}): Promise<Runtime> {
  const { database = ":memory:" } = options;
  const disown = ownDatabase(database);
  const assembled = await open(options, database).catch((error) => {
    disown();
    throw error;
  });
  const { engine } = assembled;
  const { gate } = engine;

  return {
    tools: {
      list: (filter) => gate.catalog.listTools(filter),
      get: (toolId) => gate.catalog.getTool(toolId),
      search: (search) => gate.catalog.listTools({ search }),
    },
    sources: {
      list: () => gate.catalog.sources(),
      refresh: (sourceId) => gate.catalog.refresh(sourceId),
    },
    policy: {
      checkAllowed: (toolId, inputs, { dryRun = false } = {}) =>
        checkAllowed(gate, directCall(gate, { toolId, inputs, actor: OWNER, dryRun })),
      requiresSpecFreezing: (toolId) =>
        requiresSpecFreezing(gate.policy, resolveTool(gate.catalog, toolId).tool),
      requiresAdminApproval: (toolId) =>
        requiresAdminApproval(gate.policy, resolveTool(gate.catalog, toolId).tool),
    },
    invoke: (toolId, inputs, { messageId = null, dryRun = false } = {}) =>
      invoke(gate, directCall(gate, { toolId, inputs, actor: OWNER, messageId, dryRun })),
    sessions: {
      open: (wanted = {}) => openSession(engine, wanted, OWNER),
      get: (id) => requireSession(gate, id),
      attach: async (id, capabilityId) =>
        attachCapability(engine, await requireSession(gate, id), capabilityId, OWNER),
      detach: async (id, capabilityId) =>
        detachCapability(engine, await requireSession(gate, id), capabilityId, OWNER),
      async send(id, message) {
        const wanted = typeof message === "string" ? { content: message } : message;
        const { turn } = await acceptMessage(engine, id, wanted);
        return awaitTurn(engine, id, turn, TURN_DEADLINE_MS);
      },
    },
    approvals: {
      async list() {
        const filter = { state: "pending" as const, limit: 2_000, offset: 0 };
        return (await gate.store.approvals.list(filter)).items;
      },
      run: (id, options = {}) => answerApproval(engine, id, { type: "run", ...options }, OWNER),
      deny: (id, options = {}) => answerApproval(engine, id, { type: "deny", ...options }, OWNER),
    },
    audit: { verify: () => gate.auditor.verify() },
    close: () => assembled.stop().finally(disown),
  };
}

async function open(options: RuntimeOptions, database: string): Promise<Assembled> {
  const { model = "offline", profile = "risk", permissions } = options;
  const assembled = await assemble({
    store: rememberReads(openSqliteStore(database)),
    model: typeof model === "string" ? openModel(model) : model,
    settings: Settings.parse({
      model: typeof model === "string" ? model : "own",
      policy: { profile, permissions },
    }),
    masterKey: options.masterKey ?? keyBeside(database),
    ...(options.capabilities && { capabilities: options.capabilities }),
    ...(options.sources && { sources: options.sources }),
    ...(options.executors && { executors: options.executors }),
    ...(options.report && { report: options.report }),
  });
  await assembled.start();
  return assembled;
}

/** Two that work on one file would each take the other's running calls for left behind by a crash. */
function ownDatabase(database: string): () => void {
  if (database === ":memory:") return () => {};
  try {
    return takeOwnerLock(`${database}.lock`);
  } catch (cause) {
    if (!(cause instanceof CapstanError) || cause.code !== "HOME_OWNED") throw cause;
    const message = `Another runtime has ${database} open. Close it, or open another file.`;
    throw new CapstanError("HOME_OWNED", message, { cause });
  }
}

/** What lives in memory is forgotten with its key. */
function keyBeside(database: string): Uint8Array {
  return database === ":memory:" ? newMasterKey() : openMasterKey(`${database}.key`, undefined);
}
