import type { KeptState } from "../engine/feature-key.ts";
import type { SessionFeature } from "../engine/session-feature.ts";
import type { CallFeature } from "../gate/call-feature.ts";
import type { Catalog } from "../gate/catalog/catalog.ts";
import type { Source } from "../gate/catalog/source.ts";
import type { Executor } from "../gate/executor.ts";
import type { Gate } from "../gate/gate.ts";
import type { Change } from "../stores/journal.ts";
import type { BuiltinCapability } from "./builtin-capability.ts";

/** What one folder of `features` adds. `app/features.ts` has the list; gate and engine know none by name. */
export interface Feature {
  readonly name: string;
  /** Where its capabilities are listed from, and what runs their tools, by the type of the execution. */
  readonly sources?: readonly Source[];
  readonly executors?: Readonly<Record<string, Executor>>;
  /** Its capabilities in process. */
  readonly capabilities?: readonly BuiltinCapability[];
  readonly call?: CallFeature;
  readonly session?: SessionFeature;
  /** What else becomes true when a tool has run and answered. */
  readonly onResult?: Gate["onResult"];
  /** Told of every commit, after it. */
  readonly onCommit?: (changes: readonly Change[]) => void;
  /** What it keeps for its own routes and hooks. */
  readonly keeps?: readonly KeptState[];
  /** Adds and removes sources that people configure; at the start, and again where others write too. */
  sync?(catalog: Catalog): Promise<void>;
  /** Reads again what other processes may have written. */
  refresh?(): Promise<void>;
  /** Begins once what was left unfinished was taken up. */
  start?(): void;
  /** Looks for work, each second from the start on. */
  tick?(): Promise<void>;
  /** Removes unused files and rows, every few minutes. */
  tidy?(): Promise<void>;
  stop?(): Promise<void>;
}
