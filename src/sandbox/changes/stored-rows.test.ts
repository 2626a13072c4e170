import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { emptySchema } from "../../../rig/shared-postgres.ts";
import { CapstanError } from "../../base/errors.ts";
import { type ChangeSet, MAX_REMARKS } from "../../schema/change-set.ts";
import type { Change, Durability } from "../../stores/journal.ts";
import { openPostgresStore } from "../../stores/postgres/open-postgres-store.ts";
import { openSqliteStore } from "../../stores/sqlite/open-sqlite-store.ts";
import type { Store } from "../../stores/store.ts";
import { fixtureId, fixtureTime, makeHalt } from "../../testing/fixtures.ts";
import { makeChangeSet } from "../../testing/make-change-set.ts";
import type { ChangeSetRows } from "../changes.ts";
import { createChangeSets } from "./create-change-sets.ts";
import { createFolderLocks } from "./folder-locks.ts";
import { createStoredRows } from "./stored-rows.ts";
import { openScene } from "./testing/scene.ts";

const clock = { now: () => Date.parse(fixtureTime(5)) };
const CONFLICT = { code: "STATE_CONFLICT" };
const id = fixtureId("chg");

const STORES = [
  { name: "SQLite", open: async () => openSqliteStore(":memory:") },
  { name: "PostgreSQL", open: async () => openPostgresStore(await emptySchema()) },
];

function rowsOf(store: Store, machine = "here") {
  return createStoredRows({ store, clock, machine });
}

function locksOf({ journal }: Store) {
  const newHolder = () => "one";
  return createFolderLocks({ journal, clock, machine: "here", isShared: true, newHolder });
}

/** The store, while it fails at a step. */
function failingAt(store: Store, failing: string): Store {
  const { journal } = store;
  return {
    ...store,
    journal: {
      ...journal,
      async commit(step, changes, durable) {
        if (step === failing) throw new CapstanError("STORE_UNAVAILABLE", "It is down.");
        return journal.commit(step, changes, durable);
      },
    },
  };
}

describe.each(STORES)("rows in $name", ({ open }) => {
  async function openStore() {
    const store = await open();
    onTestFinished(() => store.close());
    return store;
  }

  test("a set is kept, applied and undone, and its row says so at every step", async () => {
    const store = await openStore();
    const scene = openScene({ rows: rowsOf(store), locks: locksOf(store) });
    onTestFinished(scene.close);
    await scene.asPerson(["sh", "-c", "echo old > f1; echo gone > f2"]);
    const { set, judgement } = await scene.call([
      "sh",
      "-c",
      "echo A > f1; rm f2; echo m > Makefile",
    ]);
    expect(await store.changeSets.get(set.id)).toEqual(set);
    expect(set).toMatchObject({ counts: judgement.facts, findingCount: 1, order: 0 });
    expect(set.findings).toMatchObject([{ path: "/Makefile", kind: "runs" }]);
    await scene.sets.apply(set.id, set.digest);
    const applied = await store.changeSets.get(set.id);
    expect(applied).toMatchObject({ state: "applied", appliedAt: fixtureTime(5) });
    const undo = await scene.planUndo(scene.newId(), [set.id]);
    expect(undo.set).toMatchObject({
      undoes: [set.id],
      counts: { created: 1, changed: 1, deleted: 1, moved: 0 },
    });
    await scene.sets.apply(undo.set?.id ?? "", undo.set?.digest ?? "");
    expect(await store.changeSets.get(set.id)).toMatchObject({ undoneBy: undo.set?.id });
    expect(readFileSync(join(scene.root, "f2"), "utf8")).toBe("gone\n");
  });

  test.each([
    { failing: "change_set.applying", before: "kept", recovered: [], content: "old\n" },
    { failing: "change_set.applied", before: "applying", recovered: ["applied"], content: "A\n" },
  ])("a store that fails at $failing leaves the set $before, for the next start", async (row) => {
    const store = await openStore();
    const rows = rowsOf(failingAt(store, row.failing));
    const scene = openScene({ rows, locks: locksOf(store) });
    onTestFinished(scene.close);
    await scene.asPerson(["sh", "-c", "echo old > f1"]);
    const { set } = await scene.call(["sh", "-c", "echo A > f1"]);
    const failed = scene.sets.apply(set.id, set.digest);
    await expect(failed).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    expect(await store.changeSets.get(set.id)).toMatchObject({ state: row.before });
    const parts = { home: scene.home, rows: rowsOf(store), locks: locksOf(store) };
    const recovered = await createChangeSets(parts).recover();
    expect(recovered.map((it) => "state" in it && it.state)).toEqual(row.recovered);
    expect(readFileSync(join(scene.root, "f1"), "utf8")).toBe(row.content);
  });
});

test("a recovery leaves alone what another process has finished since it looked", async () => {
  const store = openSqliteStore(":memory:");
  onTestFinished(() => store.close());
  const stored = rowsOf(store);
  let seen: readonly ChangeSet[] = [];
  const rows: ChangeSetRows = {
    ...stored,
    async move(...given) {
      await stored.move(...given);
      if (given[2] === "applying") seen = await stored.applying();
    },
    applying: async () => seen,
  };
  const scene = openScene({ rows, locks: locksOf(store) });
  onTestFinished(scene.close);
  await scene.asPerson(["sh", "-c", "echo old > f1"]);
  const { set } = await scene.call(["sh", "-c", "echo A > f1"]);
  await scene.sets.apply(set.id, set.digest);
  await scene.asPerson(["sh", "-c", "echo old > f1"]);
  expect(seen).toHaveLength(1);
  expect(await scene.sets.recover()).toEqual([]);
  expect(readFileSync(join(scene.root, "f1"), "utf8")).toBe("old\n");
});

describe("the rows of a machine", () => {
  function openRows(machine?: string) {
    const store = openSqliteStore(":memory:");
    onTestFinished(() => store.close());
    return { store, rows: rowsOf(store, machine) };
  }

  test("are its own: those of another are not there", async () => {
    const { store, rows } = openRows();
    await rowsOf(store, "there").add(makeChangeSet({ machine: "there" }));
    expect(await rows.get(id)).toBeUndefined();
    await expect(rows.move(id, "kept", "discarded")).rejects.toMatchObject(CONFLICT);
    expect(await rowsOf(store, "there").get(id)).toMatchObject({ state: "kept" });
  });

  test("have the first conflicts, and how many there are", async () => {
    const { rows } = openRows();
    await rows.add(makeChangeSet());
    const all = Array.from({ length: MAX_REMARKS + 50 }, (_, n) => ({ path: `/${n}`, why: "." }));
    await rows.move(id, "kept", "conflict", all);
    const { conflicts, conflictCount } = (await rows.get(id)) ?? {};
    expect(conflicts).toEqual(all.slice(0, MAX_REMARKS));
    expect(conflictCount).toBe(all.length);
  });

  test("hold nothing that is over its bound", async () => {
    const { rows } = openRows();
    const undoes = Array.from({ length: 1_001 }, () => id);
    await expect(rows.add(makeChangeSet({ undoes }))).rejects.toThrow();
    expect(await rows.get(id)).toBeUndefined();
  });

  test("last from the moment that a step is answered", async () => {
    const { store } = openRows();
    const asked: (Durability | undefined)[] = [];
    const commit: Store["journal"]["commit"] = (step, changes, durable) => {
      asked.push(durable);
      return store.journal.commit(step, changes, durable);
    };
    const rows = rowsOf({ ...store, journal: { ...store.journal, commit } });
    await rows.add(makeChangeSet());
    await rows.move(id, "kept", "applying");
    await rows.move(id, "applying", "applied");
    expect(asked).toEqual(["now", "now", "now"]);
  });

  test("move together with what is written alongside, or not at all", async () => {
    const { store } = openRows();
    const alongside = (): Change[] => [{ type: "halt.expect" }];
    const rows = createStoredRows({ store, clock, machine: "here", alongside });
    await rows.add(makeChangeSet());
    await store.journal.commit("test.halt", [{ type: "halt.set", halt: makeHalt() }]);
    await expect(rows.move(id, "kept", "applying")).rejects.toMatchObject(CONFLICT);
    expect(await rows.get(id)).toMatchObject({ state: "kept", order: 0 });
    await store.journal.commit("test.halt", [{ type: "halt.lift" }]);
    await rows.move(id, "kept", "applying");
    expect(await rows.get(id)).toMatchObject({ state: "applying", order: 1 });
  });
});
