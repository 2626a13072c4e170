import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { tidy } from "../../src/app/tidy.ts";
import { eraseSession } from "../../src/engine/sessions/erase-session.ts";
import { openSession } from "../../src/engine/sessions/open-session.ts";
import { createContentFolder } from "../../src/features/bundles/content-folder.ts";
import { readFolder } from "../../src/features/bundles/read/read-folder.ts";
import { storeBundle } from "../../src/features/bundles/store-bundle.ts";
import {
  makeTree,
  type Tree,
  temporaryFolder,
} from "../../src/features/bundles/testing/make-tree.ts";
import type { BundleUser } from "../../src/schema/bundle.ts";
import { OWNER, openHarness } from "../harness.ts";

const TWO_HOURS_MS = 2 * 3_600_000;

async function open() {
  const harness = await openHarness();
  onTestFinished(() => harness.close());
  const { engine, clock } = harness;
  const { gate } = engine;
  const folder = join(temporaryFolder(), "content");
  const content = createContentFolder({ ...gate, folder });
  const takeIn = async (tree: Tree, user: BundleUser) => {
    const read = await readFolder(makeTree(tree));
    await storeBundle(gate, read, user);
    return read.bundle.digest;
  };
  const tidyLater = async () => {
    clock.advance(TWO_HOURS_MS);
    await tidy(engine, [{ name: "bundles", tidy: content.tidy }]);
  };
  return { engine, store: gate.store, folder, content, takeIn, tidyLater, gate };
}

test("a bundle that is used is there two hours later with all its contents; one that is not is gone", async () => {
  const { store, content, takeIn, tidyLater } = await open();
  const large = "x".repeat(600_000);
  const used = await takeIn({ "SKILL.md": "used", large }, "source:folder");
  const unused = await takeIn({ "SKILL.md": "unused", large }, "source:other");
  const paths = [await content.layOut(used), await content.layOut(unused)];
  await store.journal.commit("test.release", [{ type: "bundle.release", usedBy: "source:other" }]);
  await tidyLater();
  await tidyLater();
  expect((await store.bundles.list()).map(({ digest }) => digest)).toEqual([used]);
  expect(paths.map((path) => existsSync(path))).toEqual([true, false]);
  // Another machine has nothing but the store.
  const elsewhere = createContentFolder({
    store,
    clock: { now: () => 0 },
    folder: join(temporaryFolder(), "content"),
  });
  expect(readFileSync(join(await elsewhere.layOut(used), "large"), "utf8")).toBe(large);
  await expect(elsewhere.layOut(unused)).rejects.toMatchObject({ code: "BUNDLE_NOT_FOUND" });
});

test("a bundle that nobody has used yet is not swept from under its loader", async () => {
  const { engine, store, takeIn } = await open();
  const digest = await takeIn({ "SKILL.md": "a" }, "source:folder");
  await store.journal.commit("test.release", [{ type: "bundle.release", usedBy: "source:folder" }]);
  await tidy(engine, []);
  expect(await store.bundles.get(digest)).toBeDefined();
});

test("an erased session uses no bundle any more, and what only it used is gone", async () => {
  const { engine, store, folder, content, takeIn, tidyLater } = await open();
  const session = await openSession(engine, {}, OWNER);
  const digest = await takeIn({ "SKILL.md": "a" }, `session:${session.id}`);
  const path = await content.layOut(digest);
  await tidyLater();
  expect(existsSync(path)).toBe(true);
  await eraseSession(engine, session.id, OWNER);
  expect(await store.bundles.usedBy(`session:${session.id}`)).toEqual([]);
  await tidyLater();
  expect(await store.bundles.list()).toEqual([]);
  expect(existsSync(path)).toBe(false);
  expect(existsSync(folder)).toBe(true);
});

test("A107: the name of a file that holds a stored secret does not reach the store", async () => {
  const { gate, store, takeIn } = await open();
  await gate.secrets.set("KEY", "correct-horse-battery", [], []);
  const taking = takeIn({ "SKILL.md": "a", "correct-horse-battery.md": "b" }, "source:folder");
  const error = await taking.catch((caught: Error) => caught);
  expect(error).toMatchObject({ code: "BUNDLE_INVALID" });
  expect(JSON.stringify(error)).not.toContain("correct-horse-battery");
  expect(await store.bundles.list()).toEqual([]);
});

test("A14: a link in the place of a laid-out folder, or inside it, is not written through", async () => {
  const { folder, content, gate, takeIn } = await open();
  const outside = makeTree({ "SKILL.md": "theirs", "x/run.sh": "theirs" });
  const digest = await takeIn({ "SKILL.md": "ours", "x/run.sh": "ours" }, "source:folder");
  makeTree({}, folder);
  const place = join(folder, digest.slice("sha256:".length));
  makeTree({ "SKILL.md": "ours" }, place);
  symlinkSync(join(outside, "x"), join(place, "x"));
  const path = await content.layOut(digest);
  expect(readFileSync(join(path, "x/run.sh"), "utf8")).toBe("ours");
  expect(readFileSync(join(outside, "x/run.sh"), "utf8")).toBe("theirs");
  // The same for the whole folder, with the very files that it should have.
  const other = join(temporaryFolder(), "content");
  makeTree({ keep: "" }, other);
  symlinkSync(outside, join(other, digest.slice("sha256:".length)));
  await createContentFolder({ ...gate, folder: other }).layOut(digest);
  expect(readFileSync(join(outside, "SKILL.md"), "utf8")).toBe("theirs");
});
