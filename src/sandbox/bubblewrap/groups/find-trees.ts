import { readFile } from "node:fs/promises";
import { posix } from "node:path";

export const CONTROLLERS = ["memory", "pids", "cpuacct", "cpu"] as const;
export type Controller = (typeof CONTROLLERS)[number];

/** A tree of control groups. The first form has one for each controller, the second form one for all. */
export type Tree = {
  readonly form: 1 | 2;
  readonly controllers: readonly Controller[];
  /** The group of this process. */
  readonly own: string;
  /** Where the tree is mounted. */
  readonly root: string;
};

/** The trees of this process, as they are mounted here. */
export async function findTrees(): Promise<readonly Tree[]> {
  const [mounts, groups] = await Promise.all([
    readFile("/proc/self/mountinfo", "utf8").catch(() => ""),
    readFile("/proc/self/cgroup", "utf8").catch(() => ""),
  ]);
  const trees = readTrees(mounts, groups);
  return Promise.all(
    trees.map(async (tree) => {
      if (tree.form === 1) return tree;
      const file = posix.join(tree.root, "cgroup.controllers");
      const names = (await readFile(file, "utf8").catch(() => "")).trim().split(" ");
      // This form always counts processor time.
      const has = (name: Controller) => name === "cpuacct" || names.includes(name);
      const elsewhere = trees.flatMap(({ controllers }) => controllers);
      const controllers = CONTROLLERS.filter((name) => has(name) && !elsewhere.includes(name));
      return { ...tree, controllers };
    }),
  ).then((found) => found.filter(({ controllers }) => controllers.length > 0));
}

/** From `/proc/self/mountinfo` and `/proc/self/cgroup`. The second form says its controllers elsewhere. */
export function readTrees(mounts: string, groups: string): readonly Tree[] {
  const trees: Tree[] = [];
  for (const line of mounts.split("\n")) {
    const [before = "", after = ""] = line.split(" - ");
    const [, , , shared = "/", root = ""] = before.split(" ");
    const [type, , options = ""] = after.split(" ");
    if (type !== "cgroup" && type !== "cgroup2") continue;
    const form = type === "cgroup" ? 1 : 2;
    const named = options.split(",");
    const controllers = form === 1 ? CONTROLLERS.filter((name) => named.includes(name)) : [];
    if (form === 1 && controllers.length === 0) continue;
    const path = pathOf(groups, controllers[0] ?? "");
    if (path === undefined || trees.some((tree) => tree.root === root)) continue;
    trees.push({ form, controllers, own: below(root, shared, path), root });
  }
  return trees;
}

/** The group of a line such as `4:memory:/a/b`; the second form has no name: `0::/a/b`. */
function pathOf(groups: string, controller: string): string | undefined {
  for (const line of groups.split("\n")) {
    const [, names, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    if (names?.split(",").includes(controller)) return path;
  }
  return undefined;
}

/** A container may see a part of the tree alone, and its own path from the top. */
function below(root: string, shared: string, path: string): string {
  const inside = posix.relative(shared, path);
  return inside.startsWith("..") ? root : posix.join(root, inside);
}
