import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { CapstanError } from "../../../base/errors.ts";
import { type ChangeSet, firstRemarks } from "../../../schema/change-set.ts";
import type { ChangeSetRows, FolderLocks } from "../../changes.ts";

/** Rows in files, which a killed process leaves as they were or as they were to be. */
export function createFileRows(folder: string): ChangeSetRows {
  mkdirSync(folder, { recursive: true });
  const fileOf = (id: string) => join(folder, `${id}.json`);
  const read = (id: string): ChangeSet | undefined =>
    existsSync(fileOf(id)) ? JSON.parse(readFileSync(fileOf(id), "utf8")) : undefined;
  const write = (set: ChangeSet) => {
    writeFileSync(`${fileOf(set.id)}.new`, JSON.stringify(set));
    renameSync(`${fileOf(set.id)}.new`, fileOf(set.id));
  };
  const all = () =>
    readdirSync(folder).flatMap((name) => {
      const set = name.endsWith(".json") ? read(name.slice(0, -5)) : undefined;
      return set ? [set] : [];
    });
  return {
    get: async (id) => read(id),
    add: async (set) => write(set),
    async move(id, from, to, conflicts = []) {
      const set = read(id);
      if (set?.state !== from) throw new CapstanError("STATE_CONFLICT", `It is ${set?.state}.`);
      const order = to === "applying" ? Math.max(...all().map((one) => one.order)) + 1 : set.order;
      const { items, total } = firstRemarks(conflicts);
      write({ ...set, state: to, conflicts: [...items], conflictCount: total, order });
      if (to !== "applied") return;
      for (const undone of set.undoes.map(read)) if (undone) write({ ...undone, undoneBy: id });
    },
    async applying() {
      const found = all().filter(({ state }) => state === "applying");
      return found.toSorted((one, other) => one.order - other.order);
    },
  };
}

/** Locks of one process. */
export function createLocks(): FolderLocks {
  const held = new Set<string>();
  const overlap = (one: string, other: string) => `${one}/`.startsWith(`${other}/`);
  return {
    async take(root) {
      if ([...held].some((it) => overlap(it, root) || overlap(root, it))) return undefined;
      held.add(root);
      return { release: async () => void held.delete(root) };
    },
  };
}
