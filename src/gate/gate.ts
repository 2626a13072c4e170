import type { Clock } from "../base/clock.ts";
import type { NewId } from "../base/ids.ts";
import type { Keyring } from "../base/keyring.ts";
import type { Redactor } from "../base/redaction/redactor.ts";
import type { Policy } from "../policy/policy.ts";
import type { HostFolders } from "../sandbox/host-folders.ts";
import type { Invocation } from "../schema/invocation.ts";
import type { Outcome } from "../schema/outcome.ts";
import type { Progress } from "../schema/progress.ts";
import type { Change } from "../stores/journal.ts";
import type { Store } from "../stores/store.ts";
import type { AccessBook } from "./access/access-book.ts";
import type { PerformAct } from "./act.ts";
import type { OpenQuestions } from "./approvals/questions.ts";
import type { Auditor } from "./audit/auditor.ts";
import type { Attempt } from "./call.ts";
import type { CallFeature } from "./call-feature.ts";
import type { Catalog } from "./catalog/catalog.ts";
import type { Executor } from "./executor.ts";
import type { HaltSwitch } from "./halt.ts";
import type { InFlight } from "./in-flight.ts";
import type { People } from "./people/people.ts";
import type { Quotas } from "./quotas.ts";
import type { Sample } from "./sampler.ts";
import type { Secrets } from "./secrets/secrets.ts";
import type { SetupOf } from "./setup.ts";

export type GateLimits = {
  /** How long a person has to answer. */
  readonly approvalTtlMs: number;
  /** How soon after its intent an effect must have started. */
  readonly startWithinMs: number;
  readonly outputBytes: number;
  /** What one run of a skill may ask a model; its time is that of one turn. */
  readonly advice: {
    readonly questions: number;
    readonly tokens: number;
    readonly timeMs: number;
  };
};

/** Everything a call needs, passed in: nothing below this reads a global. */
export type Gate = {
  readonly catalog: Catalog;
  readonly policy: Policy;
  /** Decides beside the policy and changes nothing: where it differs, the audit says so. */
  readonly shadow: Policy | null;
  /** By the type of the executions that they run. */
  readonly executors: ReadonlyMap<string, Executor>;
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
  /** Whether the process of this owner still runs. */
  readonly isAlive: (owner: string) => Promise<boolean>;
  readonly limits: GateLimits;
  readonly inFlight: InFlight;
  readonly questions: OpenQuestions;
  /** What is open to capabilities, and the folders of this machine. */
  readonly access: AccessBook;
  readonly folders: HostFolders;
  /** Who is who: rows have ids, people read names. */
  readonly people: People;
  /** What features say about calls; each is asked in this order. */
  readonly features: readonly CallFeature[];
  readonly setupOf: SetupOf;
  /** Asks the model of a call's session for its tool. */
  readonly sample: Sample;
  /** Does what the program of a running call asks for. */
  readonly act: PerformAct;
  /** Takes what went wrong behind the scenes, for the log. */
  readonly report: (error: unknown) => void;
  /** Takes how far a call says it has come: shown and forgotten. */
  readonly onProgress: (invocation: Invocation, progress: Progress) => void;
  /** What else becomes true when a tool has run and answered. */
  readonly onResult: (attempt: Attempt, outcome: Outcome) => readonly Change[];
  /** What else becomes true with a final outcome, in the same transaction: a turn's tool message. */
  readonly onOutcome: (invocation: Invocation, outcome: Outcome) => readonly Change[];
};
