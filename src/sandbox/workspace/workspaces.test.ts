import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { emptySchema } from "../../../rig/shared-postgres.ts";
import { createRedactor } from "../../base/redaction/redactor.ts";
import { openSessionFiles } from "../../gate/files/session-files.ts";
import { storeContent } from "../../gate/files/store-content.ts";
import { openPostgresStore } from "../../stores/postgres/open-postgres-store.ts";
import { openSqliteStore } from "../../stores/sqlite/open-sqlite-store.ts";
import type { Store } from "../../stores/store.ts";
import { fixtureId, makeSession } from "../../testing/fixtures.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import type { KeptFiles, Workspaces } from "../workspaces.ts";
import { createWorkspaces } from "./create-workspaces.ts";

const SESSION = fixtureId("session");
const LIMITS = { fileBytes: 1_000_000, sessionBytes: 2_000_000, sessionFiles: 100 };
const TIMES = { leaseMs: 400, waitMs: 300 };
const signal = new AbortController().signal;

const STORES: Record<string, () => Promise<Store>> = {
  SQLite: async () => openSqliteStore(":memory:"),
  PostgreSQL: async () => openPostgresStore(await emptySchema(), { connections: 4 }),
};

/** A store with one session, and the folders that machines have of it. */
async function openStore(make: () => Promise<Store>) {
  const store = await make();
  onTestFinished(() => store.close());
  await store.journal.commit("test.session", [{ type: "session.add", session: makeSession() }]);
  const clock = createManualClock();
  const parts = { store, clock, redactor: createRedactor(), limits: LIMITS };
  const files = openSessionFiles(parts, SESSION);
  const reported: unknown[] = [];

  /** Another process, with a home of its own unless it is told one. */
  function machine(folder = makeHome(), times = TIMES) {
    const workspaces = createWorkspaces({
      store,
      clock,
      folder,
      isShared: true,
      limits: LIMITS,
      storeContent: (content) => storeContent(parts, content),
      hideKnown: (text) => text,
      report: (error) => reported.push(error),
      times,
    });
    const root = join(folder, SESSION);
    const at = (path: string) => join(root, path);
    return {
      folder,
      workspaces,
      at,
      read: (path: string) => readFileSync(at(path), "utf8"),
      write: (path: string, text: string) => writeFileSync(at(path), text),
    };
  }
  const text = async (path: string) => Buffer.from(await files.read(path, 0, 1_000)).toString();
  const put = (path: string, content: string) => files.write(path, Buffer.from(content));
  const paths = async () => (await files.list("/", { recursive: true })).map(({ path }) => path);
  return { store, clock, files, machine, text, put, paths, reported };
}

function makeHome(): string {
  const folder = mkdtempSync(join(tmpdir(), "capstan-workspaces-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const openToWrite = (workspaces: Workspaces) =>
  workspaces.open({ sessionId: SESSION, mode: "rw", signal });
const openToRead = (workspaces: Workspaces) =>
  workspaces.open({ sessionId: SESSION, mode: "ro", signal });

/** As the gate does it, but for the outcome. */
async function record(store: Store, keep: KeptFiles) {
  const settled = await keep.settle();
  await store.journal.commit("test.record", settled.changes);
  await keep.recorded();
  await keep.close();
  return settled;
}

describe.each(Object.entries(STORES))("a workspace over %s", (_, make) => {
  test("X17: one session goes on on another machine with the same files", async () => {
    const { store, machine, put, text, paths } = await openStore(make);
    const [here, there] = [machine(), machine()];
    await put("/a.txt", "a");
    const first = await openToWrite(here.workspaces);
    here.write("a.txt", "changed");
    here.write("outputs/b.txt", "b");
    await record(store, await first.capture());
    expect(await text("/a.txt")).toBe("changed");

    const second = await openToWrite(there.workspaces);
    expect(there.read("a.txt")).toBe("changed");
    expect(there.read("outputs/b.txt")).toBe("b");
    rmSync(there.at("a.txt"));
    await record(store, await second.capture());

    await (await openToRead(here.workspaces)).close();
    expect(() => here.read("a.txt")).toThrow("ENOENT");
    expect(here.read("outputs/b.txt")).toBe("b");
    expect(await paths()).toEqual(["/outputs", "/outputs/b.txt"]);
  });

  test("X17: a second writer waits, and says so when it has waited long enough", async () => {
    const { machine, clock } = await openStore(make);
    const [here, there] = [machine(), machine()];
    const patient = machine(makeHome(), { ...TIMES, waitMs: 10_000 });
    const first = await openToWrite(here.workspaces);
    for (const { workspaces } of [here, there]) {
      await expect(openToWrite(workspaces)).rejects.toMatchObject({ code: "WORKSPACE_BUSY" });
    }
    const waiting = openToWrite(patient.workspaces);
    await first.close();
    await (await waiting).close();
    // One that died before it could record anything keeps it no longer than its lease.
    await (await openToWrite(there.workspaces)).capture();
    clock.advance(TIMES.leaseMs);
    await (await openToWrite(patient.workspaces)).close();
  });

  test("X17: what is not recorded has not happened, in the store and in the folder", async () => {
    const { machine, put, text, paths } = await openStore(make);
    const home = makeHome();
    const { workspaces, write, at, read } = machine(home);
    await put("/a.txt", "a");
    await put("/sub/b.txt", "b");
    const workspace = await openToWrite(workspaces);
    write("a.txt", "changed");
    write("new.txt", "new");
    rmSync(at("sub"), { recursive: true });
    symlinkSync("/etc", at("sub"));
    const keep = await workspace.capture();
    await keep.settle();
    await keep.close();
    expect(await text("/a.txt")).toBe("a");
    // Another process, as after a crash.
    const next = machine(home);
    await (await openToRead(next.workspaces)).close();
    expect(read("a.txt")).toBe("a");
    expect(read("sub/b.txt")).toBe("b");
    expect(() => read("new.txt")).toThrow("ENOENT");
    expect(await paths()).toEqual(["/a.txt", "/sub", "/sub/b.txt"]);
  });

  test("what somebody else changed meanwhile stays, and the program's version lies beside it", async () => {
    const { store, machine, put, text, files, paths } = await openStore(make);
    const { workspaces, write, at } = machine();
    for (const name of ["both.md", "gone.txt", "mine.txt"]) await put(`/d/${name}`, "old");
    const workspace = await openToWrite(workspaces);
    write("d/both.md", "program");
    write("d/mine.txt", "program");
    rmSync(at("d/gone.txt"));
    const keep = await workspace.capture();
    await put("/d/both.md", "person");
    await put("/d/gone.txt", "person");
    const { artifacts, notes } = await record(store, keep);
    expect(artifacts.map(({ path }) => path)).toEqual(["/d/both (from call).md", "/d/mine.txt"]);
    expect(notes).toEqual([
      "/d/gone.txt was removed, but somebody changed it meanwhile: it stays.",
      "/d/both.md was changed by somebody else while the program ran. Theirs stays; what the program wrote is in /d/both (from call).md.",
    ]);
    expect(await text("/d/both.md")).toBe("person");
    expect(await text("/d/both (from call).md")).toBe("program");
    expect(await text("/d/gone.txt")).toBe("person");
    expect(await paths()).toHaveLength(5);
    await files.remove("/d", true);
  });

  test("a folder that somebody put something into is not removed with what was in it", async () => {
    const { store, machine, put, paths } = await openStore(make);
    const { workspaces, at } = machine();
    await put("/d/e/a.txt", "a");
    const workspace = await openToWrite(workspaces);
    rmSync(at("d"), { recursive: true });
    const keep = await workspace.capture();
    await put("/d/new.txt", "new");
    const { notes } = await record(store, keep);
    expect(notes).toHaveLength(1);
    expect(await paths()).toEqual(["/d", "/d/new.txt"]);
  });

  test("a change that comes between the look and the record is a conflict, and is looked at again", async () => {
    const { store, machine, put, text } = await openStore(make);
    const { workspaces, write } = machine();
    await put("/a.txt", "old");
    const workspace = await openToWrite(workspaces);
    write("a.txt", "program");
    const keep = await workspace.capture();
    const early = await keep.settle();
    await put("/a.txt", "person");
    const commit = store.journal.commit("test.record", early.changes);
    await expect(commit).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    await record(store, keep);
    expect(await text("/a.txt")).toBe("person");
    expect(await text("/a (from call).txt")).toBe("program");
  });

  test("a file may become a folder, and a folder a file", async () => {
    const { store, machine, put, paths, text } = await openStore(make);
    const { workspaces, write, at } = machine();
    await put("/a", "file");
    await put("/b/c/d", "file");
    const workspace = await openToWrite(workspaces);
    rmSync(at("a"));
    mkdirSync(at("a"));
    write("a/inner", "inner");
    rmSync(at("b"), { recursive: true });
    write("b", "file now");
    await record(store, await workspace.capture());
    expect(await paths()).toEqual(["/a", "/a/inner", "/b"]);
    expect(await text("/b")).toBe("file now");
    await (await openToRead(workspaces)).close();
  });
});

test("X17: whatever is not as it was laid out is put back, also where its time was set back", async () => {
  const { machine, put } = await openStore(STORES.SQLite as () => Promise<Store>);
  const { workspaces, write, at, read, folder } = machine();
  await put("/a.txt", "a");
  await put("/b.txt", "b");
  await (await openToRead(workspaces)).close();
  const { utimesSync, statSync } = await import("node:fs");
  const { atime, mtime } = statSync(at("a.txt"));
  write("a.txt", "x");
  utimesSync(at("a.txt"), atime, mtime);
  mkdirSync(at("node_modules"));
  write("extra", "extra");
  await (await openToRead(workspaces)).close();
  expect(read("a.txt")).toBe("a");
  expect(() => read("extra")).toThrow("ENOENT");
  expect(() => statSync(at("node_modules"))).toThrow("ENOENT");
  // A manifest that lies, or is broken, costs time and nothing else.
  writeFileSync(join(folder, ".manifests", `${SESSION}.json`), "{");
  write("b.txt", "y");
  const again = machine(folder);
  await (await openToRead(again.workspaces)).close();
  expect(read("b.txt")).toBe("b");
});

test("without a home the folder goes when it is closed", async () => {
  const { store, clock } = await openStore(STORES.SQLite as () => Promise<Store>);
  const redactor = createRedactor();
  const workspaces = createWorkspaces({
    store,
    clock,
    folder: undefined,
    isShared: false,
    limits: LIMITS,
    storeContent: (content) => storeContent({ store, clock, redactor, limits: LIMITS }, content),
    hideKnown: (text) => text,
    report: () => {},
  });
  const { mounts, close } = await openToWrite(workspaces);
  await close();
  const [{ source } = { source: "" }] = mounts;
  const { existsSync } = await import("node:fs");
  expect(existsSync(join(source, "outputs"))).toBe(true);
  await workspaces.close();
  expect(existsSync(source)).toBe(false);
});
