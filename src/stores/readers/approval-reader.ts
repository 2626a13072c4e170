import type { Approval, ApprovalState } from "../../schema/approval.ts";
import type { Listing, Page } from "../../schema/page.ts";

export interface ApprovalReader {
  get(id: string): Promise<Approval | undefined>;
  /** The newest approval of a call. */
  getByInvocation(invocationId: string): Promise<Approval | undefined>;
  /** Newest first. */
  list(
    filter: Page & { state?: ApprovalState | undefined; sessionId?: string | undefined },
  ): Promise<Listing<Approval>>;
  /** Pending ones about calls of principals who are disabled, oldest first; the oldest hundred. */
  listOfDisabled(): Promise<readonly Approval[]>;
  /** Pending ones whose `expiresAt` is not after `now`, at most 100, oldest first. */
  listExpired(now: string): Promise<readonly Approval[]>;
}
