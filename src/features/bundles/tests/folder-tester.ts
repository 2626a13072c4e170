import type { Engine } from "../../../engine/engine.ts";
import type { Actor } from "../../../schema/actor.ts";
import type { TaskState } from "../../../schema/task-state.ts";
import type { FoundFolder } from "../folder-shelf.ts";

/** One thing that was tried. `skipped`: there was nothing to try it with; `seen`: it was only read. */
export type TestedItem = {
  readonly name: string;
  readonly state: "passed" | "failed" | "skipped" | "seen";
  readonly message: string;
  readonly durationMs: number;
};

export type FolderReport = {
  readonly kind: FoundFolder["kind"];
  readonly name: string;
  readonly ok: boolean;
  readonly items: readonly TestedItem[];
};

/**
 * Holds a folder of one kind against all that is asked of one that is published, item by item. Nothing of
 * it runs, and what is wrong with it is an item.
 */
export type FolderCheck = (
  engine: Engine,
  found: FoundFolder & { readonly path: string },
) => Promise<Pick<FolderReport, "name" | "items">>;

/** A call that a test made, for the record: its session is erased, and with it what the call said. */
export type TestedCall = {
  readonly tool: string;
  /** The digest of its input. */
  readonly input: string;
  readonly state: TaskState;
  /** What was asked about it, what the answer was bound to, and who answered by wanting the test. */
  readonly approval: {
    readonly id: string;
    readonly answered_by: string | null;
    readonly tool: string;
    readonly definition: string;
    readonly input: string;
  } | null;
};

export type FolderTestOptions = {
  /** Who wants it, and answers for every call that it makes. */
  readonly actor: Actor;
  /** Aborted when nobody waits for the report any more. */
  readonly signal: AbortSignal;
  readonly onCall: (call: TestedCall) => void;
};

/**
 * Checks a folder of one kind strictly, and runs what it brings to be run, through the gate and in
 * sessions that are gone afterwards. What is wrong with the folder is an item, and nothing is thrown.
 */
export type FolderTester = (
  engine: Engine,
  found: FoundFolder & { readonly path: string },
  options: FolderTestOptions,
) => Promise<Pick<FolderReport, "name" | "items">>;
