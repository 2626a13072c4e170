import type { Token } from "../schema/actor.ts";
import type { Agent } from "../schema/agent.ts";
import type { Approval, ApprovalState } from "../schema/approval.ts";
import type { AuditEntry } from "../schema/audit-record.ts";
import type { SessionEvent } from "../schema/event.ts";
import type { Invocation } from "../schema/invocation.ts";
import type { LedgerEntry } from "../schema/ledger-entry.ts";
import type { Message } from "../schema/message.ts";
import type { Session } from "../schema/session.ts";
import type { TaskState } from "../schema/task-state.ts";

type LedgerExpectation = Pick<LedgerEntry, "status" | "attempt">;

/**
 * One write. `expect` is what the writer read: the change applies only while it still holds.
 * Where it is null, the row must not exist yet.
 */
export type Change =
  | { readonly type: "agent.add"; readonly agent: Agent }
  | { readonly type: "token.add"; readonly token: Token }
  | { readonly type: "session.add"; readonly session: Session }
  /** Sets everything but `lastTurn`, which belongs to `message.accept`. */
  | { readonly type: "session.move"; readonly session: Session; readonly expect: number }
  /** Adds a user's message as turn `message.turn`, which must be the session's `lastTurn` + 1. */
  | { readonly type: "message.accept"; readonly message: Message }
  | { readonly type: "message.add"; readonly message: Message }
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
      readonly expect: LedgerExpectation;
    }
  /** The store assigns the sequence. */
  | { readonly type: "event.add"; readonly event: Omit<SessionEvent, "sequence"> }
  /** The store assigns the sequence and the hash. */
  | { readonly type: "audit.add"; readonly entry: AuditEntry };

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
  commit(step: StepName, changes: readonly Change[]): Promise<void>;
}
