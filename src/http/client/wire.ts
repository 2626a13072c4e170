// Made from the route table by `npm run wire`: change the table, and run it again.

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/** What every list answers. */
export type List<T> = { readonly items: readonly T[]; readonly total: number };

export type Access = {
  readonly capability_id: string;
  readonly machine: string;
  readonly paths: readonly {
    readonly root: string;
    readonly verbs: readonly ("read" | "write")[];
  }[];
  readonly hosts: readonly string[];
  readonly items: readonly Opening[];
};

export type AccessScope = "once" | "session" | "always";

export type Added = {
  readonly kind: "pack" | "skill" | "agent" | "extension" | "mcp_server" | "custom" | "hub_item";
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly digest: string;
  readonly tools: readonly AddedTool[];
  readonly access: {
    readonly paths: readonly {
      readonly root: string;
      readonly verbs: readonly ("read" | "write")[];
    }[];
    readonly hosts: readonly string[];
    readonly permissions: readonly string[];
  };
  readonly packages: readonly string[];
  readonly warnings: readonly string[];
  readonly state: "preview" | "added" | "input_required";
  readonly approval_ids: readonly string[];
  readonly problem: string | null;
};

export type AddedTool = {
  readonly tool_id: string;
  readonly name: string;
  readonly description: string;
  readonly risk_level: RiskLevel;
  readonly side_effect_tags: readonly SideEffect[];
  readonly example: JsonObject | null;
};

export type Agent = {
  readonly id: string;
  readonly name: string;
  readonly system_prompt: string;
  readonly status: "active";
  readonly model?: string;
  readonly capabilities: readonly AgentEntry[];
  readonly created_at: string;
};

export type AgentEntry =
  | string
  | {
      readonly id: string;
      readonly config?: JsonObject;
      readonly aliases?: { readonly [key: string]: string };
    };

export type AgentPreview = {
  readonly system_prompt: string;
  readonly tools: readonly Tool[];
  readonly warnings: readonly string[];
  readonly estimated_tokens: number;
};

export type Answered = {
  readonly approval: Approval;
  readonly outcome: Outcome;
  readonly session?: Session;
  readonly messages?: readonly Message[];
};

export type AppliedRule = {
  readonly id: string;
  readonly effect: "permit" | "forbid";
  readonly file: string;
  readonly line: number;
  readonly reason: string;
};

export type Approval = {
  readonly id: string;
  readonly state: ApprovalState;
  readonly level: ApprovalLevel;
  readonly session_id: string | null;
  readonly invocation_id: string;
  readonly tool_id: string;
  readonly risk_level: RiskLevel;
  readonly side_effect_tags: readonly SideEffect[];
  readonly inputs: Json;
  readonly preview?: Json;
  readonly reason: string;
  readonly access?: {
    readonly paths: readonly {
      readonly root: string;
      readonly verbs: readonly ("read" | "write")[];
    }[];
    readonly hosts: readonly string[];
  };
  readonly roots?: readonly {
    readonly root: string;
    readonly device: string;
    readonly inode: string;
    readonly entries: number;
    readonly names: readonly string[];
    readonly machine: string;
  }[];
  readonly opened?: AccessScope;
  readonly rewritten?: { readonly by: readonly string[]; readonly inputs: Json };
  readonly edited?: { readonly by: Person; readonly inputs: Json };
  readonly denial_reason?: string;
  readonly changed?: readonly (
    | "tool"
    | "definition"
    | "input"
    | "access"
    | "session"
    | "preview"
    | "packs"
    | "context"
  )[];
  readonly expires_at: string;
  readonly created_at: string;
  readonly answered_by: Person | null;
  readonly answered_at: string | null;
  readonly drift?: {
    readonly tool_id: string;
    readonly changed_at: string;
    readonly parts: readonly {
      readonly part: string;
      readonly before: Json;
      readonly after: Json;
    }[];
  };
};

export type ApprovalLevel = "user" | "admin";

export type ApprovalState =
  | "pending"
  | "approved"
  | "denied"
  | "expired"
  | "withdrawn"
  | "superseded"
  | "used";

export type Artifact = {
  readonly path: string;
  readonly type: "file";
  readonly mime?: string;
  readonly size_bytes?: number;
};

export type AuditProof = {
  readonly format: "capstan.audit-proof.1";
  readonly invocation: string;
  readonly key: string;
  readonly stretches: readonly {
    readonly stream: string;
    readonly previous: string;
    readonly links: readonly (
      | { readonly sequence: number; readonly body: string }
      | { readonly sequence: number; readonly digest: string }
    )[];
    readonly path: readonly { readonly side: "left" | "right"; readonly hash: string }[];
    readonly checkpoint: Checkpoint;
  }[];
};

export type AuditRecord = {
  readonly id: string;
  readonly stream: string;
  readonly ts: string;
  readonly type: AuditType;
  readonly actor: Person;
  readonly session_id: string | null;
  readonly invocation_id: string | null;
  readonly tool_id: string | null;
  readonly data: JsonObject;
  readonly sequence: number;
  readonly hash: string;
  readonly erased?: true;
};

export type AuditType =
  | "server.started"
  | "server.failed"
  | "session.created"
  | "session.erased"
  | "erasures.signed"
  | "turn.poisoned"
  | "invocation.started"
  | "invocation.ended"
  | "invocation.asked"
  | "invocation.answered"
  | "invocation.sampled"
  | "invocation.interrupted"
  | "invocation.reconciled"
  | "invocation.postponed"
  | "context.cancelled"
  | "policy.violated"
  | "approval.requested"
  | "approval.answered"
  | "approval.expired"
  | "approval.withdrawn"
  | "grant.created"
  | "grant.revoked"
  | "access.changed"
  | "policy.changed"
  | "tool.changed"
  | "agent.created"
  | "agent.changed"
  | "agent.removed"
  | "capability.created"
  | "capability.changed"
  | "capability.removed"
  | "capability.attached"
  | "capability.detached"
  | "mcp_server.added"
  | "mcp_server.removed"
  | "mcp_server.refused"
  | "pack.added"
  | "pack.changed"
  | "pack.removed"
  | "pack.enabled"
  | "extension.installed"
  | "extension.changed"
  | "extension.enabled"
  | "extension.disabled"
  | "extension.removed"
  | "folder.installed"
  | "folder.changed"
  | "folder.enabled"
  | "folder.disabled"
  | "folder.removed"
  | "folder.trusted"
  | "folder.tested"
  | "hub.installed"
  | "hub.removed"
  | "hub.pinned"
  | "hub.unpinned"
  | "hub.refused"
  | "hub.withdrawn"
  | "hub.reinstated"
  | "hub.published"
  | "backup.made"
  | "halt.set"
  | "halt.lifted"
  | "spec.changed"
  | "spec.frozen"
  | "file.written"
  | "file.removed"
  | "model.connected"
  | "model.disconnected"
  | "presence.asked"
  | "presence.proven"
  | "presence.refused"
  | "secret.set"
  | "secret.removed"
  | "token.created"
  | "token.revoked"
  | "principal.created"
  | "principal.changed"
  | "token.signed";

export type AuditVerification = {
  readonly ok: boolean;
  readonly streams: number;
  readonly records: number;
  readonly checkpoints: number;
  readonly first_bad?: {
    readonly stream: string;
    readonly sequence: number;
    readonly reason: string;
  };
  readonly kept?: {
    readonly sequence: number | null;
    readonly place?: string;
    readonly problem?: string;
  };
};

export type Capability = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly status: CapabilityStatus;
  readonly kind: SourceType;
  readonly version: string;
  readonly icon?: string;
  readonly category?: string;
  readonly tags?: readonly string[];
  readonly system_prompt?: string;
  readonly dependencies?: readonly string[];
  readonly config_schema?: JsonObject;
  readonly problem?: string;
  readonly tools: readonly string[];
};

export type CapabilityStatus = "draft" | "available" | "coming_soon" | "deprecated" | "retired";

export type Checkpoint = {
  readonly sequence: number;
  readonly body: string;
  readonly hash: string;
  readonly signature: string;
};

export type ContentPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly path: string; readonly mime: string }
  | { readonly type: "file"; readonly path: string; readonly mime?: string };

export type Context = {
  readonly id: string;
  readonly session_id: string | null;
  readonly turn: number;
  readonly state: TaskState;
  readonly summary: string;
  readonly version: number;
  readonly detail: Json;
  readonly input_request: InputRequest | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly events: readonly {
    readonly id: string;
    readonly type: string;
    readonly payload: Json;
    readonly turn: number;
    readonly agent_id: string | null;
    readonly message_id: string | null;
    readonly ts: string;
  }[];
  readonly facts: readonly {
    readonly bucket: string;
    readonly key: string;
    readonly value: Json;
    readonly ts: string;
    readonly expires_at: string | null;
  }[];
  readonly resume_token: string | null;
  readonly skill: string | null;
  readonly is_earlier_version: boolean;
  readonly parent: string | null;
  readonly children: readonly {
    readonly context_id: string;
    readonly target: string;
    readonly state: TaskState | null;
    readonly is_delivered: boolean;
  }[];
  readonly owner: Person | null;
  readonly outcome: Outcome | null;
};

export type ContextLine = {
  readonly id: string;
  readonly session_id: string | null;
  readonly turn: number;
  readonly state: TaskState;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly skill: string | null;
};

export type Decision = { readonly effect: Effect; readonly reason: string; readonly rule: string };

export type Effect = "allow" | "ask" | "ask_admin" | "deny";

export type EventType =
  | "session.created"
  | "message.created"
  | "turn.started"
  | "turn.waiting"
  | "turn.paused"
  | "turn.resumed"
  | "turn.completed"
  | "turn.failed"
  | "tool.started"
  | "tool.completed"
  | "approval.requested"
  | "approval.answered"
  | "artifact.created"
  | "spec.changed"
  | "spec.frozen"
  | "capability.attached"
  | "capability.detached";

export type Explanation = {
  readonly decision: Decision;
  readonly levels: readonly {
    readonly level: number;
    readonly allowed: boolean;
    readonly rules: readonly AppliedRule[];
    readonly errors: readonly { readonly rule: string; readonly message: string }[];
  }[];
  readonly facts: JsonObject;
  readonly would_change: readonly { readonly change: string; readonly effect: Effect }[];
};

export type Extension = {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly path: string | null;
  readonly digest: string;
  readonly enabled: boolean;
  readonly approved_digest: string | null;
  readonly runs_draft: boolean;
  readonly warnings: readonly string[];
  readonly installed_by: Person;
  readonly installed_at: string;
  readonly updated_at: string;
  readonly capability_id: string;
  readonly problem: string | null;
  readonly tools: readonly {
    readonly tool_id: string;
    readonly description: string;
    readonly risk_level: string;
    readonly enabled: boolean;
    readonly problem: string | null;
  }[];
};

export type ExtensionDetails = {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly path: string | null;
  readonly digest: string;
  readonly enabled: boolean;
  readonly approved_digest: string | null;
  readonly runs_draft: boolean;
  readonly warnings: readonly string[];
  readonly installed_by: Person;
  readonly installed_at: string;
  readonly updated_at: string;
  readonly capability_id: string;
  readonly problem: string | null;
  readonly tools: readonly {
    readonly tool_id: string;
    readonly description: string;
    readonly risk_level: string;
    readonly enabled: boolean;
    readonly problem: string | null;
  }[];
  readonly files: readonly { readonly path: string; readonly size_bytes: number }[];
  readonly plan: readonly {
    readonly when: "install" | "uninstall";
    readonly action: string;
    readonly details: string;
    readonly tool: string | null;
    readonly problem: string | null;
  }[];
};

export type FolderReport = {
  readonly kind: "pack" | "ext" | "skill" | "agent" | `x-${string}`;
  readonly name: string;
  readonly ok: boolean;
  readonly items: readonly {
    readonly name: string;
    readonly state: "passed" | "failed" | "skipped" | "seen";
    readonly message: string;
    readonly duration_ms: number;
  }[];
};

export type Foreseen = {
  readonly reason: string;
  readonly risk_level: RiskLevel;
  readonly side_effect_tags: readonly SideEffect[];
  readonly inputs: Json;
  readonly effect: "allow" | "ask" | "deny";
  readonly level?: ApprovalLevel;
  readonly access?: {
    readonly paths: readonly {
      readonly root: string;
      readonly verbs: readonly ("read" | "write")[];
    }[];
    readonly hosts: readonly string[];
  };
  readonly preview?: Json;
};

export type FoundMcpServer = {
  readonly id: string;
  readonly project: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly url?: string;
  readonly digest: string;
  readonly is_added: boolean;
  readonly problem: string | null;
};

export type Grant = {
  readonly id: string;
  readonly tool_id: string;
  readonly definition: string;
  readonly access: string;
  readonly match: "exact" | "tool" | "pack";
  readonly input: string | null;
  readonly session_id: string | null;
  readonly actor: Person;
  readonly level: ApprovalLevel;
  readonly approval_id: string;
  readonly created_by: Person;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly scope: "session" | "always";
  readonly state: "active" | "suspended" | "expired";
};

export type Halt = { readonly by: Person; readonly reason: string; readonly since: string };

export type Halted = { readonly halted: boolean; readonly halt: Halt | null };

export type HubDetails = {
  readonly id: string;
  readonly name: string;
  readonly kind: "skill" | "agent" | "pack" | "extension";
  readonly version: string;
  readonly publisher: string | null;
  readonly author: string | null;
  readonly description: string;
  readonly digest: string;
  readonly source: string;
  readonly trust: "first" | "pinned" | "rotated" | "unsigned";
  readonly fingerprint: string | null;
  readonly permissions: readonly string[];
  readonly permission_words: readonly string[];
  readonly hosts: readonly string[];
  readonly effects: readonly SideEffect[];
  readonly actions: readonly string[];
  readonly files: readonly { readonly path: string; readonly size_bytes: number }[];
  readonly findings: readonly {
    readonly kind: string;
    readonly says: string;
    readonly declared: boolean;
    readonly places: readonly { readonly path: string; readonly line: number }[];
    readonly more: number;
  }[];
  readonly installed: boolean;
  readonly installed_version: string | null;
  readonly changes: {
    readonly files: readonly {
      readonly path: string;
      readonly change: "added" | "removed" | "changed";
      readonly diff: string | null;
    }[];
    readonly permissions: {
      readonly added: readonly string[];
      readonly removed: readonly string[];
    };
    readonly hosts: { readonly added: readonly string[]; readonly removed: readonly string[] };
    readonly effects: { readonly added: readonly string[]; readonly removed: readonly string[] };
    readonly actions: {
      readonly added: readonly string[];
      readonly removed: readonly string[];
      readonly changed: readonly string[];
    };
  } | null;
};

export type HubInstall = {
  readonly id: string;
  readonly name: string;
  readonly kind: "skill" | "agent" | "pack" | "extension";
  readonly version: string;
  readonly publisher: string | null;
  readonly author: string | null;
  readonly description: string;
  readonly digest: string;
  readonly capability_id: string;
  readonly source: string;
  readonly fingerprint: string | null;
  readonly permissions: readonly string[];
  readonly withdrawn: string | null;
  readonly update: string | null;
  readonly installed_by: Person;
  readonly installed_at: string;
  readonly updated_at: string;
  readonly installed: true;
  readonly problem: string | null;
};

export type HubItem = {
  readonly id: string;
  readonly name: string;
  readonly kind: "skill" | "agent" | "pack" | "extension";
  readonly version: string;
  readonly publisher: string | null;
  readonly author: string | null;
  readonly description: string;
  readonly digest: string;
  readonly permissions: readonly string[];
  readonly hub: string;
  readonly fingerprint: string | null;
  readonly is_pinned: boolean;
  readonly installed: boolean;
  readonly installed_version: string | null;
};

export type HubKey = {
  readonly publisher: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly pinned_by: Person;
  readonly pinned_at: string;
};

export type HubLock = {
  readonly format: "capstan-lock/1";
  readonly installs: readonly {
    readonly id: string;
    readonly version: string;
    readonly kind: string;
    readonly digest: string;
    readonly source: string;
    readonly fingerprint: string | null;
  }[];
};

export type InputRequest = {
  readonly kind: "fields" | "approval" | "confirmation" | "reconcile";
  readonly reason: string;
  readonly fields?: readonly Json[];
  readonly approval_ids?: readonly string[];
  readonly invocation_id?: string;
  readonly asked_by?: { readonly skill: string; readonly context_id: string };
  readonly partial_outputs?: Json;
};

export type InstalledFolder = {
  readonly id: string;
  readonly kind: "pack" | "ext" | "skill" | "agent" | `x-${string}`;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly path: string | null;
  readonly digest: string;
  readonly enabled: boolean;
  readonly approved_digest: string | null;
  readonly runs_draft: boolean;
  readonly origin: "shipped" | "local" | "zip" | "git" | "hub" | "npm" | "url" | "remote";
  readonly warnings: readonly string[];
  readonly installed_by: Person;
  readonly installed_at: string;
  readonly updated_at: string;
  readonly problem: string | null;
  readonly tools: readonly string[];
};

export type Intent = {
  readonly id: string;
  readonly session_id: string;
  readonly state: TaskState;
  readonly plan: {
    readonly steps: readonly {
      readonly id: string;
      readonly tool_id: string;
      readonly inputs: JsonObject;
      readonly says: string;
    }[];
  } | null;
  readonly steps: readonly {
    readonly id: string;
    readonly state: TaskState;
    readonly outcome: Outcome | null;
  }[];
  readonly input_request: InputRequest | null;
  readonly report: string | null;
};

export type McpClient = {
  readonly actor: Person;
  readonly name: string;
  readonly version: string;
  readonly protocol: string;
  readonly since: string;
  readonly last_seen_at: string;
  readonly calls: number;
  readonly session_id: string | null;
};

export type McpServer = {
  readonly id: string;
  readonly state: "starting" | "ready" | "degraded" | "failed";
  readonly error: string | null;
  readonly tools: number;
  readonly trust: Trust;
  readonly from: "settings" | "added";
  readonly command?: string;
  readonly args?: readonly string[];
  readonly url?: string;
  readonly package: {
    readonly name: string;
    readonly version: string;
    readonly integrity: string;
    readonly digest: string;
    readonly bin: string;
    readonly runs?: "python";
  } | null;
  readonly unseen: readonly string[];
  readonly log: string;
  readonly sign_in: "none" | "needed" | "signed_in";
  readonly asks?: {
    readonly approval_ids: readonly string[];
    readonly packages: readonly string[];
  };
  readonly changed: readonly {
    readonly tool_id: string;
    readonly changed_at: string;
    readonly parts: readonly {
      readonly part: string;
      readonly before: Json;
      readonly after: Json;
    }[];
  }[];
};

export type Message = {
  readonly id: string;
  readonly session_id: string;
  readonly turn: number;
  readonly role: "user" | "assistant" | "tool";
  readonly content: string | readonly ContentPart[];
  readonly tool_calls?: readonly ToolCall[];
  readonly tool_id?: string;
  readonly invocation_id?: string;
  readonly message_id?: string;
  readonly usage?: ModelUsage;
  readonly ran_with?: Json;
  readonly answer?:
    | { readonly by: string; readonly says: string; readonly type: "edited" }
    | {
        readonly by: string;
        readonly says: string;
        readonly type: "denied";
        readonly reason: string;
      }
    | {
        readonly by: string;
        readonly says: string;
        readonly type: "remembered";
        readonly grant: string;
        readonly match: "exact" | "tool" | "pack";
        readonly scope: "session" | "always";
      };
  readonly cancelled?: true;
  readonly offer?: { readonly options: readonly OfferOption[] };
  readonly created_at: string;
};

export type MessagePart =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "image";
      readonly path?: string;
      readonly data?: string;
      readonly name?: string;
      readonly mime?: string;
    }
  | {
      readonly type: "file";
      readonly path?: string;
      readonly data?: string;
      readonly name?: string;
      readonly mime?: string;
    };

export type Mode = "planning" | "execution";

export type Model = {
  readonly name: string;
  readonly is_offline: boolean;
  readonly source: "environment" | "settings" | "connected" | "default";
  readonly chosen_by: string | null;
  readonly providers: readonly {
    readonly id: string;
    readonly name: string;
    readonly model: string;
    readonly needs_key: boolean;
  }[];
};

export type ModelText = {
  readonly type: "model.delta" | "model.written";
  readonly turn: number;
  readonly data: { readonly text: string };
  readonly text: string;
};

export type ModelUsage = {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost?: number;
};

export type OfferOption = {
  readonly value: string;
  readonly label: string;
  readonly steps: readonly {
    readonly id: string;
    readonly tool_id: string;
    readonly inputs: JsonObject;
    readonly says: string;
  }[];
  readonly missing: readonly {
    readonly name: string;
    readonly type: string;
    readonly description: string;
  }[];
  readonly unplaced: readonly string[];
};

export type Opening = {
  readonly capability_id: string;
  readonly root: string | null;
  readonly host: string | null;
  readonly verbs: readonly ("read" | "write")[];
  readonly from: "settings" | "definition" | "given";
  readonly session_id: string | null;
  readonly given_by: Person;
  readonly given_at: string | null;
  readonly machine: string | null;
  readonly is_here: boolean;
  readonly is_same: boolean | null;
};

export type Outcome = {
  readonly invocation_id: string;
  readonly state: TaskState;
  readonly outputs?: Json;
  readonly ran_with?: Json;
  readonly answer?:
    | { readonly by: string; readonly says: string; readonly type: "edited" }
    | {
        readonly by: string;
        readonly says: string;
        readonly type: "denied";
        readonly reason: string;
      }
    | {
        readonly by: string;
        readonly says: string;
        readonly type: "remembered";
        readonly grant: string;
        readonly match: "exact" | "tool" | "pack";
        readonly scope: "session" | "always";
      };
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly retryable: boolean;
    readonly details?: JsonObject;
  };
  readonly input_request?: InputRequest;
  readonly declared_side_effects: readonly SideEffect[];
  readonly artifacts: readonly Artifact[];
  readonly notes?: readonly string[];
  readonly usage?: ModelUsage;
  readonly duration_ms: number;
  readonly turn: number;
  readonly delegation?: { readonly target: string; readonly context_id: string };
  readonly metadata?: {
    readonly execution_status: "success" | "failed" | "blocked" | "escalated" | "timeout";
    readonly agent_state: TaskState;
  };
  readonly context_id?: string;
  readonly resume_token?: string;
};

export type Overview = {
  readonly from: string;
  readonly to: string;
  readonly step_s: number;
  readonly turns: readonly {
    readonly ts: string;
    readonly count: number;
    readonly failed: number;
    readonly p50_ms: number | null;
    readonly p95_ms: number | null;
  }[];
  readonly approvals: readonly {
    readonly ts: string;
    readonly asked: number;
    readonly answered: number;
  }[];
  readonly tools: readonly {
    readonly tool_id: string;
    readonly calls: number;
    readonly failed: number;
  }[];
  readonly tokens: readonly {
    readonly ts: string;
    readonly input: number;
    readonly output: number;
    readonly cost: number;
  }[];
  readonly queue: { readonly busy: boolean; readonly depth: number };
  readonly approvals_pending: number;
  readonly sessions_open: number;
  readonly sandbox: {
    readonly enforcement: "bubblewrap" | "container" | "seatbelt" | "degraded" | "off";
    readonly problem: {
      readonly reason: "platform" | "not_installed" | "refused" | "off";
      readonly message: string;
      readonly command: string | null;
    } | null;
  };
};

export type Pack = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly path: string | null;
  readonly entry_doc: string;
  readonly has_tools_json: boolean;
  readonly digest: string;
  readonly allowed_tools: readonly string[] | null;
  readonly enabled: boolean;
  readonly warnings: readonly string[];
  readonly added_by: Person;
  readonly added_at: string;
  readonly updated_at: string;
  readonly changed: boolean;
};

export type PackDetails = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly path: string | null;
  readonly entry_doc: string;
  readonly has_tools_json: boolean;
  readonly digest: string;
  readonly allowed_tools: readonly string[] | null;
  readonly enabled: boolean;
  readonly warnings: readonly string[];
  readonly added_by: Person;
  readonly added_at: string;
  readonly updated_at: string;
  readonly changed: boolean;
  readonly files: readonly { readonly path: string; readonly size_bytes: number }[];
  readonly changed_files: readonly PackFileChange[];
  readonly folder_problem: string | null;
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly command: readonly string[];
  }[];
  readonly tools_problem: string | null;
};

export type PackFileChange = {
  readonly path: string;
  readonly change: "added" | "removed" | "changed";
};

export type Person = { readonly id: string; readonly name: string };

export type Policy = {
  readonly profile: Profile;
  readonly version: string;
  readonly files: readonly string[];
  readonly rules: readonly PolicyText[];
  readonly shadow_version: string | null;
};

export type PolicyDraft = { readonly name: string; readonly text: string };

export type PolicyProblem = {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
};

export type PolicyText = { readonly name: string; readonly text: string };

export type Principal = {
  readonly id: string;
  readonly kind: "user" | "service";
  readonly name: string;
  readonly state: "active" | "disabled";
  readonly origin: "local";
  readonly created_at: string;
  readonly last_seen_at: string | null;
};

export type Profile = "auto" | "risk" | "strict" | "governed";

export type Quota = {
  readonly tool: string;
  readonly actor: string;
  readonly calls_per_minute?: number;
  readonly at_once?: number;
  readonly run_time_s?: number;
};

export type RefusedFolder = { readonly path: string; readonly reason: string };

export type Remember = {
  readonly scope: "session" | "always";
  readonly match: "exact" | "tool" | "pack";
  readonly expires_in_s?: number;
};

export type Replay = {
  readonly decided: number;
  readonly unchanged: number;
  readonly redacted: number;
  readonly gone: number;
  readonly differing: readonly {
    readonly invocation_id: string;
    readonly at: string;
    readonly tool_id: string;
    readonly was: Effect;
    readonly now: Effect;
    readonly rule: string;
    readonly reason: string;
    readonly redacted: boolean;
  }[];
};

export type RiskLevel = "LOW" | "MED" | "HIGH" | "CRITICAL";

export type Scope = "invoke" | "approve" | "admin";

export type Secret = {
  readonly name: string;
  readonly tools: readonly string[];
  readonly hint: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly is_reserved: boolean;
};

export type Session = {
  readonly id: string;
  readonly agent_id: string;
  readonly title: string;
  readonly state: TaskState;
  readonly turn: number;
  readonly version: number;
  readonly mode: Mode;
  readonly profile: Profile;
  readonly input_request: InputRequest | null;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly retryable: boolean;
  } | null;
  readonly spec: Spec | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly resume_token: string;
  readonly packs: readonly SessionPack[];
};

export type SessionArtifact = {
  readonly path: string;
  readonly mime: string | null;
  readonly size_bytes: number | null;
  readonly invocation_id: string;
  readonly tool_id: string;
  readonly created_at: string;
};

export type SessionEvent = {
  readonly id: string;
  readonly type: EventType;
  readonly sequence: number;
  readonly session_id: string;
  readonly turn: number;
  readonly ts: string;
  readonly data: JsonObject;
};

export type SessionFile = {
  readonly path: string;
  readonly name: string;
  readonly is_directory: boolean;
  readonly size_bytes: number;
  readonly mime: string | null;
  readonly digest: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};

export type SessionPack = {
  readonly id: string;
  readonly name: string;
  readonly has_tools_json: boolean;
  readonly tools_enabled: boolean;
  readonly changed: boolean;
};

export type Settings = {
  readonly model: string;
  readonly models: readonly string[] | null;
  readonly quotas: readonly Quota[];
  readonly allowed_hosts: readonly string[];
  readonly web_fetch_hosts: readonly string[];
};

export type SideEffect =
  | "fs.read"
  | "fs.write"
  | "fs.delete"
  | "fs.chmod"
  | "fs.move"
  | "network.http"
  | "network.socket"
  | "network.dns"
  | "cloud.key_read"
  | "cloud.key_write"
  | "cloud.resource_create"
  | "cloud.resource_delete"
  | "payments"
  | "system.exec"
  | "system.env"
  | "system.processes"
  | "system.hardware"
  | "database.read"
  | "database.write"
  | "database.delete"
  | "display";

export type Skill = {
  readonly name: string;
  readonly capability_id: string;
  readonly version: string;
  readonly description: string;
  readonly problem: string | null;
  readonly contract: SkillContract | null;
  readonly warnings: readonly string[];
};

export type SkillContract = {
  readonly allowed_intermediate_states: readonly ("input_required" | "delegating" | "paused")[];
  readonly max_turns: number;
  readonly supports_resume: boolean;
  readonly state_persistence: "none" | "facts_only" | "full_events";
  readonly input_request_schema: readonly {
    readonly name: string;
    readonly type: string;
    readonly description: string;
    readonly required: boolean;
  }[];
  readonly request_schema: JsonObject | null;
  readonly answer_schema: JsonObject | null;
  readonly execution_mode: "deterministic" | "hybrid" | "advisor_only";
  readonly autonomy_level: "READ" | "SUGGEST" | "IMPLEMENT" | "COMMIT";
  readonly side_effects: readonly string[];
  readonly writes: "none" | "artifacts" | "given";
  readonly timeout_seconds: number;
  readonly retry: { readonly policy: string; readonly max_retries: number };
  readonly idempotency: { readonly required: boolean; readonly key_spec: string | null };
  readonly max_fix_iterations: number;
  readonly required_artifacts: readonly {
    readonly name: string;
    readonly type: string;
    readonly description: string;
  }[];
  readonly failure_modes: readonly string[];
  readonly depends_on: readonly string[];
  readonly fs_scope: string | null;
};

export type SourceType = "builtin" | "skill" | "agent" | "pack" | "ext" | "mcp" | `x-${string}`;

export type Spec = {
  readonly content: Json;
  readonly digest: string;
  readonly frozen_at: string | null;
  readonly frozen_by: Person | null;
  readonly updated_at: string;
};

export type TaskState =
  | "pending"
  | "in_progress"
  | "completed"
  | "failed"
  | "timeout"
  | "blocked"
  | "escalated"
  | "input_required"
  | "delegating"
  | "paused";

export type Token = {
  readonly id: string;
  readonly principal_id: string;
  readonly scopes: readonly Scope[];
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly name: string;
};

export type Tool = {
  readonly tool_id: string;
  readonly name: string;
  readonly wire_name: string;
  readonly description: string;
  readonly examples: readonly string[];
  readonly input_schema: JsonObject;
  readonly output_schema: JsonObject | null;
  readonly risk_level: RiskLevel;
  readonly risk_reasons: readonly string[];
  readonly side_effect_tags: readonly SideEffect[];
  readonly behaviour: ToolBehaviour;
  readonly source_type: SourceType;
  readonly source_id: string;
  readonly capability_id: string;
  readonly trust: Trust;
  readonly version: string;
  readonly digest: string;
  readonly enabled: boolean;
  readonly problem?: string;
};

export type ToolBehaviour = {
  readonly read_only: boolean;
  readonly idempotent: boolean;
  readonly dry_run: boolean;
  readonly in_place?: boolean;
  readonly destructive?: boolean;
  readonly timeout_ms: number;
};

export type ToolCall = {
  readonly id: string;
  readonly tool_id: string | null;
  readonly name: string;
  readonly input: Json;
  readonly sealed_input?: string;
  readonly refused?: string;
  readonly dry_run?: true;
};

export type Trust = "builtin" | "local" | "local-mcp" | "remote";

export type Turn = { readonly session: Session; readonly messages: readonly Message[] };

export type Usage = {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost: number | null;
  readonly turns: number;
  readonly model_calls: number;
  readonly context: {
    readonly prompt_tokens: number;
    readonly tool_tokens: number;
    readonly history_tokens: number;
    readonly deferred_tokens: number;
  };
};

/** What each endpoint takes and answers; `Response` where that is not one JSON value. */
export type Routes = {
  readonly "POST /v1/add": {
    readonly query?: {
      readonly preview?: "true" | "false" | undefined;
      readonly digest?: string | undefined;
    };
    readonly body: { readonly what: string; readonly id?: string | undefined } | Blob;
    readonly answer: Added;
  };
  readonly "GET /v1/packs": {
    readonly query?: {
      readonly limit?: number | string | undefined;
      readonly offset?: number | string | undefined;
      readonly search?: string | undefined;
    };
    readonly answer: List<Pack>;
  };
  readonly "POST /v1/packs": {
    readonly body: { readonly path: string; readonly entry_doc?: string | undefined };
    readonly answer: Pack;
  };
  readonly "GET /v1/packs/:id": {
    readonly params: { readonly id: string };
    readonly answer: PackDetails;
  };
  readonly "GET /v1/packs/:id/files/:path{.+}": {
    readonly params: { readonly id: string; readonly path: string };
    readonly answer: Response;
  };
  readonly "DELETE /v1/packs/:id": {
    readonly params: { readonly id: string };
    readonly answer: { readonly id: string; readonly removed: boolean };
  };
  readonly "POST /v1/packs/:id/refresh": {
    readonly params: { readonly id: string };
    readonly body?: Record<string, never>;
    readonly answer: Pack;
  };
  readonly "GET /v1/sessions/:id/packs": {
    readonly params: { readonly id: string };
    readonly answer: {
      readonly items: readonly {
        readonly id: string;
        readonly name: string;
        readonly has_tools_json: boolean;
        readonly tools_enabled: boolean;
        readonly changed: boolean;
        readonly description: string;
        readonly digest: string;
        readonly changed_files: readonly PackFileChange[];
      }[];
      readonly total: number;
      readonly warnings: readonly string[];
      readonly shortened: "no" | "cut" | "left_out";
    };
  };
  readonly "PUT /v1/sessions/:id/packs/:pack_id": {
    readonly params: { readonly id: string; readonly pack_id: string };
    readonly body?: {
      readonly open_reads?: boolean | undefined;
      readonly open_tools?: boolean | undefined;
    };
    readonly answer: Session;
  };
  readonly "DELETE /v1/sessions/:id/packs/:pack_id": {
    readonly params: { readonly id: string; readonly pack_id: string };
    readonly answer: Session;
  };
  readonly "GET /v1/extensions": {
    readonly query?: {
      readonly limit?: number | string | undefined;
      readonly offset?: number | string | undefined;
    };
    readonly answer: List<Extension>;
  };
  readonly "POST /v1/extensions": {
    readonly body: { readonly path: string };
    readonly answer: Extension;
  };
  readonly "GET /v1/extensions/:id": {
    readonly params: { readonly id: string };
    readonly answer: ExtensionDetails;
  };
  readonly "PATCH /v1/extensions/:id": {
    readonly params: { readonly id: string };
    readonly body: { readonly enabled: boolean };
    readonly answer: Extension;
  };
  readonly "DELETE /v1/extensions/:id": {
    readonly params: { readonly id: string };
    readonly answer: { readonly id: string; readonly removed: boolean };
  };
  readonly "GET /v1/hub/search": {
    readonly query?: {
      readonly limit?: number | string | undefined;
      readonly offset?: number | string | undefined;
      readonly q?: string | undefined;
    };
    readonly answer: {
      readonly items: readonly HubItem[];
      readonly total: number;
      readonly refused?: readonly {
        readonly url: string;
        readonly code: string;
        readonly message: string;
      }[];
    };
  };
  readonly "POST /v1/hub/show": {
    readonly body: {
      readonly name: string;
      readonly version?: string | undefined;
      readonly hub?: string | undefined;
    };
    readonly answer: HubDetails;
  };
  readonly "POST /v1/hub/install": {
    readonly body: {
      readonly name: string;
      readonly version?: string | undefined;
      readonly hub?: string | undefined;
    };
    readonly answer: {
      readonly invocation_id: string;
      readonly state: TaskState;
      readonly outputs?: Json;
      readonly ran_with?: Json;
      readonly answer?:
        | { readonly by: string; readonly says: string; readonly type: "edited" }
        | {
            readonly by: string;
            readonly says: string;
            readonly type: "denied";
            readonly reason: string;
          }
        | {
            readonly by: string;
            readonly says: string;
            readonly type: "remembered";
            readonly grant: string;
            readonly match: "exact" | "tool" | "pack";
            readonly scope: "session" | "always";
          };
      readonly error?: {
        readonly code: string;
        readonly message: string;
        readonly retryable: boolean;
        readonly details?: JsonObject;
      };
      readonly input_request?: InputRequest;
      readonly declared_side_effects: readonly SideEffect[];
      readonly artifacts: readonly Artifact[];
      readonly notes?: readonly string[];
      readonly usage?: ModelUsage;
      readonly duration_ms: number;
      readonly turn: number;
      readonly delegation?: { readonly target: string; readonly context_id: string };
      readonly metadata?: {
        readonly execution_status: "success" | "failed" | "blocked" | "escalated" | "timeout";
        readonly agent_state: TaskState;
      };
      readonly context_id?: string;
      readonly resume_token?: string;
      readonly item: HubDetails;
    };
  };
  readonly "POST /v1/hub/sync": {
    readonly body?: Record<string, never>;
    readonly answer: {
      readonly hubs: readonly {
        readonly url: string;
        readonly changed: boolean;
        readonly serial: number | null;
        readonly entries: number;
        readonly error: { readonly code: string; readonly message: string } | null;
      }[];
      readonly updates: readonly {
        readonly id: string;
        readonly installed: string;
        readonly available: string;
      }[];
      readonly withdrawn: readonly {
        readonly id: string;
        readonly version: string;
        readonly reason: string;
      }[];
    };
  };
  readonly "GET /v1/hub/installed": {
    readonly query?: {
      readonly limit?: number | string | undefined;
      readonly offset?: number | string | undefined;
    };
    readonly answer: List<HubInstall>;
  };
  readonly "GET /v1/hub/installed/:name{.+}": {
    readonly params: { readonly name: string };
    readonly answer: HubInstall;
  };
  readonly "DELETE /v1/hub/installed/:name{.+}": {
    readonly params: { readonly name: string };
    readonly answer: { readonly id: string; readonly removed: boolean };
  };
  readonly "GET /v1/hub/keys": {
    readonly answer: {
      readonly publishers: readonly HubKey[];
      readonly hubs: readonly {
        readonly url: string;
        readonly key: string | null;
        readonly fingerprint: string | null;
        readonly serial: number | null;
        readonly checked_at: string | null;
      }[];
    };
  };
  readonly "DELETE /v1/hub/keys/:publisher": {
    readonly params: { readonly publisher: string };
    readonly answer: { readonly publisher: string; readonly removed: boolean };
  };
  readonly "GET /v1/hub/lock": {
    readonly answer: HubLock;
  };
  readonly "POST /v1/hub/verify": {
    readonly body?: { readonly lock?: HubLock | undefined };
    readonly answer: {
      readonly ok: boolean;
      readonly items: readonly {
        readonly id: string;
        readonly state: "same" | "changed" | "damaged" | "missing" | "not_locked" | "withdrawn";
        readonly says: string;
      }[];
    };
  };
  readonly "GET /v1/hub/steps": {
    readonly answer: {
      readonly steps: readonly {
        readonly what: string;
        readonly says: string;
        readonly done: number;
        readonly total: number | null;
      }[];
    };
  };
  readonly "POST /v1/hub/init": {
    readonly body: { readonly folder: string; readonly name: string };
    readonly answer: {
      readonly name: string;
      readonly key: string;
      readonly fingerprint: string;
      readonly folder: string;
      readonly expires_at: string;
      readonly workflow: string | null;
    };
  };
  readonly "POST /v1/hub/publish": {
    readonly body: {
      readonly folder: string;
      readonly to: string;
      readonly publisher?: string | undefined;
    };
    readonly answer: {
      readonly identity: string;
      readonly name: string;
      readonly version: string;
      readonly publisher: string;
      readonly author: string | null;
      readonly digest: string;
      readonly fingerprint: string;
      readonly serial: number;
      readonly changes: readonly string[];
      readonly tested: number;
      readonly not_run: readonly string[];
    };
  };
  readonly "POST /v1/hub/withdraw": {
    readonly body: {
      readonly name: string;
      readonly version?: string | undefined;
      readonly reason: string;
      readonly to: string;
    };
    readonly answer: {
      readonly name: string;
      readonly version: string | null;
      readonly serial: number;
    };
  };
  readonly "POST /v1/hub/refresh": {
    readonly body: { readonly to: string };
    readonly answer: { readonly serial: number; readonly expires_at: string };
  };
  readonly "POST /v1/hub/rotate-key": {
    readonly body: { readonly to: string; readonly publisher?: string | undefined };
    readonly answer: {
      readonly key: string;
      readonly fingerprint: string;
      readonly serial: number;
    };
  };
  readonly "GET /v1/skills": {
    readonly query?: {
      readonly limit?: number | string | undefined;
      readonly offset?: number | string | undefined;
    };
    readonly answer: List<Skill>;
  };
  readonly "GET /v1/skills/:name": {
    readonly params: { readonly name: string };
    readonly answer: Skill;
  };
  readonly "POST /v1/skills/:name/invoke": {
    readonly params: { readonly name: string };
    readonly body?: {
      readonly context_id?: string | undefined;
      readonly inputs?: JsonObject | undefined;
      readonly resume?: boolean | undefined;
      readonly resume_token?: string | undefined;
      readonly message_id?: string | undefined;
      readonly dry_run?: boolean | undefined;
      readonly session_id?: string | undefined;
    };
    readonly answer: {
      readonly invocation_id: string;
      readonly state: TaskState;
      readonly outputs?: Json;
      readonly ran_with?: Json;
      readonly answer?:
        | { readonly by: string; readonly says: string; readonly type: "edited" }
        | {
            readonly by: string;
            readonly says: string;
            readonly type: "denied";
            readonly reason: string;
          }
        | {
            readonly by: string;
            readonly says: string;
            readonly type: "remembered";
            readonly grant: string;
            readonly match: "exact" | "tool" | "pack";
            readonly scope: "session" | "always";
          };
      readonly error?: {
        readonly code: string;
        readonly message: string;
        readonly retryable: boolean;
        readonly details?: JsonObject;
      };
      readonly input_request?: InputRequest;
      readonly declared_side_effects: readonly SideEffect[];
      readonly artifacts: readonly Artifact[];
      readonly notes?: readonly string[];
      readonly usage?: ModelUsage;
      readonly duration_ms: number;
      readonly turn: number;
      readonly delegation?: { readonly target: string; readonly context_id: string };
      readonly metadata?: {
        readonly execution_status: "success" | "failed" | "blocked" | "escalated" | "timeout";
        readonly agent_state: TaskState;
      };
      readonly context_id?: string;
      readonly resume_token?: string;
      readonly session_id?: string;
    };
  };
  readonly "GET /v1/contexts": {
    readonly query?: {
      readonly limit?: number | string | undefined;
      readonly offset?: number | string | undefined;
      readonly skill?: string | undefined;
    };
    readonly answer: List<ContextLine>;
  };
  readonly "GET /v1/contexts/:id": {
    readonly params: { readonly id: string };
    readonly answer: Context;
  };
  readonly "POST /v1/contexts/:id/cancel": {
    readonly params: { readonly id: string };
    readonly body?: { readonly resume_token?: string | undefined };
    readonly answer: Context;
  };
  readonly "GET /v1/refused-folders": {
    readonly query?: {
      readonly limit?: number | string | undefined;
      readonly offset?: number | string | undefined;
    };
    readonly answer: List<RefusedFolder>;
  };
  readonly "POST /v1/capabilities/lock-folder": {
    readonly body: { readonly path: string };
    readonly answer: {
      readonly locks: readonly {
        readonly file: string;
        readonly text: string;
        readonly packages: readonly string[];
      }[];
    };
  };
  readonly "POST /v1/packs/trust": {
    readonly body: { readonly path: string };
    readonly answer: {
      readonly added: readonly string[];
      readonly refused: readonly { readonly path: string; readonly reason: string }[];
      readonly mcp_servers: readonly FoundMcpServer[];
    };
  };
  readonly "POST /v1/capabilities/test": {
    readonly body: { readonly path: string };
    readonly answer: FolderReport;
  };
  readonly "POST /v1/capabilities/check-folder": {
    readonly body: { readonly path: string };
    readonly answer: FolderReport;
  };
  readonly "GET /v1/capabilities/:id/documentation": {
    readonly params: { readonly id: string };
    readonly answer: {
      readonly path: string | null;
      readonly text: string;
      readonly warnings: readonly string[];
    };
  };
  readonly "POST /v1/capabilities/:id/refresh": {
    readonly params: { readonly id: string };
    readonly body?: Record<string, never>;
    readonly answer: InstalledFolder;
  };
  readonly "POST /v1/capabilities/install": {
    readonly body: Blob;
    readonly answer:
      | {
          readonly kind: "skill";
          readonly folder: InstalledFolder;
          readonly packages: readonly string[];
        }
      | {
          readonly kind: "agent";
          readonly folder: InstalledFolder;
          readonly packages: readonly string[];
        }
      | {
          readonly kind: "ext";
          readonly extension: Extension;
          readonly packages: readonly string[];
        }
      | { readonly kind: "pack"; readonly pack: Pack; readonly packages: readonly string[] }
      | {
          readonly kind: `x-${string}`;
          readonly folder: InstalledFolder;
          readonly packages: readonly string[];
        };
  };
  readonly "POST /v1/capabilities": {
    readonly body: JsonObject;
    readonly answer: Capability;
  };
  readonly "POST /v1/capabilities/check": {
    readonly body: JsonObject;
    readonly answer: { readonly id: string; readonly version: string; readonly tools: number };
  };
  readonly "POST /v1/intents": {
    readonly query?: { readonly wait_ms?: number | string | undefined };
    readonly body?: {
      readonly text?: string | undefined;
      readonly session_id?: string | undefined;
      readonly dry_run?: boolean | undefined;
      readonly message_id?: string | undefined;
      readonly undo?: string | undefined;
    };
    readonly answer: Intent;
  };
  readonly "GET /v1/intents/:id": {
    readonly params: { readonly id: string };
    readonly query?: { readonly wait_ms?: number | string | undefined };
    readonly answer: Intent;
  };
  readonly "GET /v1/mcp-servers": {
    readonly query?: {
      readonly limit?: number | string | undefined;
      readonly offset?: number | string | undefined;
    };
    readonly answer: List<McpServer>;
  };
  readonly "GET /v1/mcp-servers/:id": {
    readonly params: { readonly id: string };
    readonly answer: McpServer;
  };
  readonly "POST /v1/mcp-servers": {
    readonly body: { readonly id: string };
    readonly answer: McpServer;
  };
  readonly "GET /v1/found-mcp-servers": {
    readonly query?: {
      readonly limit?: number | string | undefined;
      readonly offset?: number | string | undefined;
    };
    readonly answer: List<FoundMcpServer>;
  };
  readonly "POST /v1/found-mcp-servers": {
    readonly body: { readonly id: string; readonly project: string; readonly digest: string };
    readonly answer: McpServer;
  };
  readonly "DELETE /v1/mcp-servers/:id": {
    readonly params: { readonly id: string };
    readonly answer: { readonly id: string; readonly removed: boolean };
  };
  readonly "POST /v1/mcp-servers/:id/sign-in": {
    readonly params: { readonly id: string };
    readonly answer: { readonly id: string; readonly url: string };
  };
  readonly "POST /v1/mcp-servers/:id/refresh": {
    readonly params: { readonly id: string };
    readonly answer: McpServer;
  };
  readonly "GET /v1/mcp-clients": {
    readonly query?: {
      readonly limit?: number | string | undefined;
      readonly offset?: number | string | undefined;
    };
    readonly answer: List<McpClient>;
  };
  readonly "GET /v1/tools": {
    readonly query?: {
      readonly limit?: number | string | undefined;
      readonly offset?: number | string | undefined;
      readonly source_type?: string | undefined;
      readonly source_types?: string | undefined;
      readonly risk_max?: RiskLevel | undefined;
      readonly risk_level_max?: RiskLevel | undefined;
      readonly exclude_side_effects?: string | undefined;
      readonly enabled_only?: "true" | "false" | undefined;
      readonly search?: string | undefined;
    };
    readonly answer: List<Tool>;
  };
  readonly "GET /v1/tools/:tool_id": {
    readonly params: { readonly tool_id: string };
    readonly answer: Tool;
  };
  readonly "GET /v1/tools/:tool_id/progress": {
    readonly params: { readonly tool_id: string };
    readonly query: { readonly message_id: string };
    readonly answer: { readonly message?: string; readonly done?: number; readonly total?: number };
  };
  readonly "POST /v1/tools/:tool_id/invoke": {
    readonly params: { readonly tool_id: string };
    readonly body?: {
      readonly inputs?: Json | undefined;
      readonly mode?: Mode | undefined;
      readonly dry_run?: boolean | undefined;
      readonly session_id?: string | undefined;
      readonly context_id?: string | undefined;
      readonly message_id?: string | undefined;
      readonly resume_token?: string | undefined;
      readonly reconcile?: "ran" | "not_run" | "run_again" | undefined;
      readonly answer?: "accept" | "decline" | "cancel" | undefined;
    };
    readonly answer: {
      readonly invocation_id: string;
      readonly state: TaskState;
      readonly outputs?: Json;
      readonly ran_with?: Json;
      readonly answer?:
        | { readonly by: string; readonly says: string; readonly type: "edited" }
        | {
            readonly by: string;
            readonly says: string;
            readonly type: "denied";
            readonly reason: string;
          }
        | {
            readonly by: string;
            readonly says: string;
            readonly type: "remembered";
            readonly grant: string;
            readonly match: "exact" | "tool" | "pack";
            readonly scope: "session" | "always";
          };
      readonly error?: {
        readonly code: string;
        readonly message: string;
        readonly retryable: boolean;
        readonly details?: JsonObject;
      };
      readonly input_request?: InputRequest;
      readonly declared_side_effects: readonly SideEffect[];
      readonly artifacts: readonly Artifact[];
      readonly notes?: readonly string[];
      readonly usage?: ModelUsage;
      readonly duration_ms: number;
      readonly turn: number;
      readonly delegation?: { readonly target: string; readonly context_id: string };
      readonly metadata?: {
        readonly execution_status: "success" | "failed" | "blocked" | "escalated" | "timeout";
        readonly agent_state: TaskState;
      };
      readonly context_id?: string;
      readonly resume_token?: string;
      readonly session_id?: string;
    };
  };
  readonly "POST /v1/agents": {
    readonly body: {
      readonly name: string;
      readonly system_prompt?: string | undefined;
      readonly model?: string | undefined;
      readonly capabilities?: readonly AgentEntry[] | undefined;
    };
    readonly answer: Agent;
  };
  readonly "POST /v1/agents/preview": {
    readonly body: {
      readonly name: string;
      readonly system_prompt?: string | undefined;
      readonly model?: string | undefined;
      readonly capabilities?: readonly AgentEntry[] | undefined;
    };
    readonly answer: AgentPreview;
  };
  readonly "GET /v1/agents": {
    readonly query?: {
      readonly limit?: number | string | undefined;
      readonly offset?: number | string | undefined;
    };
    readonly answer: List<Agent>;
  };
  readonly "GET /v1/agents/:id": {
    readonly params: { readonly id: string };
    readonly answer: Agent;
  };
  readonly "PATCH /v1/agents/:id": {
    readonly params: { readonly id: string };
    readonly body?: {
      readonly name?: string | undefined;
      readonly system_prompt?: string | undefined;
      readonly model?: string | null | undefined;
      readonly capabilities?: readonly AgentEntry[] | undefined;
    };
    readonly answer: Agent;
  };
  readonly "DELETE /v1/agents/:id": {
    readonly params: { readonly id: string };
    readonly answer: { readonly id: string; readonly removed: boolean };
  };
  readonly "GET /v1/agents/:id/preview": {
    readonly params: { readonly id: string };
    readonly answer: AgentPreview;
  };
  readonly "GET /v1/capabilities": {
    readonly query?: {
      readonly limit?: number | string | undefined;
      readonly offset?: number | string | undefined;
      readonly kind?: string | undefined;
      readonly status?: string | undefined;
    };
    readonly answer: List<Capability>;
  };
  readonly "GET /v1/capabilities/:id": {
    readonly params: { readonly id: string };
    readonly answer: Capability;
  };
  readonly "PATCH /v1/capabilities/:id": {
    readonly params: { readonly id: string };
    readonly body: JsonObject;
    readonly answer: Capability;
  };
  readonly "DELETE /v1/capabilities/:id": {
    readonly params: { readonly id: string };
    readonly answer: { readonly id: string; readonly removed: boolean };
  };
  readonly "GET /v1/access": {
    readonly query?: {
      readonly limit?: number | string | undefined;
      readonly offset?: number | string | undefined;
    };
    readonly answer: List<Opening>;
  };
  readonly "GET /v1/capabilities/:id/access": {
    readonly params: { readonly id: string };
    readonly answer: Access;
  };
  readonly "PUT /v1/capabilities/:id/access": {
    readonly params: { readonly id: string };
    readonly body?: {
      readonly paths?:
        | readonly {
            readonly root: string;
            readonly verbs: readonly ("read" | "write")[];
            readonly session_id?: string | null | undefined;
          }[]
        | undefined;
      readonly hosts?: readonly string[] | undefined;
    };
    readonly answer: Access;
  };
  readonly "POST /v1/sessions": {
    readonly body?: {
      readonly agent_id?: string | undefined;
      readonly title?: string | undefined;
      readonly profile?: Profile | undefined;
      readonly mode?: Mode | undefined;
    };
    readonly answer: Session;
  };
  readonly "GET /v1/sessions": {
    readonly query?: {
      readonly limit?: number | string | undefined;
      readonly offset?: number | string | undefined;
      readonly search?: string | undefined;
    };
    readonly answer: List<Session>;
  };
  readonly "GET /v1/sessions/:id": {
    readonly params: { readonly id: string };
    readonly answer: Session;
  };
  readonly "POST /v1/sessions/:id/messages": {
    readonly params: { readonly id: string };
    readonly query?: { readonly wait_ms?: number | string | undefined };
    readonly body: {
      readonly content: string | readonly MessagePart[];
      readonly message_id?: string | undefined;
      readonly on_pending?: "withdraw" | "queue" | undefined;
      readonly attach?: readonly string[] | undefined;
      readonly detach?: readonly string[] | undefined;
      readonly open_reads?: boolean | undefined;
      readonly open_tools?: boolean | undefined;
    };
    readonly answer: {
      readonly message: Message;
      readonly session: Session;
      readonly messages: readonly Message[];
    };
  };
  readonly "GET /v1/sessions/:id/messages": {
    readonly params: { readonly id: string };
    readonly query?: {
      readonly limit?: number | string | undefined;
      readonly offset?: number | string | undefined;
    };
    readonly answer: List<Message>;
  };
  readonly "POST /v1/sessions/:id/resume": {
    readonly params: { readonly id: string };
    readonly query?: { readonly wait_ms?: number | string | undefined };
    readonly body: {
      readonly resume_token: string;
      readonly answer?: "accept" | "decline" | "cancel" | undefined;
      readonly inputs?: JsonObject | undefined;
      readonly reconcile?: "ran" | "not_run" | "run_again" | undefined;
    };
    readonly answer: Turn;
  };
  readonly "POST /v1/sessions/:id/cancel": {
    readonly params: { readonly id: string };
    readonly body?: Record<string, never>;
    readonly answer: Session;
  };
  readonly "PUT /v1/sessions/:id/spec": {
    readonly params: { readonly id: string };
    readonly body: { readonly content: Json };
    readonly answer: Session;
  };
  readonly "POST /v1/sessions/:id/spec/freeze": {
    readonly params: { readonly id: string };
    readonly body?: { readonly digest?: string | undefined };
    readonly answer: Session;
  };
  readonly "PATCH /v1/sessions/:id": {
    readonly params: { readonly id: string };
    readonly body: { readonly title: string };
    readonly answer: Session;
  };
  readonly "DELETE /v1/sessions/:id": {
    readonly params: { readonly id: string };
    readonly answer: { readonly id: string; readonly erased: boolean };
  };
  readonly "POST /v1/sessions/:id/pause": {
    readonly params: { readonly id: string };
    readonly body?: Record<string, never>;
    readonly answer: Session;
  };
  readonly "POST /v1/sessions/:id/fork": {
    readonly params: { readonly id: string };
    readonly body?: { readonly message_id?: string | undefined };
    readonly answer: Session;
  };
  readonly "GET /v1/sessions/:id/usage": {
    readonly params: { readonly id: string };
    readonly answer: Usage;
  };
  readonly "GET /v1/sessions/:id/files": {
    readonly params: { readonly id: string };
    readonly query?: {
      readonly path?: string | undefined;
      readonly list?: "0" | "1" | "" | "true" | "false" | undefined;
      readonly recursive?: "0" | "1" | "" | "true" | "false" | undefined;
    };
    readonly answer: List<SessionFile>;
  };
  readonly "GET /v1/sessions/:id/files/:path{.+}": {
    readonly params: { readonly id: string; readonly path: string };
    readonly query?: {
      readonly list?: "0" | "1" | "" | "true" | "false" | undefined;
      readonly recursive?: "0" | "1" | "" | "true" | "false" | undefined;
    };
    readonly answer: Response;
  };
  readonly "PUT /v1/sessions/:id/files/:path{.+}": {
    readonly params: { readonly id: string; readonly path: string };
    readonly body: Blob;
    readonly answer: {
      readonly path: string;
      readonly name: string;
      readonly is_directory: boolean;
      readonly size_bytes: number;
      readonly mime: string | null;
      readonly digest: string | null;
      readonly created_at: string;
      readonly updated_at: string;
      readonly created: boolean;
    };
  };
  readonly "DELETE /v1/sessions/:id/files/:path{.+}": {
    readonly params: { readonly id: string; readonly path: string };
    readonly query?: { readonly recursive?: "0" | "1" | "" | "true" | "false" | undefined };
    readonly answer: { readonly path: string; readonly deleted: boolean };
  };
  readonly "GET /v1/sessions/:id/artifacts": {
    readonly params: { readonly id: string };
    readonly query?: {
      readonly limit?: number | string | undefined;
      readonly offset?: number | string | undefined;
    };
    readonly answer: List<SessionArtifact>;
  };
  readonly "GET /metrics": {
    readonly answer: Response;
  };
  readonly "GET /v1/usage": {
    readonly query?: {
      readonly limit?: number | string | undefined;
      readonly offset?: number | string | undefined;
    };
    readonly answer: List<{
      readonly actor: Person;
      readonly model_calls: number;
      readonly input_tokens: number;
      readonly output_tokens: number;
      readonly cost: number | null;
    }>;
  };
  readonly "GET /v1/overview": {
    readonly query?: { readonly hours?: number | undefined };
    readonly answer: Overview;
  };
  readonly "GET /v1/model": {
    readonly answer: Model;
  };
  readonly "PUT /v1/model": {
    readonly body: {
      readonly name: string;
      readonly key?: string | undefined;
      readonly base_url?: string | undefined;
    };
    readonly answer: Model;
  };
  readonly "DELETE /v1/model": {
    readonly answer: Model;
  };
  readonly "POST /v1/model/check": {
    readonly answer: {
      readonly name: string;
      readonly state:
        | "ok"
        | "key_refused"
        | "model_unknown"
        | "rate_limited"
        | "unreachable"
        | "failed";
      readonly message: string;
    };
  };
  readonly "POST /v1/sandbox/check": {
    readonly answer: {
      readonly enforcement: "bubblewrap" | "container" | "seatbelt" | "degraded" | "off";
      readonly problem: {
        readonly reason: "platform" | "not_installed" | "refused" | "off";
        readonly message: string;
        readonly command: string | null;
      } | null;
      readonly bounds: readonly {
        readonly name: "memory" | "memory of all" | "processes" | "processor time";
        readonly held_by: "control group" | "kernel" | "watch" | "nothing";
        readonly message: string;
      }[];
      readonly canaries: readonly {
        readonly name: string;
        readonly held: boolean;
        readonly message: string;
      }[];
    };
  };
  readonly "GET /v1/settings": {
    readonly answer: Settings;
  };
  readonly "GET /v1/sessions/:id/events": {
    readonly params: { readonly id: string };
    readonly query?: {
      readonly limit?: number | string | undefined;
      readonly offset?: number | string | undefined;
      readonly since?: number | string | undefined;
    };
    readonly answer: List<SessionEvent>;
  };
  readonly "GET /v1/sessions/:id/events/stream": {
    readonly params: { readonly id: string };
    readonly answer: Response;
  };
  readonly "GET /v1/approvals": {
    readonly query?: {
      readonly limit?: number | string | undefined;
      readonly offset?: number | string | undefined;
      readonly state?: ApprovalState | undefined;
      readonly session_id?: string | undefined;
    };
    readonly answer: List<Approval>;
  };
  readonly "GET /v1/approvals/:id": {
    readonly params: { readonly id: string };
    readonly answer: Approval;
  };
  readonly "POST /v1/approvals/preview": {
    readonly body: {
      readonly tool_id: string;
      readonly inputs?: Json | undefined;
      readonly session_id?: string | undefined;
    };
    readonly answer: Foreseen;
  };
  readonly "POST /v1/approvals/:id/run": {
    readonly params: { readonly id: string };
    readonly query?: { readonly wait_ms?: number | string | undefined };
    readonly body?: {
      readonly remember?: Remember | undefined;
      readonly inputs?: Json | undefined;
      readonly access?: AccessScope | undefined;
    };
    readonly answer: Answered;
  };
  readonly "POST /v1/approvals/:id/deny": {
    readonly params: { readonly id: string };
    readonly query?: { readonly wait_ms?: number | string | undefined };
    readonly body?: { readonly reason?: string | undefined };
    readonly answer: Answered;
  };
  readonly "GET /v1/grants": {
    readonly query?: {
      readonly limit?: number | string | undefined;
      readonly offset?: number | string | undefined;
      readonly session_id?: string | undefined;
    };
    readonly answer: List<Grant>;
  };
  readonly "DELETE /v1/grants/:id": {
    readonly params: { readonly id: string };
    readonly answer: { readonly id: string; readonly revoked: boolean };
  };
  readonly "GET /v1/halt": {
    readonly answer: Halted;
  };
  readonly "POST /v1/halt": {
    readonly body?: { readonly reason?: string | undefined };
    readonly answer: Halted;
  };
  readonly "DELETE /v1/halt": {
    readonly answer: Halted;
  };
  readonly "GET /v1/policy": {
    readonly answer: Policy;
  };
  readonly "POST /v1/policy/check": {
    readonly body?: { readonly draft?: PolicyDraft | undefined };
    readonly answer: {
      readonly ok: boolean;
      readonly files: number;
      readonly problems: readonly PolicyProblem[];
      readonly notes: readonly PolicyProblem[];
    };
  };
  readonly "POST /v1/policy/explain": {
    readonly body: {
      readonly tool_id: string;
      readonly inputs?: Json | undefined;
      readonly session_id?: string | undefined;
      readonly profile?: Profile | undefined;
      readonly mode?: Mode | undefined;
      readonly dry_run?: boolean | undefined;
    };
    readonly answer: Explanation;
  };
  readonly "POST /v1/policy/replay": {
    readonly body: { readonly draft: PolicyDraft; readonly since: string };
    readonly answer: Replay;
  };
  readonly "GET /v1/secrets": {
    readonly query?: {
      readonly limit?: number | string | undefined;
      readonly offset?: number | string | undefined;
    };
    readonly answer: List<Secret>;
  };
  readonly "PUT /v1/secrets/:name": {
    readonly params: { readonly name: string };
    readonly body: { readonly value: string; readonly tools?: readonly string[] | undefined };
    readonly answer: { readonly secret: Secret; readonly warning?: string };
  };
  readonly "DELETE /v1/secrets/:name": {
    readonly params: { readonly name: string };
    readonly answer: { readonly name: string; readonly removed: boolean };
  };
  readonly "GET /v1/principals": {
    readonly query?: {
      readonly limit?: number | string | undefined;
      readonly offset?: number | string | undefined;
      readonly search?: string | undefined;
    };
    readonly answer: List<Principal>;
  };
  readonly "POST /v1/principals": {
    readonly body: { readonly name: string; readonly kind?: "user" | "service" | undefined };
    readonly answer: Principal;
  };
  readonly "GET /v1/principals/:id": {
    readonly params: { readonly id: string };
    readonly answer: Principal;
  };
  readonly "PATCH /v1/principals/:id": {
    readonly params: { readonly id: string };
    readonly body?: {
      readonly name?: string | undefined;
      readonly state?: "active" | "disabled" | undefined;
    };
    readonly answer: Principal;
  };
  readonly "GET /v1/me": {
    readonly answer: {
      readonly id: string;
      readonly kind: "user" | "service";
      readonly name: string;
      readonly state: "active" | "disabled";
      readonly origin: "local";
      readonly created_at: string;
      readonly last_seen_at: string | null;
      readonly scopes: readonly Scope[];
    };
  };
  readonly "GET /v1/tokens": {
    readonly query?: {
      readonly limit?: number | string | undefined;
      readonly offset?: number | string | undefined;
    };
    readonly answer: List<Token>;
  };
  readonly "POST /v1/tokens": {
    readonly body: {
      readonly name?: string | undefined;
      readonly for?: string | undefined;
      readonly scopes: readonly Scope[];
      readonly expires_in_s?: number | undefined;
    };
    readonly answer: {
      readonly id: string;
      readonly principal_id: string;
      readonly scopes: readonly Scope[];
      readonly created_at: string;
      readonly expires_at: string | null;
      readonly revoked_at: string | null;
      readonly name: string;
      readonly token: string;
    };
  };
  readonly "DELETE /v1/tokens/:id": {
    readonly params: { readonly id: string };
    readonly answer: { readonly id: string; readonly revoked: boolean };
  };
  readonly "POST /v1/admin/token": {
    readonly body?: { readonly expires_in_s?: number | undefined };
    readonly answer: { readonly token: string; readonly expires_at: string };
  };
  readonly "GET /v1/audit": {
    readonly query?: {
      readonly limit?: number | string | undefined;
      readonly offset?: number | string | undefined;
      readonly session_id?: string | undefined;
      readonly tool_id?: string | undefined;
      readonly invocation_id?: string | undefined;
      readonly actor?: string | undefined;
      readonly type?: string | undefined;
      readonly since?: string | undefined;
    };
    readonly answer: List<AuditRecord>;
  };
  readonly "GET /v1/audit/verify": {
    readonly answer: AuditVerification;
  };
  readonly "POST /v1/audit/verify": {
    readonly body: { readonly checkpoints: readonly Checkpoint[] };
    readonly answer: AuditVerification;
  };
  readonly "GET /v1/audit/checkpoint": {
    readonly answer: { readonly checkpoint: Checkpoint | null; readonly public_key: string };
  };
  readonly "GET /v1/audit/proof": {
    readonly query: { readonly invocation_id: string };
    readonly answer: AuditProof;
  };
  readonly "GET /v1/audit/export": {
    readonly query?: { readonly since?: string | undefined };
    readonly answer: Response;
  };
  readonly "POST /v1/backup": {
    readonly body: { readonly path: string };
    readonly answer: { readonly path: string; readonly size_bytes: number };
  };
  readonly "GET /.well-known/agent-skills/:path{.+}": {
    readonly params: { readonly path: string };
    readonly answer: Response;
  };
  readonly "POST /mcp": {
    readonly body: JsonObject;
    readonly answer: JsonObject;
  };
  readonly "GET /mcp": {
    readonly answer: Response;
  };
  readonly "DELETE /mcp": {
    readonly answer: Record<string, never>;
  };
  readonly "GET /mcp/sign-in": {
    readonly answer: Response;
  };
  readonly "GET /mcp/client-metadata.json": {
    readonly answer: JsonObject;
  };
  readonly "GET /healthz": {
    readonly answer: { readonly status: "ok"; readonly version: string };
  };
  readonly "GET /readyz": {
    readonly answer: {
      readonly status: "ready" | "starting" | "draining" | "unavailable";
      readonly checks?: { readonly store: "ok" | "failed"; readonly checkpoints?: "failed" };
      readonly unknown_calls?: number;
    };
  };
  readonly "POST /v1/sign-in/codes": {
    readonly body?: { readonly admin?: string | undefined };
    readonly answer: { readonly code: string };
  };
  readonly "POST /v1/sign-in": {
    readonly body: { readonly code: string };
    readonly answer: {
      readonly token: string;
      readonly expires_at: string;
      readonly actor: Person;
      readonly scopes: readonly Scope[];
      readonly admin: { readonly token: string; readonly expires_at: string } | null;
    };
  };
  readonly "POST /v1/presence": {
    readonly body: { readonly terminal: string };
    readonly answer: { readonly id: string; readonly expires_at: string };
  };
  readonly "POST /v1/presence/:id": {
    readonly params: { readonly id: string };
    readonly body: { readonly code: string };
    readonly answer: { readonly token: string; readonly expires_at: string };
  };
};
