import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { MAX_REMARKS, MAX_UNDONE } from "../../schema/change-set.ts";
import type { ChangeSetRows } from "../changes.ts";
import { createFileRows } from "./testing/file-rows.ts";
import { openScene, type Scene } from "./testing/scene.ts";

const SHELL = (line: string) => ["sh", "-c", line];

let scene: Scene;

beforeEach(() => {
  scene = openScene();
  return () => scene.close();
});

/** The undo of what a program did in a folder that a person had made. */
async function undoOf({ person = "true", program }: { person?: string; program: string }) {
  await scene.asPerson(SHELL(person));
  const { id, set } = await scene.call(SHELL(program));
  await scene.sets.apply(id, set.digest);
  return (await scene.planUndo("undo", [id])).set;
}

test.each([
  {
    what: "settings of a repository",
    person: "mkdir -p .git; echo a > .git/config",
    program: "echo b > .git/config",
    found: [["/.git/config", "door"]],
  },
  {
    what: "a file that the settings in its stored copy name",
    person: "mkdir -p r/.git; echo 'hooksPath = hooks' > r/.git/config; echo a > r/hooks",
    program: "rm -r r",
    found: [
      ["/r/.git", "door"],
      ["/r/.git/config", "door"],
      ["/r/hooks", "door"],
    ],
  },
  {
    what: "a link that leads out by way of another",
    person: "mkdir d; ln -s .. d/up; ln -s d/up/../x l",
    program: "rm d/up l",
    found: [["/l", "outside"]],
  },
  {
    what: "a name that differs in case from one that is there",
    person: "echo a > name",
    program: "rm name; echo b > NAME; echo c > Name",
    found: [],
  },
])("an undo is judged like any change: $what", async ({ person, program, found }) => {
  const set = await undoOf({ person, program });
  const told = set?.findings.map(({ path, kind }) => [path, kind]);
  expect(told).toEqual(found);
  expect(set?.findingCount).toBe(found.length);
});

test("an undo is judged with what the person has made since", async () => {
  await scene.asPerson(SHELL("echo a > name"));
  const { id, set } = await scene.call(SHELL("rm name"));
  await scene.sets.apply(id, set.digest);
  await scene.asPerson(SHELL("echo b > NAME"));
  const undo = await scene.planUndo("undo", [id]);
  expect(undo.set?.findings).toMatchObject([{ path: "/name", kind: "name" }]);
});

test("a move that is undone is a move", async () => {
  const set = await undoOf({ person: "echo a > f1", program: "mv f1 f2" });
  expect(set?.counts).toMatchObject({ created: 0, changed: 0, deleted: 0, moved: 1 });
});

test("what the person is always asked about comes before what a row has no room for", async () => {
  const program = `for i in $(seq ${MAX_REMARKS}); do mkdir a$i; echo x > a$i/Makefile; done; echo x > .envrc`;
  const { set } = await scene.call(SHELL(program));
  expect(set.findings).toHaveLength(MAX_REMARKS);
  expect(set.findings[0]).toMatchObject({ path: "/.envrc", kind: "door" });
  expect(set.findingCount).toBe(MAX_REMARKS + 1);
});

test("what was left to the person is no part of an undo, also beyond what a row has room for", async () => {
  const names = Array.from({ length: MAX_REMARKS + 10 }, (_, n) => `f${n}`);
  const write = (text: string) => {
    for (const name of names) writeFileSync(join(busy.root, name), text);
  };
  const stored = createFileRows(join(scene.place, "busy"));
  const rows: ChangeSetRows = {
    ...stored,
    async move(id, from, to, conflicts) {
      await stored.move(id, from, to, conflicts);
      if (to === "applying" && id !== "undo") write("mine");
    },
  };
  const busy = openScene({ rows });
  onTestFinished(busy.close);
  write("old");
  const { id, set } = await busy.call(SHELL("for f in f*; do printf new > $f; done; echo n > n"));
  const { conflicts } = await busy.sets.apply(id, set.digest);
  expect(conflicts).toHaveLength(names.length);
  expect(await rows.get(id)).toMatchObject({ conflictCount: names.length });
  write("new");
  const undo = await busy.planUndo("undo", [id]);
  expect(undo.set?.counts).toMatchObject({ changed: 0, deleted: 1 });
  await busy.sets.apply("undo", undo.set?.digest ?? "");
  for (const name of names) expect(readFileSync(join(busy.root, name), "utf8")).toBe("new");
});

test("an undo of more sets than a row has room for is refused", async () => {
  const { id, set } = await scene.call(SHELL("echo a > f1"));
  await scene.sets.apply(id, set.digest);
  const applied = await scene.rows.get(id);
  const ids = Array.from({ length: MAX_UNDONE + 1 }, (_, n) => `set-${n}`);
  for (const each of ids) if (applied) await scene.rows.add({ ...applied, id: each });
  const refused = scene.planUndo("undo", ids);
  await expect(refused).rejects.toMatchObject({ code: "CHANGES_TOO_LARGE" });
});
