import { randomBytes } from "node:crypto";
import { readdir, readFile, readlink } from "node:fs/promises";
import { join } from "node:path";
import { knownProcess } from "../when-gone.ts";
import { removeGroup } from "./box-group.ts";

/** `capstan-<namespace>-<process>-<its start>-<chance>`: says whose it is, after that one has died too. */
const NAME = /^capstan-(\d+)-(\d+)-(\d+)-[0-9a-f]+$/;

/** A new name for the group above the boxes of this process. */
export async function nameOfGroup(): Promise<string> {
  const own = await knownProcess(process.pid);
  const parts = [
    await namespace(),
    process.pid,
    own?.startedAt ?? 0,
    randomBytes(4).toString("hex"),
  ];
  return `capstan-${parts.join("-")}`;
}

/**
 * Removes the groups of processes that have died, with what is still in them. The namespace is part
 * of the name, because another container counts its processes anew.
 */
export async function tidyGroups(base: string): Promise<void> {
  const here = await namespace();
  for (const name of await readdir(base).catch(() => [])) {
    const [, within, pid, startedAt] = NAME.exec(name) ?? [];
    if (within !== here || pid === undefined) continue;
    if ((await knownProcess(Number(pid)))?.startedAt === startedAt) continue;
    const folder = join(base, name);
    for (const box of await foldersIn(folder)) await endAndRemove(join(folder, box));
    await removeGroup(folder);
  }
}

async function endAndRemove(folder: string): Promise<void> {
  const text = await readFile(join(folder, "cgroup.procs"), "utf8").catch(() => "");
  for (const pid of text.split("\n").filter(Boolean)) {
    try {
      process.kill(Number(pid), "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
  }
  await removeGroup(folder);
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

async function namespace(): Promise<string> {
  const link = await readlink("/proc/self/ns/pid").catch(() => "");
  return /\d+/.exec(link)?.[0] ?? "0";
}
