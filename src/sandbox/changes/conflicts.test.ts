import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { passTick } from "./clock-tick.ts";
import { openScene, type Scene } from "./testing/scene.ts";
import { treeOf } from "./testing/tree-of.ts";

const SHELL = (line: string) => ["sh", "-c", `set -e; ${line}`];
const FILES = "for i in 1 2 3 4; do echo old$i > f$i; done; mkdir d; echo o > d/o";

let scene: Scene;
beforeEach(async () => {
  scene = openScene();
  await scene.asPerson(SHELL(FILES));
  onTestFinished(scene.close);
});

const person = async (line: string) => {
  await passTick(join(scene.place, "person"));
  execFileSync("sh", ["-c", `set -e; ${line}`], { cwd: scene.root });
};

const BOTH = [
  ["writes to the same file", "echo p >> f1", "echo me >> f1", "conflict"],
  ["replaces it", "echo p >> f1", "echo me > t; mv t f1", "conflict"],
  ["closes it", "echo p >> f1", "chmod 600 f1", "conflict"],
  ["writes to another file", "echo p >> f1", "echo me >> f2", "applied"],
  ["changes a file that the program removes", "rm f1", "echo me >> f1", "conflict"],
  ["removes a file that the program changes", "echo p >> f1", "rm f1", "conflict"],
  ["makes the same name", "echo p > n", "echo me > n", "conflict"],
  ["removes the folder of a new file", "echo p > d/n", "rm -r d", "conflict"],
  [
    "leads a folder elsewhere",
    "echo p > d/n",
    "rm -r d; mkdir ../elsewhere; ln -s ../elsewhere d",
    "conflict",
  ],
  [
    "turns the times back",
    "echo p >> f1",
    "cp -p f1 ../t; echo XXXX > f1; touch -r ../t f1",
    "conflict",
  ],
] as const;

test.each(BOTH.flatMap((one) => [[...one, "measured"] as const, [...one, "approved"] as const]))(
  "the person %s: %s and %s is %s, before it is %s",
  async (_, program, edit, state, when) => {
    const { id, set } = await scene.call(SHELL(program), {
      during: async () => (when === "measured" ? person(edit) : undefined),
    });
    if (when === "approved") await person(edit);
    const before = await treeOf(scene.root);
    const applied = await scene.sets.apply(id, set.digest);
    expect(applied.state).toBe(state);
    if (state === "conflict") expect(await treeOf(scene.root)).toEqual(before);
    if (state === "applied") {
      expect(readFileSync(join(scene.root, "f2"), "utf8")).toBe("old2\nme\n");
    }
  },
);

test.each([
  ["measured", "conflict", ["/d/mine"]],
  ["approved", "applied", ["/d"]],
])("a file that the person puts into a folder that goes stays, before it is %s", async (...row) => {
  const [when, state, told] = row;
  const put = () => person("echo me > d/mine");
  const { id, set } = await scene.call(SHELL("rm -r d"), {
    during: async () => (when === "measured" ? put() : undefined),
  });
  if (when === "approved") await put();
  const applied = await scene.sets.apply(id, set.digest);
  expect(applied.state).toBe(state);
  expect(applied.conflicts.map(({ path }) => path)).toEqual(told);
  expect(readFileSync(join(scene.root, "d/mine"), "utf8")).toBe("me\n");
});

test("another digest, another folder and a second use apply nothing", async () => {
  const { id, set } = await scene.call(SHELL("echo p >> f1"));
  const conflict = { code: "STATE_CONFLICT" };
  await expect(scene.sets.apply(id, "sha256:0")).rejects.toMatchObject(conflict);
  renameSync(scene.root, `${scene.root}2`);
  mkdirSync(scene.root);
  await expect(scene.sets.apply(id, set.digest)).rejects.toMatchObject({ code: "ROOT_CHANGED" });
  rmSync(scene.root, { recursive: true });
  renameSync(`${scene.root}2`, scene.root);
  expect(await scene.sets.apply(id, set.digest)).toMatchObject({ state: "applied" });
  await expect(scene.sets.apply(id, set.digest)).rejects.toMatchObject(conflict);
});

test("of two programs at one file, the second one is told", async () => {
  const [one, other, third] = await Promise.all(
    ["echo A >> f1; echo A > na", "echo B >> f1", "echo C >> f3"].map((line) =>
      scene.call(SHELL(line)),
    ),
  );
  const apply = (it: typeof one) => scene.sets.apply(it?.id ?? "", it?.set.digest ?? "");
  expect(await apply(one)).toMatchObject({ state: "applied" });
  expect(await apply(other)).toMatchObject({ state: "conflict", conflicts: [{ path: "/f1" }] });
  expect(await apply(third)).toMatchObject({ state: "applied" });
});

test("a second run of the same program has the same digest", async () => {
  const line = SHELL("echo A >> f1; rm f2; mkdir e; mv f3 e/f");
  const [one, other] = [await scene.call(line), await scene.call(line)];
  expect(one.set.digest).toBe(other.set.digest);
  expect((await scene.call(SHELL("echo B >> f1"))).set.digest).not.toBe(one.set.digest);
});

test("an undo leaves alone what the person changed since, and says so", async () => {
  const { id, set } = await scene.call(SHELL("echo A >> f1; rm f2; mkdir e; echo x > e/x"));
  await scene.sets.apply(id, set.digest);
  await person("echo me >> f1; echo mine > e/mine");
  const undo = await scene.planUndo("undo", [id]);
  expect(undo.conflicts).toMatchObject([{ path: "/f1" }]);
  const undone = await scene.sets.apply("undo", undo.set?.digest ?? "");
  expect(undone).toMatchObject({ state: "applied", conflicts: [{ path: "/e" }] });
  const text = (name: string) => readFileSync(join(scene.root, name), "utf8");
  expect([text("f1"), text("f2"), text("e/mine")]).toEqual(["old1\nA\nme\n", "old2\n", "mine\n"]);
  await expect(scene.planUndo("again", [id])).rejects.toMatchObject({
    code: "STATE_CONFLICT",
  });
});

test("a stored copy that a program wrote to afterwards is not put back", async () => {
  const { id, set } = await scene.call(SHELL("echo A > t; mv t f1"));
  await scene.sets.apply(id, set.digest);
  writeFileSync(join(scene.sets.scratchOf(id), "pre/0"), "other");
  expect(await scene.planUndo("undo", [id])).toMatchObject({
    set: undefined,
    conflicts: [{ path: "/f1", why: "The stored copy of it was changed or removed." }],
  });
});

test("the newer of two sets is undone first, or both together", async () => {
  const one = await scene.call(SHELL("echo A > f1"));
  await scene.sets.apply(one.id, one.set.digest);
  const two = await scene.call(SHELL("echo B > f1; echo n > n"));
  await scene.sets.apply(two.id, two.set.digest);
  const early = await scene.planUndo("early", [one.id]);
  expect(early).toMatchObject({ set: undefined, conflicts: [{ path: "/f1" }] });
  const both = await scene.planUndo("both", [two.id, one.id]);
  expect(await scene.sets.apply("both", both.set?.digest ?? "")).toMatchObject({ conflicts: [] });
  expect(readFileSync(join(scene.root, "f1"), "utf8")).toBe("old1\n");
  expect(await scene.rows.get(one.id)).toMatchObject({ undoneBy: "both" });
});

test("sets of a folder in a folder wait for each other", async () => {
  const { id, set } = await scene.call(SHELL("echo A > f1"));
  const lock = await scene.locks.take(join(scene.root, "d"), "other");
  const busy = { code: "STATE_CONFLICT" };
  await expect(scene.sets.apply(id, set.digest)).rejects.toMatchObject(busy);
  await lock?.release();
  expect(await scene.sets.apply(id, set.digest)).toMatchObject({ state: "applied" });
});

test("a discarded set leaves nothing", async () => {
  const before = await treeOf(scene.root);
  const { id, set } = await scene.call(SHELL("echo A > f1; mkdir -p x/y; chmod 0 x"));
  await scene.sets.discard(id);
  expect(await treeOf(scene.root)).toEqual(before);
  await expect(scene.sets.apply(id, set.digest)).rejects.toMatchObject({ code: "STATE_CONFLICT" });
});
