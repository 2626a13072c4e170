import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { StagingWay } from "../../changes.ts";
import { openScene } from "../testing/scene.ts";
import { findStagingWay } from "./find-staging-way.ts";
import { stageFolders } from "./stage-folders.ts";

const OVERLAYS: readonly StagingWay[] = ["unshare", "bubblewrap"];
const WAYS: readonly StagingWay[] = [...OVERLAYS, "copy"];

function open() {
  const scene = openScene();
  onTestFinished(scene.close);
  writeFileSync(join(scene.root, "a"), "as it was");
  return scene;
}

test.each(WAYS)("through %s, no descriptor in a box leads to the folder", async (way) => {
  const { root, call } = open();
  const attack = `
for n in $(seq 0 20); do
  echo out > /proc/self/fd/$n/escaped; echo out > /proc/1/fd/$n/escaped; echo out > /proc/1/cwd/escaped
done 2>/dev/null
for n in $(ls /proc/self/fd /proc/1/fd); do readlink /proc/self/fd/$n /proc/1/fd/$n; done
true`;
  const { stdout, difference } = await call(["sh", "-c", attack], { way });
  expect(stdout).not.toContain(`${root}`);
  expect(readdirSync(root)).toEqual(["a"]);
  // The working folder of its first process is the view: that write is measured like any other.
  expect(difference.changes.map(({ path }) => path)).toEqual(["/escaped"]);
});

test.each(OVERLAYS)("through %s, the keeper has let go of the folder", async (way) => {
  const { root, folder, home } = open();
  const staged = await stageFolders(way, [{ folder, scratch: join(home, "set") }]);
  onTestFinished(() => staged.end());
  const [, pid] = /mount=\/proc\/(\d+)/.exec(staged.enter.join(" ")) ?? [];
  const descriptors = readdirSync(`/proc/${pid}/fd`).map((name) =>
    readlinkSync(`/proc/${pid}/fd/${name}`),
  );
  expect(descriptors.length).toBeGreaterThan(2);
  expect(descriptors.filter((target) => target.startsWith(root))).toEqual([]);
});

test.each(OVERLAYS)("through %s, a box sees no path of Capstan's", async (way) => {
  const { home, call } = open();
  const { stdout } = await call(["sh", "-c", "cat /proc/self/mountinfo; id -u"], { way });
  const overlay = stdout.split("\n").find((line) => line.includes(" overlay "));
  expect(overlay).toContain("nosuid,nodev");
  expect(overlay?.split(" - ")[1]).not.toContain(home);
  expect(stdout.trim().split("\n").at(-1)).toBe(`${process.getuid?.()}`);
});

test.each(OVERLAYS)("through %s, a folder that was replaced is not mounted", async (way) => {
  const { root, folder, home } = open();
  renameSync(root, `${root}2`);
  mkdirSync(root);
  const staged = stageFolders(way, [{ folder, scratch: join(home, "set") }]);
  await expect(staged).rejects.toMatchObject({ code: "ROOT_CHANGED" });
});

test("several folders of one box are kept apart, and measured each by itself", async () => {
  const { folder, home, root } = open();
  const other = open();
  const staged = await stageFolders("unshare", [
    { folder, scratch: join(home, "one") },
    { folder: other.folder, scratch: join(home, "two") },
  ]);
  onTestFinished(() => staged.end());
  const [one, two] = staged.folders;
  writeFileSync(join(one?.outside ?? "", "first"), "1");
  writeFileSync(join(two?.outside ?? "", "a"), "other");
  expect((await one?.measure())?.changes.map(({ path }) => path)).toEqual(["/first"]);
  expect((await two?.measure())?.changes.map(({ path }) => path)).toEqual(["/a"]);
  await staged.end();
  expect(existsSync(one?.outside ?? "")).toBe(false);
  expect(readFileSync(join(root, "a"), "utf8")).toBe("as it was");
});

test("this machine's way is the first that holds, and a trial leaves nothing", async () => {
  const { home } = open();
  expect(await findStagingWay(home)).toBe("unshare");
  expect(readdirSync(home)).toEqual([]);
});

test.each(OVERLAYS)("through %s, a folder with a mount in it is refused", async (way) => {
  const { dev, ino } = statSync("/dev", { bigint: true });
  const folder = { root: "/dev", device: `${dev}`, inode: `${ino}` };
  const staged = stageFolders(way, [{ folder, scratch: join(open().home, "set") }]);
  await expect(staged).rejects.toMatchObject({ code: "ROOT_INVALID" });
});

test("changes of a folder are never collected inside it", async () => {
  const { folder, root } = open();
  const staged = stageFolders("copy", [{ folder, scratch: join(root, "home") }]);
  await expect(staged).rejects.toMatchObject({ code: "ROOT_INVALID" });
});
