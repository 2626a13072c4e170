import { expect, test } from "vitest";
import { createRedactor } from "../../base/redaction/redactor.ts";
import type { Change } from "../../stores/journal.ts";
import { openSqliteStore } from "../../stores/sqlite/open-sqlite-store.ts";
import type { Store } from "../../stores/store.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import { readFolder } from "./read/read-folder.ts";
import { storeBundle } from "./store-bundle.ts";
import { readStored } from "./stored-bundle.ts";
import { makeTree, treeOf } from "./testing/make-tree.ts";

const USER = "source:test";
const LARGE = "x".repeat(600_000);

function open(redactor = createRedactor()) {
  const store = openSqliteStore(":memory:");
  return { store, clock: createManualClock(), redactor };
}

/** Runs `before` ahead of every commit, and counts the pieces that are written. */
function watch(store: Store, before: (step: string) => Promise<void> = async () => {}) {
  const pieces: Change[] = [];
  const watched: Store = {
    ...store,
    journal: {
      ...store.journal,
      async commit(step, changes, durable) {
        await before(step);
        pieces.push(...changes.filter(({ type }) => type === "blob.put"));
        await store.journal.commit(step, changes, durable);
      },
    },
  };
  return { watched, pieces };
}

test("a bundle is stored with its contents, large and empty ones too, and is in use", async () => {
  const options = open();
  const read = await readFolder(makeTree({ "SKILL.md": "a", large: LARGE, empty: "" }));
  await storeBundle(options, read, USER);
  const { store } = options;
  expect(await store.bundles.get(read.bundle.digest)).toEqual(read.bundle);
  expect(await store.bundles.usedBy(USER)).toEqual([read.bundle.digest]);
  expect(treeOf(await readStored(store, read.bundle.digest))).toEqual({
    "SKILL.md": "a",
    empty: "",
    large: LARGE,
  });
  await store.close();
});

test("what is there already is not written again", async () => {
  const options = open();
  const { watched, pieces } = watch(options.store);
  const read = await readFolder(makeTree({ "SKILL.md": "a", large: LARGE, copy: LARGE }));
  for (const user of [USER, "session:1"] as const) {
    await storeBundle({ ...options, store: watched }, read, user);
  }
  expect(pieces).toHaveLength(1 + 3);
  await options.store.close();
});

test("a content that is swept just before it is needed is written again", async () => {
  const options = open();
  const read = await readFolder(makeTree({ "SKILL.md": "a", large: LARGE }));
  let sweeps = 0;
  const { watched } = watch(options.store, async (step) => {
    if (step !== "bundle.put" || sweeps++ > 0) return;
    const before = "9999";
    await options.store.journal.commit("test.sweep", [{ type: "blobs.sweep", before }]);
  });
  await storeBundle({ ...options, store: watched }, read, USER);
  expect(sweeps).toBe(2);
  for (const { digest } of read.bundle.files) {
    expect(await options.store.files.hasBlob(digest)).toBe(true);
  }
  await options.store.close();
});

test("of one that fails no half content keeps the name of a whole one, and nothing is in use", async () => {
  const options = open();
  const read = await readFolder(makeTree({ large: LARGE }));
  const names: string[] = [];
  const { watched, pieces } = watch(options.store, async (step) => {
    if (step === "bundle.put") throw new Error("The disk is full.");
  });
  await expect(storeBundle({ ...options, store: watched }, read, USER)).rejects.toThrow("full");
  for (const piece of pieces) if (piece.type === "blob.put") names.push(piece.digest);
  expect(names).toHaveLength(3);
  for (const name of [...names, read.bundle.files[0]?.digest ?? ""]) {
    expect(await options.store.files.chunk(name, 0)).toBeUndefined();
  }
  expect(await options.store.bundles.usedBy(USER)).toEqual([]);
  await options.store.close();
});

test("A107, X23: a folder that holds a stored secret is not stored, and the file is named", async () => {
  const redactor = createRedactor();
  redactor.register("KEY", "correct-horse-battery");
  const options = open(redactor);
  const tree = { "SKILL.md": "a", "x.py": "\xff key = 'correct-horse-battery'" };
  const read = await readFolder(makeTree(tree));
  const storing = storeBundle(options, read, USER);
  await expect(storing).rejects.toMatchObject({
    code: "BUNDLE_INVALID",
    message: expect.stringContaining('"x.py" holds a stored secret'),
  });
  expect(await options.store.bundles.list()).toEqual([]);
  await options.store.close();
});
