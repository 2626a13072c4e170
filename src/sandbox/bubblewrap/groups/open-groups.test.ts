import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { knownProcess } from "../when-gone.ts";
import { findBase } from "./find-base.ts";
import { findTrees } from "./find-trees.ts";
import { openGroups } from "./open-groups.ts";
import { nameOfGroup } from "./tidy-groups.ts";

const MEGABYTE = 1024 ** 2;
const TOTAL = { totalBytes: 1024 * MEGABYTE };
const probed = await openGroups(TOTAL);
const HAS_MEMORY = probed.forms.has("memory");
const HAS_PROCESSES = probed.forms.has("pids");

/** A shell that waits in a group of its own before it begins. */
async function inGroup(
  script: string,
  limits: { memoryBytes: number | null; processes: number },
  groups = probed,
) {
  const group = await groups.make(limits);
  if (!group) throw new Error("There is no group.");
  const shell = spawn("sh", ["-c", `read line; ${script}`], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  const exited = once(shell, "exit");
  await group.enter([shell.pid ?? 0]);
  shell.stdin?.end("go\n");
  await exited;
  return group;
}

/** A place of its own in each tree: other tests make groups at the same time. */
async function makePlace() {
  const places = new Map<string, string>();
  const name = `test-${randomBytes(4).toString("hex")}`;
  for (const tree of await findTrees()) {
    const base = await findBase(tree).catch(() => undefined);
    if (base === undefined) continue;
    const folder = join(base, name);
    mkdirSync(folder);
    onTestFinished(() => rmdirSync(folder));
    for (const controller of tree.form === 2 ? ["memory", "pids", "cpu"] : []) {
      await writeFile(join(folder, "cgroup.subtree_control"), `+${controller}`).catch(() => {});
    }
    places.set(tree.root, folder);
  }
  return {
    folders: [...places.values()],
    groups: () => openGroups({ ...TOTAL, baseOf: async ({ root }) => places.get(root) }),
  };
}

function groupsIn(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((it) => (it.isDirectory() ? it.name : [])),
  );
}

describe.runIf(HAS_PROCESSES)("where there are control groups", () => {
  test.each([
    { forks: 3, wasRefused: false },
    { forks: 60, wasRefused: true },
  ])(
    "A45: of $forks processes where ten are allowed, it is known that the kernel refused some: $wasRefused",
    async ({ forks, wasRefused }) => {
      const script = `n=0; while [ $n -lt ${forks} ]; do sleep 1 & n=$((n + 1)); done; wait`;
      const group = await inGroup(script, { memoryBytes: null, processes: 10 });
      expect(group.use().wasRefused).toBe(wasRefused);
      await group.remove();
    },
  );

  test.runIf(HAS_MEMORY)(
    "F03: it is known that the kernel ended a process for its memory",
    async () => {
      const limits = { memoryBytes: 32 * MEGABYTE, processes: 10 };
      const small = await inGroup("head -c 1m /dev/zero | tail -c 1", limits);
      expect(small.use().ended).toBeNull();
      await small.remove();
      const large = await inGroup("head -c 300m /dev/zero | tail", limits);
      expect(large.use().ended).toBe("here");
      await large.remove();
    },
  );

  test("F03: the time of all processes counts, of those too that have ended", async () => {
    const script = "for n in 1 2 3; do head -c 200m /dev/zero > /dev/null & done; wait";
    const group = await inGroup(script, { memoryBytes: null, processes: 10 });
    expect(group.use().cpuS).toBeGreaterThan(0.01);
    await group.remove();
  });

  test("F03: nothing is left of a box that has ended, and a gone process enters none", async () => {
    const { folders, groups } = await makePlace();
    const limits = { memoryBytes: 64 * MEGABYTE, processes: 10 };
    const opened = await groups();
    const [one, other] = [await inGroup("", limits, opened), await inGroup("", limits, opened)];
    await expect(one.enter([2 ** 22])).rejects.toThrow();
    await one.remove();
    expect(groupsIn(folders)).toHaveLength(folders.length);
    await other.remove();
    expect(groupsIn(folders)).toEqual([]);
  });

  test("F03: groups of a process that was killed are removed, with what is in them; others stay", async () => {
    const neighbour = spawn("sleep", ["60"], { stdio: "ignore" });
    const stray = spawn("sleep", ["60"], { stdio: "ignore" });
    onTestFinished(() => void [neighbour, stray].map((child) => child.kill("SIGKILL")));
    const place = await makePlace();
    const base = place.folders[0] ?? "";
    const [, namespace] = (await nameOfGroup()).split("-");
    const alive = await knownProcess(neighbour.pid ?? 0);
    const live = join(base, `capstan-${namespace}-${neighbour.pid}-${alive?.startedAt}-00`);
    const other = join(base, `capstan-1${namespace}-999999-1-00`);
    const dead = join(base, `capstan-${namespace}-${neighbour.pid}-1-00`);
    for (const folder of [live, other, dead, join(dead, "box-0")]) mkdirSync(folder);
    onTestFinished(() => {
      for (const folder of [live, other]) rmdirSync(folder);
    });
    await writeFile(join(dead, "box-0", "cgroup.procs"), String(stray.pid));
    const ended = once(stray, "exit");
    await place.groups();
    expect((await ended)[1]).toBe("SIGKILL");
    expect([live, other, dead].map((folder) => existsSync(folder))).toEqual([true, true, false]);
    expect(neighbour.exitCode).toBeNull();
  });
});

test("F03: a folder that is no control group holds nothing, and is not taken for one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "capstan-groups-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const tree = { form: 2, controllers: ["memory", "pids"], own: folder, root: folder } as const;
  const groups = await openGroups({
    ...TOTAL,
    trees: async () => [tree],
    baseOf: async () => folder,
  });
  expect([...groups.forms.keys()]).toEqual([]);
  expect(await groups.make({ memoryBytes: 1, processes: 1 })).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});
