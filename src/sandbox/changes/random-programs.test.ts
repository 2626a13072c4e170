import { expect, onTestFinished, test } from "vitest";
import { IS_LONG } from "../../../test/runs.ts";
import type { StagingWay } from "../changes.ts";
import { openScene } from "./testing/scene.ts";
import { treeOf } from "./testing/tree-of.ts";

const PROGRAMS = IS_LONG ? 200 : 12;
const WHOLE = { state: "applied", conflicts: [] };
const WAYS: readonly StagingWay[] = ["unshare", "bubblewrap", "copy"];

test.each(WAYS)(
  "through %s, random programs leave exactly what they saw, and undone in one step it is as before",
  async (way) => {
    const scene = openScene();
    onTestFinished(scene.close);
    await scene.asPerson(scene.random(1, 150));
    const beginning = await treeOf(scene.root);
    const applied: string[] = [];
    for (let seed = 0; seed < PROGRAMS; seed++) {
      const untouched = await treeOf(scene.root);
      let seen: Record<string, string> = {};
      const { id, set } = await scene.call(scene.random(1_000 + seed, 15), {
        way,
        during: async ({ outside }) => {
          seen = await treeOf(outside);
          expect(await treeOf(scene.root)).toEqual(untouched);
        },
      });
      expect(await scene.sets.apply(id, set.digest)).toMatchObject(WHOLE);
      expect(await treeOf(scene.root), `seed ${seed}`).toEqual(seen);
      applied.push(id);
    }
    const end = await treeOf(scene.root);
    expect(end).not.toEqual(beginning);

    const undo = await scene.planUndo(scene.newId(), applied);
    expect(undo.conflicts).toEqual([]);
    expect(await scene.sets.apply(undo.set?.id ?? "", undo.set?.digest ?? "")).toMatchObject(WHOLE);
    expect(await treeOf(scene.root)).toEqual(beginning);

    const redo = await scene.planUndo(scene.newId(), [undo.set?.id ?? ""]);
    expect(await scene.sets.apply(redo.set?.id ?? "", redo.set?.digest ?? "")).toMatchObject(WHOLE);
    expect(await treeOf(scene.root)).toEqual(end);
  },
  IS_LONG ? 600_000 : 60_000,
);
