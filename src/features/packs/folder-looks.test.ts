import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openHarness } from "../../../test/harness.ts";
import { folderSlug } from "../../schema/installed-folder.ts";
import { BUNDLES } from "../bundles/bundles.ts";
import { refreshFolder } from "../bundles/registry.ts";
import { installPath } from "../bundles/testing/install-path.ts";
import { makeTree } from "../bundles/testing/make-tree.ts";
import { createFolderLooks } from "./folder-looks.ts";
import { PACKS } from "./packs.ts";
import { stampFolder } from "./stamp-folder.ts";

const SKILL = "---\nname: one\ndescription: Does one.\n---\n";

async function openWithPack() {
  const harness = await openHarness();
  onTestFinished(() => harness.close());
  const { engine } = harness;
  const folder = makeTree({ "SKILL.md": SKILL, "docs/a.md": "first" });
  const id = folderSlug(await installPath(engine, folder));
  let reads = 0;
  const folderShelf = engine.of(BUNDLES).shelf;
  const counted: typeof folderShelf = {
    ...folderShelf,
    find: (wanted) => {
      reads += 1;
      return folderShelf.find(wanted);
    },
  };
  const looks = createFolderLooks(counted, { waitMs: 5_000 });
  const changed = async () => [...(await looks.changed([...engine.of(PACKS).known().values()]))];
  return { engine, folder, id, changed, counted, reads: () => reads };
}

test("P1: a list knows which folders changed, and reads a folder again only after something was written", async () => {
  const { engine, folder, id, changed, reads } = await openWithPack();
  expect(await changed()).toEqual([]);
  expect(await changed()).toEqual([]);
  expect(reads()).toBe(1);
  // As long as before, and as old as it likes.
  writeFileSync(join(folder, "docs/a.md"), "other");
  utimesSync(join(folder, "docs/a.md"), 1, 1);
  expect(await changed()).toEqual([id]);
  expect(await changed()).toEqual([id]);
  expect(reads()).toBe(2);
  await refreshFolder(engine, `pack:${id}`, "owner");
  expect(await changed()).toEqual([]);
  mkdirSync(join(folder, "node_modules"));
  expect(await changed()).toEqual([]);
  rmSync(folder, { recursive: true });
  expect(await changed()).toEqual([id]);
});

test("a list does not wait for a disk that does not answer, and knows of the others", async () => {
  const { engine, counted, folder, id } = await openWithPack();
  const stuck = makeTree({ "SKILL.md": SKILL });
  await installPath(engine, stuck);
  const looks = createFolderLooks(counted, {
    waitMs: 100,
    stampOf: (root) => (root === stuck ? new Promise(() => {}) : stampFolder(root)),
  });
  const packs = [...engine.of(PACKS).known().values()];
  expect([...(await looks.changed(packs))]).toEqual([]);
  writeFileSync(join(folder, "docs/a.md"), "other");
  await expect.poll(async () => [...(await looks.changed(packs))]).toEqual([id]);
});
