import type { Token } from "../schema/actor.ts";
import type { Agent } from "../schema/agent.ts";
import type { Approval, ApprovalState } from "../schema/approval.ts";
import type { AuditEntry } from "../schema/audit-record.ts";
import type { AwaitedCall } from "../schema/awaited-call.ts";
import type { Bundle, BundleUser } from "../schema/bundle.ts";
import type { ChangeSet, ChangeSetState, Remark } from "../schema/change-set.ts";
import type { Checkpoint, StreamHead } from "../schema/checkpoint.ts";
import type { Context, ContextEvent, Fact } from "../schema/context.ts";
import type { StoredCapability } from "../schema/custom-capability.ts";
import type { Delegation } from "../schema/delegation.ts";
import type { Delivery } from "../schema/delivery.ts";
import type { SessionEvent } from "../schema/event.ts";
import type { Halt } from "../schema/halt.ts";
import type { HubInstall, PinnedKey, StoredHub } from "../schema/hub-trust.ts";
import type { InstalledFolder } from "../schema/installed-folder.ts";
import type { Invocation } from "../schema/invocation.ts";
import type { LedgerEntry } from "../schema/ledger-entry.ts";
import type { StoredMcpServer } from "../schema/mcp-server.ts";
import type { Message } from "../schema/message.ts";
import type { Opening } from "../schema/opening.ts";
import type { Principal } from "../schema/principal.ts";
import type { SealedSecret } from "../schema/secret.ts";
import type { SeenTool } from "../schema/seen-tool.ts";
import type { Session } from "../schema/session.ts";
import type { SessionFile } from "../schema/session-file.ts";
import type { SourceListing } from "../schema/source-listing.ts";
import type { Spec } from "../schema/spec.ts";
import type { StandingGrant } from "../schema/standing-grant.ts";
import type { Takeover } from "../schema/takeover.ts";
import type { TaskState } from "../schema/task-state.ts";
import type { ToolName } from "../schema/tool-name.ts";

type LedgerExpectation = Pick<LedgerEntry, "status" | "attempt">;

/**
 * One write. `expect` is what the writer read: the change applies only while it still holds.
 * Where it is null, the row must not exist yet.
 */
export type Change =
  | { readonly type: "agent.add"; readonly agent: Agent }
  /** Conflicts when there is none of this id. */
  | { readonly type: "agent.put"; readonly agent: Agent }
  /** Conflicts when there is none. */
  | { readonly type: "agent.remove"; readonly id: string }
  | { readonly type: "token.add"; readonly token: Token }
  | { readonly type: "principal.add"; readonly principal: Principal }
  /** Sets name and state. Conflicts when there is none of this id. */
  | { readonly type: "principal.put"; readonly principal: Principal; readonly now: string }
  | { readonly type: "principal.seen"; readonly id: string; readonly at: string }
  /** Conflicts when it was revoked before. */
  | { readonly type: "token.revoke"; readonly id: string; readonly revokedAt: string }
  | { readonly type: "session.add"; readonly session: Session }
  /**
   * Sets everything but `lastTurn`, `spec`, `attachments` and `taintedAt`, which belong to changes
   * of their own, and who opened the session.
   */
  | { readonly type: "session.move"; readonly session: Session; readonly expect: number }
  /** Marks it once: later marks change nothing. */
  | { readonly type: "session.taint"; readonly sessionId: string; readonly at: string }
  /** Replaces the takeover of this session. */
  | { readonly type: "takeover.put"; readonly takeover: Takeover }
  /** The next takeover of this session does not count. */
  | { readonly type: "takeover.excuse"; readonly sessionId: string }
  /** `expect` is the spec that the writer read; null when there was none. */
  | {
      readonly type: "spec.put";
      readonly sessionId: string;
      readonly spec: Spec;
      readonly expect: Spec | null;
    }
  /** `expect` are the attachments that the writer read. */
  | {
      readonly type: "attachments.put";
      readonly sessionId: string;
      readonly attachments: Session["attachments"];
      readonly expect: Session["attachments"];
    }
  /** Adds a user's message as turn `message.turn`, which must be the session's `lastTurn` + 1. */
  | { readonly type: "message.accept"; readonly message: Message }
  | { readonly type: "message.add"; readonly message: Message }
  /**
   * Writes nothing: conflicts unless this turn is in progress and nothing has taken the place in it.
   * `unclaimed` is a call that must have no intent; null when its own is put by an `expect`.
   */
  | {
      readonly type: "position.expect";
      readonly sessionId: string;
      readonly turn: number;
      readonly position: number;
      readonly unclaimed: string | null;
    }
  | {
      readonly type: "invocation.put";
      readonly invocation: Invocation;
      readonly expect: TaskState | null;
    }
  | {
      readonly type: "approval.put";
      readonly approval: Approval;
      readonly expect: ApprovalState | null;
    }
  | {
      readonly type: "ledger.put";
      readonly entry: LedgerEntry;
      readonly expect: LedgerExpectation | null;
    }
  /** The outcome is recorded in the same step: nothing is left to be intended. */
  | {
      readonly type: "ledger.clear";
      readonly invocationId: string;
      readonly sessionId: string | null;
      readonly expect: LedgerExpectation;
    }
  | { readonly type: "grant.add"; readonly grant: StandingGrant }
  /** Conflicts when it was revoked before. */
  | {
      readonly type: "grant.revoke";
      readonly id: string;
      readonly revokedBy: string;
      readonly revokedAt: string;
    }
  | { readonly type: "opening.add"; readonly opening: Opening }
  /** Conflicts when it was revoked before. */
  | { readonly type: "opening.remove"; readonly id: string }
  /** Writes nothing: conflicts when it was revoked. */
  | { readonly type: "opening.expect"; readonly id: string }
  /** Replaces the secret of this name; conflicts when what is sealed is not as expected. */
  | { readonly type: "secret.put"; readonly secret: SealedSecret; readonly expect?: string }
  /** Conflicts when there is none. */
  | { readonly type: "secret.remove"; readonly name: string }
  /** Conflicts when one stands already. */
  | { readonly type: "halt.set"; readonly halt: Halt }
  /** Conflicts when none stands. */
  | { readonly type: "halt.lift" }
  /** Writes nothing: conflicts while one stands. */
  | { readonly type: "halt.expect" }
  /** `expect` is the digest that the writer knew; null for a tool that was never seen. */
  | { readonly type: "tool.seen"; readonly tool: SeenTool; readonly expect: string | null }
  /** Does nothing where the name or the tool has been given one already. */
  | { readonly type: "tool_name.give"; readonly given: ToolName }
  /** Of the call that it was asked about. */
  | { readonly type: "awaited.add"; readonly call: AwaitedCall }
  /** Conflicts when there is none: its outcome was handed over. */
  | {
      readonly type: "awaited.remove";
      readonly invocationId: string;
      readonly sessionId: string;
    }
  | { readonly type: "awaited.expire"; readonly before: string }
  /** Replaces the listing of this source. */
  | { readonly type: "mcp_server.put"; readonly server: StoredMcpServer }
  /** Also when there is none. */
  | { readonly type: "mcp_server.remove"; readonly id: string }
  | { readonly type: "listing.put"; readonly listing: SourceListing }
  | { readonly type: "listing.remove"; readonly sourceId: string }
  /** `expect` is the version that the writer read. */
  | {
      readonly type: "capability.put";
      readonly custom: StoredCapability;
      readonly expect: string | null;
    }
  /** Conflicts when there is none. */
  | { readonly type: "capability.remove"; readonly id: string }
  /** Writes nothing: conflicts unless it is stored with this version. */
  | { readonly type: "capability.expect"; readonly id: string; readonly version: string }
  /** `expect` is the digest that the writer read; null when there must be none of this id. */
  | {
      readonly type: "folder.put";
      readonly folder: InstalledFolder;
      readonly expect: string | null;
    }
  /** A person has let this version run. Changes nothing once there is another version. */
  | { readonly type: "folder.approve"; readonly id: string; readonly digest: string }
  /** Conflicts when there is none. */
  | { readonly type: "folder.remove"; readonly id: string }
  /** `expect` is the serial that the writer read; null when nothing was known of this hub. */
  | { readonly type: "hub.put"; readonly hub: StoredHub; readonly expect: number | null }
  /** `expect` is the key that the writer read; null when none was pinned. */
  | { readonly type: "hub_key.put"; readonly pinned: PinnedKey; readonly expect: string | null }
  /** Conflicts when there is none. */
  | { readonly type: "hub_key.remove"; readonly publisher: string }
  /** `expect` is the digest that the writer read; null when there must be none of this id. */
  | {
      readonly type: "hub_install.put";
      readonly install: HubInstall;
      readonly expect: string | null;
    }
  /** Conflicts when there is none. */
  | { readonly type: "hub_install.remove"; readonly id: string }
  /** `expect` is the version that the writer read. */
  | { readonly type: "context.put"; readonly context: Context; readonly expect: number | null }
  /** Writes nothing: conflicts unless it has this version; null: unless there is none. */
  | { readonly type: "context.expect"; readonly id: string; readonly version: number | null }
  /** Only if there is none of this id yet. */
  | { readonly type: "context.ensure"; readonly context: Context }
  /** Conflicts when its message id is known in the context. The oldest beyond KEPT go. */
  | { readonly type: "context.note"; readonly event: ContextEvent }
  /** Replaces the fact of this key. The oldest of the bucket beyond KEPT go. */
  | { readonly type: "fact.put"; readonly fact: Fact }
  | {
      readonly type: "fact.remove";
      readonly contextId: string;
      readonly bucket: string;
      readonly key: string;
    }
  /** `expect` is the version that the writer read. */
  | {
      readonly type: "delegation.put";
      readonly delegation: Delegation;
      readonly expect: number | null;
    }
  /**
   * State, inputs, step and result, whatever its version: what guards it is the context in the same
   * step. Changes nothing of one that is over.
   */
  | { readonly type: "delegation.move"; readonly delegation: Delegation }
  /** Whatever is expired at `now`. */
  | { readonly type: "facts.expire"; readonly now: string }
  /**
   * Replaces what is at this path. `expect` is the digest that the writer read; null when there was
   * nothing; left out when it does not matter. The content's pieces must be there.
   */
  | {
      readonly type: "file.put";
      readonly file: SessionFile;
      readonly expect?: string | null | undefined;
    }
  /**
   * With everything below it; conflicts when there is nothing. With `expect`, the digest that the
   * remover read (null for a folder), only that one: conflicts too when it is another by now, or a
   * folder with something in it.
   */
  | {
      readonly type: "file.remove";
      readonly sessionId: string;
      readonly path: string;
      readonly expect?: string | null | undefined;
    }
  /** Conflicts while another holder has it, unless theirs ended by `now`. */
  | {
      readonly type: "workspace.take";
      readonly sessionId: string;
      readonly holder: string;
      readonly now: string;
      readonly expiresAt: string;
    }
  /** Changes nothing once the holder has released or lost it. */
  | {
      readonly type: "workspace.renew";
      readonly sessionId: string;
      readonly holder: string;
      readonly expiresAt: string;
    }
  /** Changes nothing once another holder has it. */
  | { readonly type: "workspace.release"; readonly sessionId: string; readonly holder: string }
  /** As it is kept: what becomes of it is said by its moves. */
  | { readonly type: "change_set.add"; readonly set: ChangeSet }
  /**
   * Conflicts when its state is not `expect`, or cannot become `to`. Into `applying` it gives the next
   * order; into `applied` it marks the sets that this one undoes. `conflicts` are the first of so many.
   */
  | {
      readonly type: "change_set.move";
      readonly id: string;
      readonly sessionId: string | null;
      readonly expect: ChangeSetState;
      readonly to: ChangeSetState;
      readonly conflicts: readonly Remark[];
      readonly conflictCount: number;
      readonly at: string;
    }
  /**
   * Conflicts while another holder has this folder of the machine, one above it or one below it, unless
   * theirs ended by `now`.
   */
  | {
      readonly type: "folder_lock.take";
      readonly machine: string;
      readonly root: string;
      readonly holder: string;
      readonly now: string;
      readonly expiresAt: string;
    }
  /** Changes nothing once the holder has released or lost it. */
  | {
      readonly type: "folder_lock.renew";
      readonly machine: string;
      readonly root: string;
      readonly holder: string;
      readonly expiresAt: string;
    }
  /** Changes nothing once another holder has it. */
  | {
      readonly type: "folder_lock.release";
      readonly machine: string;
      readonly root: string;
      readonly holder: string;
    }
  /** One piece of a content; the same piece again changes nothing. `last` says that it is whole. */
  | {
      readonly type: "blob.put";
      readonly digest: string;
      readonly index: number;
      readonly bytes: Uint8Array;
      readonly last: boolean;
      readonly createdAt: string;
    }
  /**
   * A content whose digest was known only at its end gets its name. If there is one of that name
   * already, it is the same, and this one goes.
   */
  | { readonly type: "blob.name"; readonly from: string; readonly to: string }
  /** An upload that was refused or cut: what has come of it goes. */
  | { readonly type: "blob.drop"; readonly digest: string }
  /** All its contents must be there. A bundle that is there already counts as put now. */
  | { readonly type: "bundle.put"; readonly bundle: Bundle; readonly createdAt: string }
  /** Conflicts when there is no such bundle. */
  | { readonly type: "bundle.use"; readonly digest: string; readonly usedBy: BundleUser }
  /** Whoever it is uses no bundle any more, but for those of a later change in the same step. */
  | { readonly type: "bundle.release"; readonly usedBy: BundleUser }
  /** Bundles that nobody uses, put before then. */
  | { readonly type: "bundles.sweep"; readonly before: string }
  /** Contents that no file and no bundle has, begun before then. */
  | { readonly type: "blobs.sweep"; readonly before: string }
  /**
   * Everything of a session is gone but its audit stream, of whose records only the frame is left.
   * Conflicts unless the stream has as many records as the writer read.
   */
  | { readonly type: "session.erase"; readonly sessionId: string; readonly records: number }
  /** Replaces the note of this name. */
  | { readonly type: "note.put"; readonly name: string; readonly value: string }
  | { readonly type: "delivery.add"; readonly delivery: Delivery }
  /** After a failed attempt; `expect` is the number of attempts that the writer read. */
  | { readonly type: "delivery.put"; readonly delivery: Delivery; readonly expect: number }
  | {
      readonly type: "delivery.remove";
      readonly id: string;
      readonly sessionId: string | null;
    }
  /** Conflicts unless its sequence follows the last checkpoint's. */
  | {
      readonly type: "checkpoint.add";
      readonly checkpoint: Checkpoint;
      readonly heads: readonly StreamHead[];
    }
  /** The store assigns the sequence. */
  | { readonly type: "event.add"; readonly event: Omit<SessionEvent, "sequence"> }
  /** The store assigns the sequence and the hash. */
  | { readonly type: "audit.add"; readonly entry: AuditEntry };

/**
 * When a commit has to survive a cut of the power: at once, or a moment later, with the next one that
 * has to or with `flush`. The death of the process loses neither. `later` is for what nobody was told
 * yet, and for what can be done over.
 */
export type Durability = "now" | "later";

/** Names the moment, for traces and for tests that kill the process around it. */
export type StepName = `${string}.${string}`;

/**
 * The only writer. Implementations live in `stores/`; all must pass
 * `testing/store-contract.ts`.
 */
export interface Journal {
  /**
   * Applies all changes, durably, or none. Rejects with STATE_CONFLICT when an `expect` no longer
   * holds or a unique key (message id, place in a turn) is taken.
   */
  commit(step: StepName, changes: readonly Change[], durable?: Durability): Promise<void>;
  /** All that was committed survives a cut of the power: before someone is told of it. */
  flush(): Promise<void>;
}
