import type { ErrorCode } from "../base/errors.ts";
import type { JsonObject } from "../base/json.ts";
import type { Approval, Binding } from "../schema/approval.ts";
import type { Invocation } from "../schema/invocation.ts";
import type { Outcome } from "../schema/outcome.ts";
import type { Session } from "../schema/session.ts";
import type { Remember, StandingGrant } from "../schema/standing-grant.ts";
import type { Tool } from "../schema/tool.ts";
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

/** Why a call is not let through, or is asked about. `rule` goes on record. */
type Reason = { readonly rule: string; readonly reason: string };

export type Refusal = Reason & { readonly code: ErrorCode };

/** Why a person is asked whatever policy says. */
export type Demand = Reason & {
  /** What an approval that answers it is bound to. */
  readonly bind: string;
  /** Where it is written, for who wants to have it explained. */
  readonly file: string;
  /** What ends it. */
  readonly until: string;
};

/** What of a tool's calls an answer is remembered for. */
export type Covered = Pick<StandingGrant, "toolId" | "definition" | "input">;

/** With the session that was opened for it, where a program was called outside of one. */
export type Invoked = Outcome & { readonly sessionId?: string };

type Answered = { readonly approval: Approval; readonly invocation: Invocation };

/** What a feature has to say about calls. Every member is optional, and most features have none. */
export interface CallFeature {
  /** The entry of this call, where it is not the catalog's. The first feature that knows one wins. */
  entryFor?(call: Parameters<SetupOf>[0]): Promise<Found | undefined>;
  /** The run that this call is a turn of. Asked only for an entry with a contract. */
  openRun?(call: Call, entry: CatalogEntry, earlier?: Invocation): Promise<Run | null>;
  /** Why it does not run, whoever approves it. */
  refuse?(attempt: Attempt): Refusal | undefined;
  /** What is demanded of the calls of this turn. */
  demandsOf?(
    session: Session,
    turn: number,
  ): Promise<((tool: Tool, inputs: JsonObject) => Demand | undefined) | undefined>;
  /** Why a person was asked, by what the approval is bound to; undefined where that was not its own. */
  whyAsked?(binding: Binding): string | undefined;
  /** What an answer stands for, where that is for it to say; throws where it may not be remembered so. */
  remember?(answered: Answered, wanted: Remember): Promise<readonly Covered[] | undefined>;
  /** Whether a remembered answer of its own kind counts no more, because its tool is another one now. */
  isSuspended?(grant: StandingGrant): boolean | undefined;
  /** False where a remembered answer was not given for this call. */
  serves?(grant: StandingGrant, attempt: Attempt): boolean;
  /** A call outside any turn that begins a run or goes on with one; undefined for a tool of another feature. */
  takeTurn?(wanted: DirectCall): Promise<Invoked> | undefined;
}

/** What the first feature answers that knows an answer. */
export function firstOf<T>(
  features: readonly CallFeature[],
  ask: (feature: CallFeature) => T | undefined,
): T | undefined {
  for (const feature of features) {
    const answer = ask(feature);
    if (answer !== undefined) return answer;
  }
  return undefined;
}
