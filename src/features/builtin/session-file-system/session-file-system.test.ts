import { afterEach, describe, expect, test } from "vitest";
import { cpuMs } from "../../../../test/cpu-ms.ts";
import type { JsonObject } from "../../../base/json.ts";
import { createRedactor } from "../../../base/redaction/redactor.ts";
import { openSessionFiles } from "../../../gate/files/session-files.ts";
import type { SessionFiles } from "../../../gate/session-files.ts";
import { openSqliteStore } from "../../../stores/sqlite/open-sqlite-store.ts";
import type { Store } from "../../../stores/store.ts";
import { fixtureId, makeSession } from "../../../testing/fixtures.ts";
import { createManualClock } from "../../../testing/manual-clock.ts";
import { runBuiltin } from "../../../testing/run-builtin.ts";
import { matchesGlob } from "./matches-glob.ts";
import { sessionFileSystem } from "./session-file-system.ts";

let store: Store | undefined;
afterEach(() => store?.close());

async function open() {
  store = openSqliteStore(":memory:");
  await store.journal.commit("test.session", [{ type: "session.add", session: makeSession() }]);
  const limits = { fileBytes: 10_000_000, sessionBytes: 10_000_000, sessionFiles: 5_000 };
  const files: SessionFiles = openSessionFiles(
    { store, clock: createManualClock(), redactor: createRedactor(), limits },
    fixtureId("session"),
  );
  const call = async (tool: string, inputs: JsonObject, more = {}) =>
    (await runBuiltin(sessionFileSystem, tool, inputs, { files, ...more })) as JsonObject;
  return { files, call };
}

test("E24: says what it is, with guidance on exploring and on files", () => {
  const { id, name, icon, category, status, systemPrompt = "", tools = [] } = sessionFileSystem;
  expect([id, name, icon, category, status]).toEqual([
    "session_file_system",
    "File System",
    "folder",
    "File Operations",
    "available",
  ]);
  expect(systemPrompt).toMatch(/Look around .* before you read/);
  const risks = Object.fromEntries(tools.map((tool) => [tool.name, tool.riskLevel]));
  expect(risks).toMatchObject({ read_file: "LOW", write_file: "MED", delete_file: "HIGH" });
});

describe("the tools", () => {
  test("E25, E26: what is written is read, as text or in base64", async () => {
    const { call } = await open();
    expect(await call("write_file", { path: "/docs/a.txt", content: "Grüße" })).toEqual({
      path: "/docs/a.txt",
      size_bytes: 7,
      created: true,
    });
    expect(await call("read_file", { path: "/docs/a.txt" })).toMatchObject({
      path: "/docs/a.txt",
      content: "Grüße",
      encoding: "text",
      size_bytes: 7,
      truncated: false,
    });
    const content = Buffer.from([0, 255, 1]).toString("base64");
    await call("write_file", { path: "/b.bin", content, encoding: "base64" });
    expect(await call("read_file", { path: "/b.bin" })).toMatchObject({
      content,
      encoding: "base64",
    });
    const broken = call("write_file", { path: "/c", content: "no!", encoding: "base64" });
    await expect(broken).rejects.toMatchObject({ code: "INPUT_INVALID" });
  });

  test("X19: a long text is read in pieces, and no character is cut in two", async () => {
    const { call } = await open();
    const text = "äöü€😀".repeat(20);
    await call("write_file", { path: "/a.txt", content: text });
    let read = "";
    let offset: number | undefined = 0;
    for (let step = 0; offset !== undefined && step < 200; step++) {
      const piece = await call("read_file", { path: "/a.txt", offset, length: 7 });
      expect(piece.encoding).toBe("text");
      read += piece.content;
      offset = piece.next_offset as number | undefined;
    }
    expect(read).toBe(text);
  });

  test("E27: a folder is listed, with or without those below", async () => {
    const { call } = await open();
    await call("write_file", { path: "/docs/deep/a.txt", content: "a" });
    await call("write_file", { path: "/b.txt", content: "bb" });
    expect(await call("list_directory", {})).toMatchObject({
      path: "/",
      count: 2,
      truncated: false,
      entries: [
        { name: "b.txt", is_directory: false, size_bytes: 2 },
        { name: "docs", is_directory: true },
      ],
    });
    const deep = await call("list_directory", { path: "/docs", recursive: true });
    expect(deep.count).toBe(2);
    await expect(call("list_directory", { path: "/none" })).rejects.toMatchObject({
      code: "FILE_NOT_FOUND",
    });
  });

  test("E28: text files are searched by a regular expression, in those that a pattern names", async () => {
    const { call, files } = await open();
    await call("write_file", { path: "/a.txt", content: "one\ntwo TODO\r\nthree" });
    await call("write_file", { path: "/docs/b.md", content: "TODO here\nnot" });
    await files.write("/c.bin", Buffer.concat([Buffer.from("TODO"), Buffer.from([0])]));
    expect(await call("grep_files", { pattern: "TODO$" })).toEqual({
      pattern: "TODO$",
      matches: [{ path: "/a.txt", line: 2, text: "two TODO" }],
      match_count: 1,
      truncated: false,
    });
    const inDocs = await call("grep_files", {
      pattern: "todo",
      path_pattern: "/docs/**",
      ignore_case: true,
    });
    expect(inDocs.matches).toEqual([{ path: "/docs/b.md", line: 1, text: "TODO here" }]);
    const broken = call("grep_files", { pattern: "(" });
    await expect(broken).rejects.toMatchObject({ code: "INPUT_INVALID" });
  });

  test("A90: a regular expression that would never end elsewhere ends here", async () => {
    const { call } = await open();
    await call("write_file", { path: "/a.txt", content: `${"a".repeat(50_000)}!` });
    const started = cpuMs();
    expect((await call("grep_files", { pattern: "^(a+)+$" })).match_count).toBe(0);
    expect(cpuMs() - started).toBeLessThan(2_000);
  });

  test("X19: a search that finds much is read page by page, and each match comes once", async () => {
    const { call } = await open();
    for (const name of ["a", "b", "c"]) {
      await call("write_file", { path: `/${name}.txt`, content: "x\n".repeat(25) });
    }
    const seen: unknown[] = [];
    let offset: number | undefined = 0;
    for (let step = 0; offset !== undefined && step < 50; step++) {
      const page = await call("grep_files", { pattern: "x", offset, limit: 10 });
      expect(page.truncated).toBe(page.next_offset !== undefined);
      seen.push(...(page.matches as unknown[]));
      offset = page.next_offset as number | undefined;
    }
    expect(seen).toHaveLength(75);
    expect(new Set(seen.map((match) => JSON.stringify(match))).size).toBe(75);
  });

  test("A90: neither a pattern that is long when written out nor a long line holds anyone up", async () => {
    const { call } = await open();
    await call("write_file", { path: "/a.txt", content: "a".repeat(100_000) });
    const from = cpuMs();
    await expect(call("grep_files", { pattern: "(a{1,30}){1,900}$" })).rejects.toThrow("repeats");
    await call("grep_files", { pattern: "(a{1,30}){1,30}b$" });
    expect(cpuMs() - from).toBeLessThan(3_000);
  });

  test("E28: a search that finds too much says so", async () => {
    const { call } = await open();
    await call("write_file", { path: "/a.txt", content: "x\n".repeat(500) });
    expect(await call("grep_files", { pattern: "x" })).toMatchObject({
      match_count: 200,
      truncated: true,
    });
  });

  test("E29, F74: a file is deleted once; a dry run names only what would go", async () => {
    const { call } = await open();
    await call("write_file", { path: "/d/a.txt", content: "a" });
    const rehearsed = await call("delete_file", { path: "/d", recursive: true }, { dryRun: true });
    expect(rehearsed).toEqual({ path: "/d", would_delete: ["/d", "/d/a.txt"] });
    expect(await call("delete_file", { path: "/d", recursive: true })).toMatchObject({
      deleted: true,
    });
    expect(await call("delete_file", { path: "/d" })).toMatchObject({ deleted: false });
  });

  test("E30: stat says that nothing is there rather than failing", async () => {
    const { call } = await open();
    expect(await call("stat_file", { path: "/docs/no.txt" })).toEqual({
      path: "/docs/no.txt",
      name: "no.txt",
      exists: false,
      is_directory: false,
      is_readonly: false,
      size_bytes: 0,
    });
    await call("write_file", { path: "/a.txt", content: "a" });
    expect(await call("stat_file", { path: "/a.txt" })).toMatchObject({
      exists: true,
      size_bytes: 1,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  test("an edit replaces what is there exactly once, and only what was read", async () => {
    const { call } = await open();
    await call("write_file", { path: "/a.txt", content: "one two one" });
    const edit = (inputs: JsonObject) => call("edit_file", { path: "/a.txt", ...inputs });
    await expect(edit({ old_text: "one", new_text: "1" })).rejects.toThrow("2 times");
    await expect(edit({ old_text: "six", new_text: "6" })).rejects.toThrow("not in");
    const { digest } = await call("read_file", { path: "/a.txt" });
    expect(await edit({ old_text: "two", new_text: "$&2", digest: digest ?? "" })).toMatchObject({
      replaced: 1,
    });
    await expect(edit({ old_text: "one", new_text: "1", digest: digest ?? "" })).rejects.toThrow(
      "Read it again",
    );
    await edit({ old_text: "one", new_text: "1", replace_all: true });
    expect((await call("read_file", { path: "/a.txt" })).content).toBe("1 $&2 1");
  });

  test("A90: an edit that would multiply a file is refused before anything is made of it", async () => {
    const { call } = await open();
    await call("write_file", { path: "/a.txt", content: "a".repeat(1_000_000) });
    const edit = { path: "/a.txt", old_text: "a", new_text: "b".repeat(1_000), replace_all: true };
    const before = process.memoryUsage().rss;
    for (const dryRun of [true, false]) {
      await expect(call("edit_file", edit, { dryRun })).rejects.toMatchObject({
        code: "FILE_TOO_LARGE",
      });
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });

  test("a file is moved and copied, and a dry run changes nothing", async () => {
    const { call } = await open();
    await call("write_file", { path: "/a.txt", content: "a" });
    await call("move_file", { from: "/a.txt", to: "/x/b.txt" }, { dryRun: true });
    await call("move_file", { from: "/a.txt", to: "/x/b.txt" });
    await call("copy_file", { from: "/x/b.txt", to: "/c.txt" });
    const { entries } = await call("list_directory", { recursive: true });
    expect((entries as JsonObject[]).map(({ path }) => path)).toEqual(["/c.txt", "/x", "/x/b.txt"]);
  });

  test("E32: outside a session there are no files, and it says so", async () => {
    const outside = runBuiltin(sessionFileSystem, "read_file", { path: "/a" });
    await expect(outside).rejects.toThrow("session");
  });
});

test.each([
  ["*.txt", "/a.txt", true],
  ["*.txt", "/docs/a.txt", true],
  ["*.txt", "/a.txt.bak", false],
  ["/docs/*", "/docs/a.txt", true],
  ["/docs/*", "/docs/deep/a.txt", false],
  ["/docs/**", "/docs/deep/a.txt", true],
  ["/**/a.txt", "/a.txt", true],
  ["/**/a.txt", "/x/y/a.txt", true],
  ["docs/**/*.md", "/docs/x/y.md", true],
  ["docs/**/*.md", "/docs/x/y.txt", false],
  ["?.txt", "/a.txt", true],
  ["?.txt", "/ab.txt", false],
  ["*", "/x/anything", true],
])("E28: the pattern %s and %s: %s", (pattern, path, matches) => {
  expect(matchesGlob(pattern, path)).toBe(matches);
});
