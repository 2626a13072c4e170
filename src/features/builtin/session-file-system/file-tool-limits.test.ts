import { afterEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../base/json.ts";
import { createRedactor } from "../../../base/redaction/redactor.ts";
import { openSessionFiles } from "../../../gate/files/session-files.ts";
import type { FileInfo, SessionFiles } from "../../../gate/session-files.ts";
import { openSqliteStore } from "../../../stores/sqlite/open-sqlite-store.ts";
import type { Store } from "../../../stores/store.ts";
import { fixtureId, makeSession } from "../../../testing/fixtures.ts";
import { createManualClock } from "../../../testing/manual-clock.ts";
import { runBuiltin } from "../../../testing/run-builtin.ts";
import { sessionFileSystem } from "./session-file-system.ts";

let store: Store | undefined;
afterEach(() => store?.close());

async function open() {
  store = openSqliteStore(":memory:");
  await store.journal.commit("test.session", [{ type: "session.add", session: makeSession() }]);
  const clock = createManualClock();
  const limits = { fileBytes: 10_000_000, sessionBytes: 50_000_000, sessionFiles: 5_000 };
  const files = openSessionFiles(
    { store, clock, redactor: createRedactor(), limits },
    fixtureId("session"),
  );
  return { files, clock, call: callOn(files) };
}

function callOn(files: SessionFiles) {
  return async (tool: string, inputs: JsonObject, more = {}) =>
    (await runBuiltin(sessionFileSystem, tool, inputs, { files, ...more })) as JsonObject;
}

/** A session that says it has these files, without any bytes behind them. */
function pretending(...infos: Partial<FileInfo>[]): SessionFiles {
  const all = infos.map((info, n) => ({
    path: `/${String(n).padStart(5, "0")}.txt`,
    name: `${n}.txt`,
    isDirectory: false,
    sizeBytes: 1,
    digest: "sha256:d",
    createdAt: "",
    updatedAt: "",
    ...info,
  }));
  return {
    ...({} as SessionFiles),
    list: async (_path, { after = "", limit = 10 } = {}) =>
      all.filter(({ path }) => path > after).slice(0, limit),
    stat: async (path) => all.find((it) => it.path === path),
    async *chunks() {
      yield Buffer.from("hit\n");
    },
  };
}

describe("a dry run", () => {
  test("E26: of write_file says what it would do, and writes nothing", async () => {
    const { files, call } = await open();
    const write = (content: string) =>
      call("write_file", { path: "/d/a.txt", content }, { dryRun: true });
    expect(await write("abc")).toEqual({
      path: "/d/a.txt",
      size_bytes: 3,
      created: true,
      dry_run: true,
    });
    expect(await files.list("/", { recursive: true })).toEqual([]);
    await call("write_file", { path: "/d/a.txt", content: "kept" });
    expect(await write("lost")).toMatchObject({ created: false, dry_run: true });
    expect((await call("read_file", { path: "/d/a.txt" })).content).toBe("kept");
  });

  test("of edit_file says how often it would replace, and replaces nothing", async () => {
    const { call } = await open();
    await call("write_file", { path: "/a.txt", content: "one two two" });
    const inputs = { path: "/a.txt", old_text: "two", new_text: "2", replace_all: true };
    expect(await call("edit_file", inputs, { dryRun: true })).toEqual({
      path: "/a.txt",
      replaced: 2,
      size_bytes: 7,
      dry_run: true,
    });
    expect((await call("read_file", { path: "/a.txt" })).content).toBe("one two two");
  });
});

describe("delete_file", () => {
  test.each<JsonObject>([{}, { recursive: false }])(
    "E29, X18: leaves a folder with something in it unless it is told otherwise: %o",
    async (more) => {
      const { files, call } = await open();
      await call("write_file", { path: "/d/a.txt", content: "a" });
      const removed = call("delete_file", { path: "/d", ...more });
      await expect(removed).rejects.toMatchObject({ code: "PATH_INVALID" });
      expect(await files.stat("/d/a.txt")).toBeDefined();
    },
  );
});

describe("sizes", () => {
  test("X19: 100 000 bytes are read unless more is asked for, and 500 000 at most", async () => {
    const { files, call } = await open();
    await files.write("/a.txt", Buffer.alloc(600_000, "a"));
    expect(await call("read_file", { path: "/a.txt" })).toMatchObject({
      size_bytes: 600_000,
      truncated: true,
      next_offset: 100_000,
    });
    const [read] = sessionFileSystem.tools?.filter(({ name }) => name === "read_file") ?? [];
    expect(read?.inputSchema).toMatchObject({
      properties: { length: { maximum: 500_000, minimum: 1, default: 100_000 } },
    });
    const last = await call("read_file", { path: "/a.txt", offset: 500_000, length: 100_000 });
    expect(last).toMatchObject({ truncated: false });
    expect(last).not.toHaveProperty("next_offset");
  });

  test.each([
    { bytes: 5_000_000, edits: true },
    { bytes: 5_000_001, edits: false },
  ])("a file of $bytes bytes can be edited: $edits", async ({ bytes, edits }) => {
    const { files, call } = await open();
    await files.write("/a.txt", Buffer.concat([Buffer.alloc(bytes - 1, "a"), Buffer.from("!")]));
    const edit = call("edit_file", { path: "/a.txt", old_text: "!", new_text: "?" });
    if (edits) expect(await edit).toMatchObject({ replaced: 1, size_bytes: bytes });
    else await expect(edit).rejects.toMatchObject({ code: "FILE_TOO_LARGE" });
  });

  test.each([
    { sizes: [25_000_000, 25_000_000], found: 2, truncated: false },
    { sizes: [25_000_000, 25_000_001, 1], found: 1, truncated: true },
  ])("E28: a search reads 50 MB at most: $sizes", async ({ sizes, found, truncated }) => {
    const call = callOn(pretending(...sizes.map((sizeBytes) => ({ sizeBytes }))));
    const answer = await call("grep_files", { pattern: "hit" });
    expect(answer).toMatchObject({ match_count: found, truncated });
  });

  test("E28: of a line 500 characters are shown, and 200 matches of all files together", async () => {
    const { call } = await open();
    await call("write_file", { path: "/a.txt", content: "x".repeat(700) });
    const { matches } = await call("grep_files", { pattern: "x" });
    expect(matches).toEqual([{ path: "/a.txt", line: 1, text: "x".repeat(500) }]);
    const exactly = callOn(pretending(...Array.from({ length: 200 }, () => ({}))));
    expect(await exactly("grep_files", { pattern: "hit" })).toMatchObject({
      match_count: 200,
      truncated: false,
    });
    const more = callOn(pretending(...Array.from({ length: 201 }, () => ({}))));
    expect(await more("grep_files", { pattern: "hit" })).toMatchObject({
      match_count: 200,
      truncated: true,
    });
  });

  test("E28: a search goes on behind the first 10 000 files", async () => {
    const many = Array.from({ length: 10_001 }, () => ({}));
    const call = callOn(pretending(...many));
    const inputs = { pattern: "hit", path_pattern: "/10000.txt" };
    expect((await call("grep_files", inputs)).match_count).toBe(1);
  });
});

describe("entries", () => {
  const named = (answer: JsonObject) => (answer.entries as JsonObject[]).map(({ name }) => name);

  test.each([1_000, 1_001])("E27: 1 000 of %i are listed, and the rest on request", async (n) => {
    const call = callOn(pretending(...Array.from({ length: n }, () => ({}))));
    const answer = await call("list_directory", { path: "/" });
    expect(answer).toMatchObject({ count: 1_000, truncated: n > 1_000 });
    const last = (answer.entries as JsonObject[]).at(-1)?.path ?? "";
    expect(named(await call("list_directory", { after: last }))).toEqual(
      n > 1_000 ? ["1000.txt"] : [],
    );
  });

  test("E27: each has its name, path, kind, size and time", async () => {
    const { clock, call } = await open();
    await call("write_file", { path: "/docs/a.txt", content: "abc" });
    clock.advance(60_000);
    await call("write_file", { path: "/docs/b.txt", content: "" });
    expect(await call("list_directory", { path: "/docs" })).toEqual({
      path: "/docs",
      count: 2,
      truncated: false,
      entries: [
        {
          name: "a.txt",
          path: "/docs/a.txt",
          is_directory: false,
          size_bytes: 3,
          updated_at: "2026-01-02T03:04:05.000Z",
        },
        {
          name: "b.txt",
          path: "/docs/b.txt",
          is_directory: false,
          size_bytes: 0,
          updated_at: "2026-01-02T03:05:05.000Z",
        },
      ],
    });
  });
});

describe("times", () => {
  test("E30: stat tells when a file was made and when it was changed", async () => {
    const { clock, call } = await open();
    await call("write_file", { path: "/a.txt", content: "a" });
    clock.advance(60_000);
    await call("write_file", { path: "/a.txt", content: "longer" });
    expect(await call("stat_file", { path: "/a.txt" })).toEqual({
      path: "/a.txt",
      name: "a.txt",
      exists: true,
      is_directory: false,
      is_readonly: false,
      size_bytes: 6,
      created_at: "2026-01-02T03:04:05.000Z",
      updated_at: "2026-01-02T03:05:05.000Z",
      digest: expect.stringMatching(/^sha256:/),
    });
    expect(await call("stat_file", { path: "/" })).toMatchObject({ is_directory: true });
  });

  test("E24: each tool says what it does to files, and has its time", () => {
    const said = sessionFileSystem.tools?.map(({ name, riskLevel, sideEffectTags, behaviour }) => [
      name,
      riskLevel,
      ...(sideEffectTags ?? []),
      Object.entries(behaviour ?? {}).flatMap(([key, value]) => (value === true ? [key] : [])),
      behaviour?.timeoutMs,
    ]);
    const reads = ["readOnly", "idempotent", "dryRun"];
    expect(said).toEqual([
      ["read_file", "LOW", "fs.read", reads, 30_000],
      ["write_file", "MED", "fs.write", ["idempotent", "dryRun"], 60_000],
      ["edit_file", "MED", "fs.read", "fs.write", ["dryRun"], 30_000],
      ["list_directory", "LOW", "fs.read", reads, 30_000],
      ["grep_files", "LOW", "fs.read", reads, 30_000],
      ["delete_file", "HIGH", "fs.delete", ["idempotent", "dryRun"], 30_000],
      ["stat_file", "LOW", "fs.read", reads, 30_000],
      ["move_file", "MED", "fs.move", ["dryRun"], 30_000],
      ["copy_file", "MED", "fs.read", "fs.write", ["dryRun"], 30_000],
    ]);
  });
});
