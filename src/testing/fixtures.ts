import type { Token } from "../schema/actor.ts";
import type { Agent } from "../schema/agent.ts";
import type { Approval } from "../schema/approval.ts";
import type { AuditEntry } from "../schema/audit-record.ts";
import { type Bundle, type BundleFile, bundleOf } from "../schema/bundle.ts";
import type { Context, ContextEvent, Fact } from "../schema/context.ts";
import type { Delivery } from "../schema/delivery.ts";
import type { SessionEvent } from "../schema/event.ts";
import type { Halt } from "../schema/halt.ts";
import type { Invocation } from "../schema/invocation.ts";
import type { LedgerEntry } from "../schema/ledger-entry.ts";
import type { Message } from "../schema/message.ts";
import type { Opening } from "../schema/opening.ts";
import type { Outcome } from "../schema/outcome.ts";
import type { Principal } from "../schema/principal.ts";
import type { SealedSecret } from "../schema/secret.ts";
import type { Session } from "../schema/session.ts";
import type { SessionFile } from "../schema/session-file.ts";
import type { Spec } from "../schema/spec.ts";
import type { StandingGrant } from "../schema/standing-grant.ts";

/** A whole, valid id that rises with `n`, as ids do. */
export function fixtureId(prefix: string, n = 1): string {
  return `${prefix}_01980000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;
}

/** `seconds` after the moment at which every fixture was made. */
export function fixtureTime(seconds = 0): string {
  return new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toISOString();
}

export function makeAgent(overrides: Partial<Agent> = {}): Agent {
  return {
    id: fixtureId("agent"),
    name: "assistant",
    systemPrompt: "You help.",
    status: "active",
    capabilities: ["current_time", "test_math"],
    createdAt: fixtureTime(),
    ...overrides,
  };
}

export function makePrincipal(overrides: Partial<Principal> = {}): Principal {
  return {
    id: fixtureId("prn"),
    kind: "user",
    name: "ada",
    state: "active",
    origin: "local",
    createdAt: fixtureTime(),
    lastSeenAt: null,
    formerName: null,
    ...overrides,
  };
}

export function makeToken(overrides: Partial<Token> = {}): Token {
  return {
    id: fixtureId("token"),
    principalId: "prn_owner",
    scopes: ["invoke", "approve"],
    hash: "a".repeat(64),
    createdAt: fixtureTime(),
    expiresAt: null,
    revokedAt: null,
    ...overrides,
  };
}

export function makeSession(overrides: Partial<Session> = {}): Session {
  return {
    id: fixtureId("session"),
    agentId: fixtureId("agent"),
    title: "A session",
    state: "pending",
    turn: 0,
    lastTurn: 0,
    version: 1,
    mode: "execution",
    profile: "risk",
    inputRequest: null,
    error: null,
    createdBy: "owner",
    creatorScopes: ["invoke", "approve"],
    spec: null,
    attachments: [],
    taintedAt: null,
    createdAt: fixtureTime(),
    updatedAt: fixtureTime(),
    ...overrides,
  };
}

export function makeSpec(overrides: Partial<Spec> = {}): Spec {
  return {
    content: { goal: "Tidy up.", steps: ["list", "delete"] },
    digest: `sha256:${"d".repeat(64)}`,
    frozenAt: null,
    frozenBy: null,
    updatedAt: fixtureTime(),
    ...overrides,
  };
}

export function makeMessage(overrides: Partial<Message> = {}): Message {
  return {
    id: fixtureId("msg"),
    sessionId: fixtureId("session"),
    turn: 1,
    position: 0,
    role: "user",
    content: "What is 2 + 3?",
    createdAt: fixtureTime(),
    ...overrides,
  };
}

export function makeEvent(
  overrides: Partial<Omit<SessionEvent, "sequence">> = {},
): Omit<SessionEvent, "sequence"> {
  return {
    id: fixtureId("evt"),
    type: "turn.started",
    sessionId: fixtureId("session"),
    turn: 1,
    ts: fixtureTime(),
    data: {},
    ...overrides,
  };
}

/** A call outside any turn, just begun. */
export function makeInvocation(overrides: Partial<Invocation> = {}): Invocation {
  return {
    id: fixtureId("inv"),
    toolId: "builtin:test_math:add",
    toolDigest: `sha256:${"b".repeat(64)}`,
    actor: "owner",
    scopes: ["invoke"],
    sessionId: null,
    contextId: null,
    turn: 1,
    position: null,
    messageId: null,
    mode: "execution",
    dryRun: false,
    specFrozen: false,
    specFrozenAt: null,
    inputs: { a: 2, b: 3 },
    givenDigest: "",
    accessDigest: "",
    inputDigest: `sha256:${"c".repeat(64)}`,
    state: "in_progress",
    outcome: null,
    createdAt: fixtureTime(),
    endedAt: null,
    ...overrides,
  };
}

export function makeOutcome(overrides: Partial<Outcome> = {}): Outcome {
  return {
    invocationId: fixtureId("inv"),
    state: "completed",
    outputs: { result: 5 },
    declaredSideEffects: [],
    artifacts: [],
    durationMs: 1,
    turn: 1,
    ...overrides,
  };
}

export function makeApproval(overrides: Partial<Approval> = {}): Approval {
  return {
    id: fixtureId("appr"),
    state: "pending",
    level: "user",
    sessionId: null,
    invocationId: fixtureId("inv"),
    toolId: "builtin:session_file_system:delete_file",
    riskLevel: "HIGH",
    sideEffectTags: ["fs.delete"],
    inputs: { path: "/a.txt" },
    reason: "HIGH asks in the risk profile.",
    binding: {
      tool: "t",
      definition: "d",
      input: "i",
      access: "g",
      session: "s",
      preview: "",
      packs: "",
      context: "",
    },
    expiresAt: fixtureTime(60),
    createdAt: fixtureTime(),
    answeredBy: null,
    answeredAt: null,
    ...overrides,
  };
}

export function makeGrant(overrides: Partial<StandingGrant> = {}): StandingGrant {
  return {
    id: fixtureId("grant"),
    toolId: "builtin:session_file_system:delete_file",
    definition: "d",
    access: "g",
    match: "tool",
    input: null,
    sessionId: null,
    actor: "owner",
    level: "user",
    approvalId: fixtureId("appr"),
    createdBy: "owner",
    createdAt: fixtureTime(),
    expiresAt: null,
    revokedBy: null,
    revokedAt: null,
    ...overrides,
  };
}

export function makeOpening(overrides: Partial<Opening> = {}): Opening {
  return {
    id: fixtureId("open"),
    capabilityId: "ext:files",
    root: "/srv/reports",
    device: "1",
    inode: "2",
    host: null,
    verbs: ["read"],
    sessionId: null,
    machine: "here",
    givenBy: "owner",
    givenAt: fixtureTime(),
    ...overrides,
  };
}

export function makeLedgerEntry(overrides: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    invocationId: fixtureId("inv"),
    sessionId: null,
    status: "intended",
    attempt: 1,
    owner: "process-1",
    startBefore: fixtureTime(5),
    invocation: null,
    contextId: null,
    intendedAt: fixtureTime(),
    ...overrides,
  };
}

export function makeAuditEntry(overrides: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: fixtureId("aud"),
    stream: fixtureId("session"),
    ts: fixtureTime(),
    type: "invocation.ended",
    actor: "owner",
    sessionId: fixtureId("session"),
    invocationId: fixtureId("inv"),
    toolId: "builtin:test_math:add",
    data: { state: "completed" },
    ...overrides,
  };
}

export function makeSecret(overrides: Partial<SealedSecret> = {}): SealedSecret {
  return {
    name: "GITHUB_TOKEN",
    tools: ["mcp:github:*"],
    hint: "cdef",
    bindings: null,
    sealed: "sealed",
    createdAt: fixtureTime(),
    updatedAt: fixtureTime(),
    ...overrides,
  };
}

export function makeHalt(overrides: Partial<Halt> = {}): Halt {
  return { by: "owner", reason: "Something is wrong.", since: fixtureTime(), ...overrides };
}

export function makeDelivery(overrides: Partial<Delivery> = {}): Delivery {
  return {
    id: fixtureId("dlv"),
    sessionId: null,
    type: "approval.requested",
    body: '{"type":"approval.requested"}',
    attempts: 0,
    dueAt: fixtureTime(),
    createdAt: fixtureTime(),
    ...overrides,
  };
}

export function makeContext(overrides: Partial<Context> = {}): Context {
  return {
    id: "ctx",
    sessionId: null,
    actor: null,
    turn: 1,
    state: "in_progress",
    summary: "",
    version: 1,
    detail: {},
    inputRequest: null,
    createdAt: fixtureTime(),
    updatedAt: fixtureTime(),
    ...overrides,
  };
}

export function makeContextEvent(overrides: Partial<ContextEvent> = {}): ContextEvent {
  return {
    id: fixtureId("evt"),
    contextId: "ctx",
    type: "input.received",
    payload: {},
    turn: 1,
    agentId: null,
    messageId: null,
    ts: fixtureTime(),
    ...overrides,
  };
}

export function makeFact(overrides: Partial<Fact> = {}): Fact {
  return {
    contextId: "ctx",
    bucket: "b",
    key: "k",
    value: 1,
    ts: fixtureTime(),
    expiresAt: null,
    ...overrides,
  };
}

export function makeBundle(...files: Partial<BundleFile>[]): Bundle {
  const some = files.length === 0 ? [{}] : files;
  return bundleOf(
    some.map((file) => ({
      path: "SKILL.md",
      digest: "sha256:a",
      size_bytes: 1,
      executable: false,
      ...file,
    })),
  );
}

export function makeFile(overrides: Partial<SessionFile> = {}): SessionFile {
  return {
    sessionId: fixtureId("session"),
    path: "/a.txt",
    kind: "file",
    digest: "sha256:a",
    size: 1,
    executable: false,
    createdAt: fixtureTime(),
    updatedAt: fixtureTime(),
    ...overrides,
  };
}
