import type { FoundFolder } from "../../ports/extension-shelf.ts";
import type { Actor } from "../../schema/actor.ts";
import type { Engine } from "../engine.ts";

/** One thing that was tried. `skipped`: there was nothing to try it with. */
export type TestedItem = {
  readonly name: string;
  readonly state: "passed" | "failed" | "skipped";
  readonly message: string;
  readonly durationMs: number;
};

export type FolderReport = {
  readonly kind: FoundFolder["kind"];
  readonly name: string;
  readonly ok: boolean;
  readonly items: readonly TestedItem[];
};

export type FolderTestOptions = {
  /** Who wants it, and answers for every call that it makes. */
  readonly actor: Actor;
  /** Aborted when nobody waits for the report any more. */
  readonly signal: AbortSignal;
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
