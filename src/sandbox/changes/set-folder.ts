import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CapstanError } from "../../base/errors.ts";
import type { ChangeSet } from "../../schema/change-set.ts";
import type { BytePath, Change } from "../changes.ts";
import { digestOf } from "./difference.ts";

/** A change with what it takes to make it and to take it back. Paths are those of the set's folder. */
export type StoredChange = Change & {
  /** The new content. */
  readonly from?: BytePath;
  readonly contentStamp?: string;
  /** The old content: another name of the person's file, or a copy. */
  readonly pre?: BytePath;
};

export type Manifest = {
  readonly changes: readonly StoredChange[];
  /** Existing folders that are closed to us, with their modes: they are open while changes are applied. */
  readonly closed: readonly (readonly [BytePath, number])[];
  /** What the person changed while the rest was applied: all of it, where a row has the first. */
  readonly left?: readonly BytePath[];
};

const NAME = "manifest.json";

export function readManifest(setFolder: string, { digest }: Pick<ChangeSet, "digest">): Manifest {
  const manifest: Manifest = JSON.parse(readFileSync(join(setFolder, NAME), "utf8"));
  if (digestOf(manifest.changes) === digest) return manifest;
  throw new CapstanError("STATE_CONFLICT", "The stored changes are damaged. Run the call again.");
}

/** The old one or the new one is there after a cut of the power, and never a part. */
export function writeManifest(setFolder: string, manifest: Manifest): void {
  const next = join(setFolder, "manifest.new");
  writeFileSync(next, JSON.stringify(manifest), { mode: 0o600 });
  syncPath(next);
  renameSync(next, join(setFolder, NAME));
  syncPath(setFolder);
}

export function syncPath(path: string | Buffer): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
