import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { IS_LONG } from "../../../test/runs.ts";
import { openScene } from "./testing/scene.ts";
import { treeOf } from "./testing/tree-of.ts";

const CHILD = fileURLToPath(new URL("testing/apply-and-die.ts", import.meta.url));
const KILLS = IS_LONG ? 150 : 5;
/** Calls that change or sync files, for one change. */
const CALLS = 7;

const WHOLE = { state: "applied", conflicts: [] };
const HOMES = [
  { home: "on the same file system", other: false },
  { home: "on another file system", other: true },
];

test.each(HOMES)(
  "killed at any call, with its home $home, an apply leaves the folder as before or as approved",
  async ({ other }) => {
    const homeBase = other ? mkdtempSync("/var/tmp/capstan-writes-") : undefined;
    const scene = openScene(homeBase === undefined ? {} : { homeBase });
    onTestFinished(async () => {
      await scene.close();
      if (homeBase) rmSync(homeBase, { recursive: true, force: true });
    });
    await scene.asPerson(scene.random(1, 150));
    const seeds = fc.sample(fc.nat(1_000_000), { numRuns: 4 * KILLS * 4, seed: other ? 2 : 1 });
    const seen = { kills: 0, before: 0, after: 0, between: 0 };
    const chance = (most: number) => (seeds.pop() ?? 0) % most;
    for (let round = 0; seen.kills < KILLS && seeds.length > 8; round++) {
      let approved: Record<string, string> = {};
      const { set, difference } = await scene.call(scene.random(5_000 + round, 15), {
        during: async ({ outside }) => {
          approved = await treeOf(outside);
        },
      });
      const before = await treeOf(scene.root);
      const asApproved = () => scene.sets.apply(set.id, set.digest);
      const calls = 2 * (12 + CALLS * difference.changes.length);
      const isKilled = await scene.killedAt(["apply", set.id, set.digest], chance(calls));
      const midway = await treeOf(scene.root);
      // A recovery may be killed as well.
      if (isKilled && round % 3 === 0) {
        seen.kills += Number(await scene.killedAt(["recover", "", ""], chance(40)));
      }
      for (const recovered of await scene.sets.recover()) {
        expect(recovered).toMatchObject(WHOLE);
      }
      const now = await treeOf(scene.root);
      const { state } = (await scene.rows.get(set.id)) ?? {};
      if (state === "kept") {
        expect(now).toEqual(before);
        expect(await asApproved()).toMatchObject(WHOLE);
      }
      const after = await treeOf(scene.root);
      expect(after).toEqual(approved);
      if (state === "applied") expect(now).toEqual(approved);
      const undo = await scene.planUndo(scene.newId(), [set.id]);
      const undoes = undo.set;
      expect(undo.conflicts).toEqual([]);
      // An undo is a set like any other: killed and finished, the folder is as before.
      if (undoes) {
        const args = ["apply", undoes.id, undoes.digest];
        seen.kills += Number(round % 2 === 0 && (await scene.killedAt(args, chance(calls))));
        for (const recovered of await scene.sets.recover()) expect(recovered).toMatchObject(WHOLE);
        const isKept = (await scene.rows.get(undoes.id))?.state === "kept";
        if (isKept) await scene.sets.apply(undoes.id, undoes.digest);
        expect(await treeOf(scene.root)).toEqual(before);
        const redo = await scene.planUndo(scene.newId(), [undoes.id]);
        expect(redo.conflicts).toEqual([]);
        const redone = await scene.sets.apply(redo.set?.id ?? "", redo.set?.digest ?? "");
        expect(redone).toMatchObject(WHOLE);
        expect(await treeOf(scene.root)).toEqual(after);
      }
      seen.kills += Number(isKilled);
      seen[state === "kept" ? "before" : "after"] += 1;
      const isBetween = JSON.stringify(midway) !== JSON.stringify(before);
      if (isBetween && JSON.stringify(midway) !== JSON.stringify(after)) seen.between += 1;
    }
    expect(seen.kills).toBeGreaterThanOrEqual(KILLS);
    if (IS_LONG) process.stdout.write(`${JSON.stringify(seen)}\n`);
    if (IS_LONG) for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
  },
  IS_LONG ? 900_000 : 60_000,
);

/** The folder's files in one program: some go, some change, some move, and new ones come. */
const MANY = `
import os, random, sys
chance = random.Random(int(sys.argv[1]))
for folder, _, names in os.walk('.'):
    for name in names:
        path = os.path.join(folder, name)
        kind = chance.randrange(5)
        if kind == 0: os.remove(path)
        elif kind == 1: open(path, 'w').write(str(chance.random()))
        elif kind == 2: os.rename(path, path[:40] + str(chance.randrange(9)))
    for _ in range(6): open(os.path.join(folder, 'n%d' % chance.randrange(99999)), 'w').write('n')
`;

test(
  "killed at any moment, an apply of some thousand changes is finished or has not begun",
  async () => {
    const scene = openScene();
    onTestFinished(scene.close);
    const [rows, files] = IS_LONG ? [60, 1_200] : [2, 200];
    const make = `for i in $(seq ${files}); do mkdir -p d$((i % 30)); echo $i > d$((i % 30))/f$i; done`;
    await scene.asPerson(["sh", "-c", make]);
    const moments = fc.sample(fc.nat(IS_LONG ? 500 : 120), { numRuns: rows, seed: 3 });
    const seen = { killed: 0, before: 0, after: 0, between: 0 };
    for (const [seed, moment] of moments.entries()) {
      let approved: Record<string, string> = {};
      const { set } = await scene.call(["python3", "-I", "-c", MANY, `${seed}`], {
        during: async ({ outside }) => {
          approved = await treeOf(outside);
        },
      });
      const before = await treeOf(scene.root);
      const args = [
        CHILD,
        join(scene.place, "rows"),
        scene.home,
        "apply",
        set.id,
        set.digest,
        "-1",
      ];
      const child = execFile(process.execPath, ["--no-warnings", ...args], () => {});
      const ended = once(child, "exit");
      const timer = setTimeout(() => child.kill("SIGKILL"), 60 + moment);
      const [, signal] = await ended;
      clearTimeout(timer);
      const midway = JSON.stringify(await treeOf(scene.root));
      const isBetween = midway !== JSON.stringify(before) && midway !== JSON.stringify(approved);
      for (const recovered of await scene.sets.recover()) expect(recovered).toMatchObject(WHOLE);
      const isKept = (await scene.rows.get(set.id))?.state === "kept";
      expect(await treeOf(scene.root)).toEqual(isKept ? before : approved);
      seen.killed += Number(signal === "SIGKILL");
      seen.between += Number(isBetween);
      seen[isKept ? "before" : "after"] += 1;
    }
    if (IS_LONG) process.stdout.write(`${JSON.stringify(seen)}\n`);
    if (IS_LONG) for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
  },
  IS_LONG ? 900_000 : 60_000,
);
