import { mkdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { type BoxGroup, createBoxGroup, type GroupFolder, removeGroup } from "./box-group.ts";
import { findBase } from "./find-base.ts";
import { type Controller, findTrees, type Tree } from "./find-trees.ts";
import {
  applySettings,
  boxSettings,
  type GroupLimits,
  limitSettings,
  sharedSettings,
} from "./group-files.ts";
import { nameOfGroup, tidyGroups } from "./tidy-groups.ts";

export interface Groups {
  /** What the kernel counts, and by which form of control groups. */
  readonly forms: ReadonlyMap<Controller, 1 | 2>;
  /** A group for one box, or nothing where it could not be made. */
  make(limits: GroupLimits): Promise<BoxGroup | undefined>;
}

type Options = {
  readonly totalBytes: number;
  readonly trees?: () => Promise<readonly Tree[]>;
  readonly baseOf?: (tree: Tree) => Promise<string | undefined>;
};

/** A tree that groups can be made in, and the group above all boxes of this process. */
type Usable = Tree & { readonly shared: string };

/** The control groups that this process may make, all below one that holds them to the total. */
export async function openGroups(options: Options): Promise<Groups> {
  const { totalBytes, trees = findTrees, baseOf = findBase } = options;
  const name = await nameOfGroup();
  const usable: Usable[] = [];
  for (const tree of await trees()) {
    const base = await baseOf(tree).catch(() => undefined);
    if (base === undefined) continue;
    await tidyGroups(base);
    const candidate = { ...tree, shared: join(base, name) };
    const works = tryTo(() => makeShared(candidate, totalBytes));
    await removeGroup(candidate.shared);
    if (works) usable.push(candidate);
  }

  let boxes = 0;
  let made = 0;

  /** The last box removes it: nothing is left of a process that ends between two boxes. */
  function release(): void {
    boxes--;
    if (boxes > 0) return;
    for (const { shared } of usable) tryTo(() => rmdirSync(shared));
  }

  return {
    forms: new Map(usable.flatMap(({ form, controllers }) => controllers.map((it) => [it, form]))),
    async make(limits) {
      if (usable.length === 0) return undefined;
      const box = `box-${made++}`;
      boxes++;
      try {
        for (const tree of boxes === 1 ? usable : []) makeShared(tree, totalBytes);
        const folders = usable.map((tree) => makeIn(tree, box, limits));
        return createBoxGroup(folders, release);
      } catch {
        await Promise.all(usable.map(({ shared }) => removeGroup(join(shared, box))));
        release();
        return undefined;
      }
    },
  };
}

function tryTo(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

function makeShared({ form, controllers, shared }: Usable, totalBytes: number): void {
  // A box whose group could not be removed yet may keep it.
  tryTo(() => mkdirSync(shared, { mode: 0o700 }));
  applySettings(shared, [
    ...sharedSettings(form, controllers),
    ...limitSettings(form, controllers, { memoryBytes: totalBytes, processes: null }),
  ]);
}

function makeIn(tree: Usable, box: string, limits: GroupLimits): GroupFolder {
  const { form, controllers, shared } = tree;
  const folder = join(shared, box);
  mkdirSync(folder);
  applySettings(folder, [
    ...limitSettings(form, controllers, limits),
    ...boxSettings(form, controllers),
  ]);
  return { form, controllers, folder };
}
