import { lstatSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { CapstanError } from "../../base/errors.ts";
import { removeFolder } from "../../base/remove-folder.ts";
import {
  type ChangeSet,
  type Finding,
  firstRemarks,
  type OpenedFolder,
} from "../../schema/change-set.ts";
import type {
  Applied,
  Change,
  ChangeSetOrigin,
  ChangeSetRows,
  ChangeSets,
  EntryState,
  FolderLocks,
  Measured,
} from "../changes.ts";
import { passTick } from "./clock-tick.ts";
import { digestOf } from "./difference.ts";
import { contentStampOf } from "./entry-state.ts";
import { planInverse } from "./plan-undo.ts";
import { findConflicts, prepare } from "./prepare.ts";
import { reach } from "./reach.ts";
import { type Manifest, readManifest, type StoredChange, writeManifest } from "./set-folder.ts";
import { takeTurns } from "./take-turns.ts";
import { openTarget, type Target } from "./target.ts";
import { openTreeAt, type Tree } from "./tree.ts";

type Options = {
  /** Where the folders of change sets are: in Capstan's home, and never below a folder that is opened. */
  readonly home: string;
  readonly rows: ChangeSetRows;
  readonly locks: FolderLocks;
};

type Kept = Pick<Measured, "folder" | "judgement"> & {
  readonly changes: readonly StoredChange[];
  readonly undoes?: readonly string[];
};

/** Folders of a set that are removed once its changes are applied. */
const SCRATCH = ["upper", "work", "view", "content"];

export function createChangeSets({ home, rows, locks }: Options): ChangeSets {
  const folderOf = (id: string) => {
    if (!/^[\w-]+$/.test(id))
      throw new TypeError("A change set's id has letters, digits, - and _.");
    return join(home, id);
  };

  async function known(id: string): Promise<ChangeSet> {
    const set = await rows.get(id);
    if (set) return set;
    throw new CapstanError("STATE_CONFLICT", "There is no such change set.");
  }

  async function add(
    id: string,
    { folder, judgement, changes, undoes = [] }: Kept,
    origin: ChangeSetOrigin,
  ): Promise<ChangeSet> {
    mkdirSync(join(folderOf(id), "pre"), { recursive: true, mode: 0o700 });
    writeManifest(folderOf(id), { changes, closed: [] });
    const { items: findings, total: findingCount } = firstRemarks(inView(judgement.findings));
    const set: ChangeSet = {
      ...origin,
      id,
      folder,
      digest: digestOf(changes),
      state: "kept",
      order: 0,
      counts: judgement.facts,
      findings: [...findings],
      findingCount,
      undoes: [...undoes],
      undoneBy: null,
      conflicts: [],
      conflictCount: 0,
      appliedAt: null,
    };
    await rows.add(set);
    return set;
  }

  /** The person's folder and the set's, while something is done with both. */
  async function withFolders<T>(
    { id, folder }: ChangeSet,
    work: (target: Target, contents: Tree) => Promise<T>,
  ): Promise<T> {
    const contents = openTreeAt(folderOf(id), { isOurs: true });
    try {
      const target = openTarget(folder, contents, id);
      try {
        return await work(target, contents);
      } finally {
        target.close();
      }
    } finally {
      contents.close();
    }
  }

  async function withLock<T>({ id, folder }: ChangeSet, work: () => Promise<T>): Promise<T> {
    const lock = await locks.take(folder.root, id);
    if (!lock) {
      const why = "Another change is being applied to this folder. Try again.";
      throw new CapstanError("STATE_CONFLICT", why);
    }
    try {
      return await work();
    } finally {
      await lock.release();
    }
  }

  /** From the commit on: here, or at the next start. */
  async function finish(
    { id }: ChangeSet,
    { target, contents, manifest }: { target: Target; contents: Tree; manifest: Manifest },
  ): Promise<Applied> {
    const conflicts = await reach(target, contents, manifest);
    if (conflicts.length > 0) {
      const left = conflicts.map(({ path }) => path);
      writeManifest(folderOf(id), { ...manifest, left });
    }
    await target.sync(manifest.changes.length);
    await rows.move(id, "applying", "applied", conflicts);
    // The next box tells its person's changes from these by their times.
    await passTick(join(folderOf(id), "applied"));
    for (const name of SCRATCH) await removeFolder(join(folderOf(id), name)).catch(() => {});
    return { id, state: "applied", conflicts };
  }

  return {
    scratchOf: folderOf,
    async keep(id, { folder, difference, judgement }, origin) {
      const owner = ownerOf(folder);
      const contents = openTreeAt(folderOf(id), { isOurs: true });
      try {
        const stored: StoredChange[] = [];
        const turn = takeTurns();
        for (const change of difference.changes) {
          await turn();
          stored.push(storedChange(contents, change, owner));
        }
        return await add(id, { folder, judgement, changes: stored }, origin);
      } finally {
        contents.close();
      }
    },
    async apply(id, approvedDigest) {
      const found = await known(id);
      if (found.digest !== approvedDigest) {
        const why = "Another difference was approved. Approve this one, or run the call again.";
        throw new CapstanError("STATE_CONFLICT", why);
      }
      return withLock(found, async () => {
        const set = await known(id);
        if (set.state !== "kept") {
          throw new CapstanError("STATE_CONFLICT", `The changes are ${set.state} already.`);
        }
        return withFolders(set, async (target, contents) => {
          const measured = readManifest(folderOf(id), set);
          const conflicts = await findConflicts(target, measured);
          if (conflicts.length > 0) {
            await rows.move(id, "kept", "conflict", conflicts);
            return { id, state: "conflict", conflicts };
          }
          const { changes } = measured;
          const manifest = await prepare(target, contents, { folder: folderOf(id), changes });
          await rows.move(id, "kept", "applying");
          return finish(set, { target, contents, manifest });
        });
      });
    },
    async recover() {
      const all: (Applied | { readonly id: string; readonly error: unknown })[] = [];
      for (const set of await rows.applying()) {
        try {
          const applied = await withLock(set, async () => {
            // Another process may have finished it before it gave the folder back.
            if ((await known(set.id)).state !== "applying") return undefined;
            return withFolders(set, (target, contents) => {
              const manifest = readManifest(folderOf(set.id), set);
              return finish(set, { target, contents, manifest });
            });
          });
          if (applied) all.push(applied);
        } catch (error) {
          all.push({ id: set.id, error });
        }
      }
      return all;
    },
    async planUndo(id, ids, origin) {
      const sets = await Promise.all([...new Set(ids)].map(known));
      const [first] = sets;
      for (const { state, undoneBy, folder } of sets) {
        if (state !== "applied" || undoneBy !== null) {
          throw new CapstanError("STATE_CONFLICT", "Only applied changes can be undone, and once.");
        }
        if (folder.root !== first?.folder.root || folder.inode !== first.folder.inode) {
          throw new CapstanError("STATE_CONFLICT", "The changes are of different folders.");
        }
      }
      const inverse = await planInverse({ sets, folderOf, to: folderOf(id) });
      const { changes, conflicts, judgement } = inverse;
      if (!first || changes.length === 0) {
        await removeFolder(folderOf(id));
        return { set: undefined, conflicts };
      }
      const undoes = sets.map((set) => set.id);
      const { folder } = first;
      return { set: await add(id, { folder, judgement, changes, undoes }, origin), conflicts };
    },
    async discard(id) {
      const { state } = await known(id);
      await rows.move(id, state === "conflict" ? "conflict" : "kept", "discarded");
      await removeFolder(folderOf(id));
    },
  };
}

/** A row has no room for all of them: those that a person is always asked about come first. */
function inView(findings: readonly Finding[]): readonly Finding[] {
  const isLast = ({ kind }: Finding) => Number(kind === "runs");
  return findings.toSorted((one, other) => isLast(one) - isLast(other));
}

/** With where its new content lies. Files that programs made belong to the folder's owner. */
function storedChange(contents: Tree, change: Change, owner: EntryState["owner"]): StoredChange {
  if (!change.after) return change;
  const after = { ...change.after, owner: change.before?.owner ?? owner };
  if (after.kind === "folder") return { ...change, after };
  const from = `/upper${change.path}`;
  const stats = contents.look(from);
  return { ...change, after, from, ...(stats && { contentStamp: contentStampOf(stats) }) };
}

function ownerOf({ root }: OpenedFolder) {
  const { uid, gid } = lstatSync(root);
  return { uid, gid };
}
