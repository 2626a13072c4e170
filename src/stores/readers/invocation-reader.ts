import type { Invocation } from "../../schema/invocation.ts";
import type { LedgerEntry } from "../../schema/ledger-entry.ts";

export interface InvocationReader {
  get(id: string): Promise<Invocation | undefined>;
  /** The call that this actor made under this message id, outside any turn. */
  getByMessageId(actor: string, messageId: string): Promise<Invocation | undefined>;
  /** The unfinished intent of a call. */
  ledger(invocationId: string): Promise<LedgerEntry | undefined>;
  /** The unfinished intent of the turn that a run has now. */
  turnOf(contextId: string): Promise<LedgerEntry | undefined>;
  /** Intents without an outcome that another owner left behind, oldest first. */
  listOrphans(owner: string): Promise<readonly LedgerEntry[]>;
  /** Every effect that runs now or whose outcome is unknown, oldest first. */
  listOpen(): Promise<readonly LedgerEntry[]>;
  /** Calls outside a turn that wait for someone to say whether they ran, oldest first. */
  listUnknown(): Promise<readonly LedgerEntry[]>;
}
