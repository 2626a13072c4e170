import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { IS_LONG } from "../../../test/runs.ts";
import { openScene } from "./testing/scene.ts";
import { treeOf } from "./testing/tree-of.ts";

const PERSON = fileURLToPath(new URL("testing/busy-person.py", import.meta.url));

function open() {
  const scene = openScene();
  onTestFinished(scene.close);
  return scene;
}

test(
  "whatever the person does between a run and its Run, each path is theirs or as approved",
  async () => {
    const scene = open();
    await scene.asPerson(scene.random(1, 150));
    const seen = { conflict: 0, applied: 0 };
    for (let seed = 0; seed < (IS_LONG ? 250 : 16); seed++) {
      const edit = () => scene.asPerson(scene.random(9_000 + seed, 1 + (seed % 3)));
      const { id, set, difference } = await scene.call(scene.random(3_000 + seed, 5), {
        during: async () => (seed % 2 === 0 ? edit() : undefined),
      });
      if (seed % 2 === 1) await edit();
      const theirs = await treeOf(scene.root);
      const { state, conflicts } = await scene.sets.apply(id, set.digest);
      const now = await treeOf(scene.root);
      seen[state] += 1;
      const told = new Set(conflicts.map(({ path }) => path));
      const made = new Map(difference.changes.map(({ path, after }) => [path, after]));
      const wrong = Object.keys({ ...theirs, ...now }).filter((path) => {
        if (now[path] === theirs[path]) return false;
        const after = made.get(path);
        if (state === "conflict" || after === undefined || told.has(path)) return true;
        if (after === null) return now[path] !== undefined;
        return now[path]?.endsWith(after.digest ?? after.target ?? "") !== true;
      });
      expect(wrong, `seed ${seed}`).toEqual([]);
    }
    expect(seen.applied).toBeGreaterThan(0);
    expect(seen.conflict).toBeGreaterThan(0);
    if (IS_LONG) process.stdout.write(`${JSON.stringify(seen)}\n`);
  },
  IS_LONG ? 600_000 : 60_000,
);

test(
  "what the person writes while changes are applied is in the folder or among the stored copies",
  async () => {
    const scene = open();
    await scene.asPerson(["sh", "-c", "for i in $(seq 0 39); do echo start > f$i; done"]);
    const seen = { applied: 0, conflict: 0 };
    const writes = IS_LONG ? 60_000 : 1_500;
    let isDone = false;
    const working = scene.asPerson(["python3", PERSON, "7", `${writes}`]).finally(() => {
      isDone = true;
    });
    const ids: string[] = [];
    async function work(): Promise<void> {
      const program = `echo program ${ids.length} > f${ids.length % 40}`;
      const { id, set } = await scene.call(["sh", "-c", program]);
      seen[(await scene.sets.apply(id, set.digest)).state] += 1;
      ids.push(id);
      if (!isDone) await work();
    }
    const [printed] = await Promise.all([working, work()]);
    const replaced: string[] = JSON.parse(printed);
    const stored = ids
      .map((id) => join(scene.sets.scratchOf(id), "pre"))
      .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
    const now = readdirSync(scene.root).map((name) => join(scene.root, name));
    const lines = [...now, ...stored].flatMap((path) => readFileSync(path, "utf8").split("\n"));
    const found = new Set([...lines, ...replaced]);
    const wrote = Array.from({ length: writes }, (_, number) => `person ${number}`);
    expect(wrote.filter((text) => !found.has(text))).toEqual([]);
    expect(seen.applied).toBeGreaterThan(0);
    expect(replaced.length).toBeLessThan(writes);
    if (IS_LONG) process.stdout.write(`${JSON.stringify({ ...seen, writes })}\n`);
  },
  IS_LONG ? 600_000 : 60_000,
);
