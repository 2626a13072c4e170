import type { Approval } from "../schema/approval.ts";
import type { Invocation } from "../schema/invocation.ts";
import type { Outcome } from "../schema/outcome.ts";
import type { Remember, StandingGrant } from "../schema/standing-grant.ts";
import type { Attempt, Call } from "./call.ts";
import type { CatalogEntry } from "./catalog/catalog-entry.ts";
import type { DirectCall } from "./direct-call.ts";
import type { Run } from "./run.ts";
import type { SetupOf } from "./setup.ts";

/** The entry that a call means. */
export type Found = {
  readonly entry: CatalogEntry;
  /** The session has it by itself: it need not be on its agent. */
  readonly ofSession?: boolean;
  /** It is only tried: nothing is open to it. */
  readonly isTrial?: boolean;
};

/** Why a call is not let through, or is asked about, whatever policy says. `rule` goes on record. */
export type Reason = { readonly rule: string; readonly reason: string };

/** What of a tool's calls an answer is remembered for. */
export type Covered = Pick<StandingGrant, "toolId" | "definition" | "input">;

/** With the session that was opened for it, where a program was called outside of one. */
export type Invoked = Outcome & { readonly sessionId?: string };

/** What a feature has to say about calls. Every member is optional, and most features have none. */
export interface CallFeature {
  /** The entry of this call, where it is not the catalog's. The first feature that knows one wins. */
  entryFor?(call: Parameters<SetupOf>[0]): Promise<Found | undefined>;
  /** The run that this call is a turn of. Asked only for an entry with a contract. */
  openRun?(call: Call, entry: CatalogEntry, earlier?: Invocation): Promise<Run | null>;
  /** Why it does not run, whoever approves it. */
  refuse?(attempt: Attempt): Reason | undefined;
  /** Why a person is asked although policy lets it through; `bind` is what the approval is bound to. */
  ask?(attempt: Attempt): (Reason & { readonly bind: string }) | undefined;
  /** What else an answer stands for later; throws where it may not be remembered like this. */
  remember?(
    answered: { readonly approval: Approval; readonly invocation: Invocation },
    wanted: Remember,
  ): Promise<readonly Covered[] | undefined>;
  /** Whether a remembered answer of its own kind serves this call. */
  serves?(grant: StandingGrant, attempt: Attempt): boolean;
  /** A call outside any turn that begins a run or goes on with one; undefined for a tool of another feature. */
  takeTurn?(wanted: DirectCall): Promise<Invoked> | undefined;
}
