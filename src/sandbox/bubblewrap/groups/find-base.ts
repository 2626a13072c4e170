import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Tree } from "./find-trees.ts";

/** The group that this process moves to, so that the one above it may have groups with limits. */
const LEAF = "capstan-server";

/**
 * The folder that groups can be made in. The second form allows limits only in a group without processes
 * of its own: root takes the top of the tree, others make room in the group that they were given.
 */
export async function findBase(tree: Tree): Promise<string | undefined> {
  if (tree.form === 1) return tree.own;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && (await allowsLimits(tree.root, tree))) return tree.root;
  return makeRoom(tree);
}

/** Whether groups below this one are counted, after asking for it. */
async function allowsLimits(folder: string, { controllers }: Tree): Promise<boolean> {
  const file = join(folder, "cgroup.subtree_control");
  const wanted = controllers.filter((name) => name !== "cpuacct");
  const enabled = async () => (await readFile(file, "utf8").catch(() => "")).trim().split(" ");
  const before = await enabled();
  for (const name of wanted.filter((it) => !before.includes(it))) {
    await writeFile(file, `+${name}`).catch(() => {});
  }
  const after = await enabled();
  return after.includes("memory") && after.includes("pids");
}

/** Moves this process one step down, where it is alone with what it started. */
async function makeRoom(tree: Tree): Promise<string | undefined> {
  const base = basename(tree.own) === LEAF ? dirname(tree.own) : tree.own;
  if (base === tree.root && process.getuid?.() !== 0) return undefined;
  try {
    const present = await processesOf(base);
    if (!(await areOurs(present))) return undefined;
    const leaf = join(base, LEAF);
    if (present.length > 0) await mkdir(leaf).catch(ignoreExisting);
    for (const pid of present) await writeFile(join(leaf, "cgroup.procs"), String(pid));
    return (await allowsLimits(base, tree)) ? base : undefined;
  } catch {
    return undefined;
  }
}

async function processesOf(folder: string): Promise<readonly number[]> {
  const text = await readFile(join(folder, "cgroup.procs"), "utf8");
  return text.split("\n").filter(Boolean).map(Number);
}

/** This process and its children. */
async function areOurs(pids: readonly number[]): Promise<boolean> {
  for (const pid of pids.filter((it) => it !== process.pid)) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    const parent = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
    if (Number(parent) !== process.pid) return false;
  }
  return true;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
