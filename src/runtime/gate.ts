import type { NewId } from "../base/ids.ts";
import type { JsonObject } from "../base/json.ts";
import type { Keyring } from "../base/keyring.ts";
import type { Redactor } from "../base/redactor.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Clock } from "../ports/clock.ts";
import type { Executor } from "../ports/executor.ts";
import type { Change } from "../ports/journal.ts";
import type { Policy } from "../ports/policy.ts";
import type { SessionFiles } from "../ports/session-files.ts";
import type { Store } from "../ports/store.ts";
import type { SourceType } from "../schema/capability.ts";
import type { Grants } from "../schema/grants.ts";
import type { Invocation } from "../schema/invocation.ts";
import type { Outcome } from "../schema/outcome.ts";
import type { Tool } from "../schema/tool.ts";
import type { Arrangement } from "./arrangement.ts";
import type { Auditor } from "./auditor.ts";
import type { HaltSwitch } from "./halt.ts";
import type { InFlight } from "./in-flight.ts";
import type { Quotas } from "./quotas.ts";
import type { Secrets } from "./secrets.ts";

export type GateLimits = {
  /** How long a person has to answer. */
  readonly approvalTtlMs: number;
  /** How soon after its intent an effect must have started. */
  readonly startWithinMs: number;
  readonly outputBytes: number;
};

/** Everything a call needs, passed in: nothing below this reads a global. */
export type Gate = {
  readonly catalog: Catalog;
  readonly policy: Policy;
  /** Decides beside the policy and changes nothing: where it differs, the audit says so. */
  readonly shadow: Policy | null;
  readonly executors: ReadonlyMap<SourceType, Executor>;
  /** Protected: what is secret does not reach the disk in clear. */
  readonly store: Store;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly keyring: Keyring;
  readonly redactor: Redactor;
  readonly secrets: Secrets;
  readonly halt: HaltSwitch;
  readonly quotas: Quotas;
  readonly auditor: Auditor;
  /** This boot of this process: intents of any other owner were left behind by a crash. */
  readonly owner: string;
  readonly limits: GateLimits;
  readonly inFlight: InFlight;
  readonly grantsOf: (tool: Tool, sessionId: string | null) => Grants;
  /** Whether a call would carry something out on a stranger's word. */
  readonly isTainted: (
    tool: Tool,
    inputs: JsonObject,
    sessionId: string | null,
  ) => Promise<boolean>;
  readonly filesOf: (sessionId: string, changedBy?: string) => SessionFiles;
  readonly arrangementOf: (tool: Tool, sessionId: string | null) => Promise<Arrangement>;
  /** Takes what went wrong behind the scenes, for the log. */
  readonly report: (error: unknown) => void;
  /** What else becomes true with a final outcome, in the same transaction: a turn's tool message. */
  readonly onOutcome: (invocation: Invocation, outcome: Outcome) => readonly Change[];
};
