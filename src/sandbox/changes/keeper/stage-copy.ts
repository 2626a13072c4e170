import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { CapstanError } from "../../../base/errors.ts";
import { hostEnvironment } from "../../../base/host-environment.ts";
import type { BytePath } from "../../changes.ts";
import { markTime, passTick } from "../clock-tick.ts";
import type { Layers } from "../collect.ts";
import { takeTurns } from "../take-turns.ts";
import { openTreeAt, type Tree } from "../tree.ts";
import type { Scratch } from "./start-keeper.ts";

/** A larger folder takes longer to copy than a call may take. */
const MOST_ENTRIES = 20_000;
const MOST_BYTES = 1024 ** 3;
const DEADLINE_MS = 120_000;

/** Never hard links: a program that writes in place would write to the person's file. */
export async function copyAside({ folder, scratch }: Scratch): Promise<Layers["copy"]> {
  const upper = join(scratch, "upper");
  const lower = openTreeAt(folder.root, { identity: folder });
  try {
    await checkSize(lower);
    const child = spawn("cp", ["-a", "--reflink=auto", "--", "/proc/self/fd/3/.", upper], {
      env: hostEnvironment("copier"),
      stdio: ["ignore", "ignore", "ignore", lower.folderOf("")],
      timeout: DEADLINE_MS,
      killSignal: "SIGKILL",
    });
    const [exitCode] = await once(child, "exit");
    if (exitCode !== 0) throw tooBig();
  } finally {
    lower.close();
  }
  const copy = openTreeAt(upper, { isOurs: true });
  try {
    const folders = await foldersOf(copy);
    const mark = join(scratch, "copied");
    await passTick(mark);
    return { madeNs: markTime(mark), folders };
  } finally {
    copy.close();
  }
}

async function checkSize(tree: Tree): Promise<void> {
  let entries = 0;
  let bytes = 0n;
  for await (const { stats } of walk(tree)) {
    entries += 1;
    bytes += stats.isFile() ? stats.size : 0n;
    if (entries > MOST_ENTRIES || bytes > MOST_BYTES) throw tooBig();
  }
}

async function foldersOf(tree: Tree): Promise<ReadonlyMap<BytePath, bigint>> {
  const folders = new Map<BytePath, bigint>();
  for await (const { path, stats } of walk(tree)) {
    if (stats.isDirectory()) folders.set(path, stats.ino);
  }
  return folders;
}

async function* walk(tree: Tree) {
  const waiting: BytePath[] = [""];
  const turn = takeTurns();
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const name of tree.names(folder)) {
      await turn();
      const path = `${folder}/${name}`;
      const stats = tree.look(path);
      if (!stats) continue;
      yield { path, stats };
      if (stats.isDirectory()) waiting.push(path);
    }
  }
}

function tooBig(): CapstanError {
  return new CapstanError(
    "CHANGES_TOO_LARGE",
    "This folder is too big to be changed safely on this machine. Open a smaller one.",
  );
}
