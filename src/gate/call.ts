import type { JsonObject, JsonValue } from "../base/json.ts";
import type { Access } from "../schema/access.ts";
import type { Actor } from "../schema/actor.ts";
import type { Approval } from "../schema/approval.ts";
import type { Invocation, ParentCall } from "../schema/invocation.ts";
import type { LedgerEntry } from "../schema/ledger-entry.ts";
import type { Mode } from "../schema/mode.ts";
import type { Profile } from "../schema/profile.ts";
import type { Progress } from "../schema/progress.ts";
import type { SideEffect } from "../schema/side-effect.ts";
import type { TaskState } from "../schema/task-state.ts";
import type { Held } from "./access/access-book.ts";
import type { Named } from "./access/named.ts";
import type { Veto } from "./apply-hooks.ts";
import type { Demand } from "./call-feature.ts";
import type { CatalogEntry } from "./catalog/catalog-entry.ts";
import type { Peer } from "./executor.ts";
import type { CapabilityHooks } from "./hooks.ts";
import type { Run } from "./run.ts";
import type { Sample } from "./sampler.ts";
import type { SessionFiles } from "./session-files.ts";

/** A wish to run a tool, from whatever surface. */
export type Call = {
  readonly toolId: string;
  readonly inputs: JsonValue;
  readonly actor: Actor;
  readonly profile: Profile;
  readonly mode: Mode;
  readonly dryRun: boolean;
  /** When a person froze the session's spec; null while it is not frozen. */
  readonly specFrozenAt: string | null;
  readonly sessionId: string | null;
  readonly contextId: string | null;
  /** Of a context that waits: names the moment that the caller means. */
  readonly resumeToken?: string | null;
  /** Set for a call of a turn, whose message named the invocation before it was made. */
  readonly inTurn: TurnPosition | null;
  readonly messageId: string | null;
  /** Cancels the call; null when nobody can. */
  readonly signal: AbortSignal | null;
  /** Answers in the place of a model what its tool wants one to answer, where its caller has one. */
  readonly sample?: Sample | undefined;
  /** Its caller wants to hear how far it has come. */
  readonly onProgress?: OnProgress | undefined;
  /** The program that made it, where that can be asked and told itself. */
  readonly peer?: Peer | undefined;
  /** The call whose program asked for this act. */
  readonly parent?: Parent | undefined;
};

export type Parent = ParentCall & {
  readonly turn: number;
  /** The effects that a person has approved it with; empty if it ran without a question. */
  readonly approved: readonly SideEffect[];
};

/** Who waits for a call, and hears of it meanwhile. */
export type Waiting = Pick<Call, "onProgress" | "peer">;

export type OnProgress = (progress: Progress) => void;

type TurnPosition = {
  readonly invocationId: string;
  readonly turn: number;
  readonly position: number;
  /** Named a moment ago by this process: nobody can have made it before. */
  readonly isNew: boolean;
};

/** A call on its way through the gate, with all that was read for it: nothing is read again. */
export type Attempt = CatalogEntry & {
  readonly inputs: JsonObject;
  readonly invocation: Invocation;
  /** The run that it is a turn of; null for a tool that answers at once. */
  readonly run: Run | null;
  readonly profile: Profile;
  readonly access: Access;
  /** What `access` rests on. */
  readonly openings: readonly Held[];
  /** Folders that are open on other machines. */
  readonly elsewhere: readonly Held[];
  /** What its inputs name of this machine and of the network. */
  readonly named: Named;
  /** Every host that it can reach or asks for, in order. */
  readonly hosts: readonly string[];
  readonly config: JsonObject;
  readonly hooks: readonly CapabilityHooks[];
  /** What hooks made of it, and from what; null when they left it alone. */
  readonly rewritten: Approval["rewritten"] | null;
  readonly veto: Veto | null;
  readonly tainted: boolean;
  /** Why a person is asked whatever policy says; mostly none. */
  readonly demands: readonly Demand[];
  readonly files: () => SessionFiles | null;
  /** The state of the stored invocation; null while nothing is stored. */
  readonly stored: TaskState | null;
  readonly approval: Approval | null;
  /** The intent of this call: an earlier attempt's before `claim`, its own after. */
  readonly ledger: LedgerEntry | null;
  readonly signal: AbortSignal | null;
  readonly sample: Sample | undefined;
  readonly onProgress?: OnProgress | undefined;
  readonly peer?: Peer | undefined;
  readonly parent?: Parent | undefined;
};

/** True when running it leaves nothing behind that a crash could hide. */
export function isHarmless({ tool, invocation }: Attempt): boolean {
  return tool.behaviour.readOnly || invocation.dryRun;
}
