import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { run } from "../agent.js";
import { bytesOf, timeOf } from "../lib/filters.js";

let top;
let folder;

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "file-agent-")));
  folder = join(top, "granted");
  put("a.txt", "alpha\nsecond line\n");
  put("b.txt", "beta\n");
  put("sub/c.md", "# Gamma\n");
  put("photo.png", Buffer.from([137, 80, 0, 1, 2]));
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

function put(path, content) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

const at = (path) => join(folder, path);

function call(action, params, more = {}) {
  const context = {
    user: "tester",
    workspace: join(top, "workspace"),
    granted_paths: [folder],
    task_id: "t",
    dry_run: false,
    ...more,
  };
  mkdirSync(context.workspace, { recursive: true });
  const answer = run({ action, params, context });
  assert.deepEqual(Object.keys(answer.metadata).sort(), [
    "bytes_affected",
    "duration_ms",
    "files_affected",
    "paths_accessed",
  ]);
  return answer;
}

const names = ({ result }) => result.files.map(({ name }) => name);
const sure = (action, params) => call(action, { ...params, confirmed: true });
const codeOf = (action, params) => call(action, params).error?.code;

test("list_files: filters by kind, extension, size and date, a page at a time", () => {
  assert.deepEqual(names(call("list_files", { path: folder })), ["a.txt", "b.txt", "photo.png"]);
  assert.deepEqual(call("list_files", { path: folder }).result.folders, ["sub"]);
  assert.deepEqual(
    names(call("list_files", { path: folder, recursive: true, type: "md, images" })),
    ["photo.png", "c.md"],
  );
  put("large.log", "x".repeat(2_000));
  assert.deepEqual(names(call("list_files", { path: folder, larger_than: "1.5 KB" })), [
    "large.log",
  ]);
  utimesSync(at("b.txt"), 1, 1);
  assert.deepEqual(names(call("list_files", { path: folder, changed_before: "2 days ago" })), [
    "b.txt",
  ]);
  const first = call("list_files", { path: folder, limit: 2 }).result;
  assert.deepEqual([first.total, first.truncated, first.next_offset], [4, true, 2]);
  assert.equal(call("list_files", { path: folder, limit: 2, offset: 2 }).result.truncated, false);
  assert.equal(codeOf("list_files", { path: folder, larger_than: "huge" }), "INVALID_PARAMS");
  assert.equal(codeOf("list_files", { path: folder, changed_after: "someday" }), "INVALID_PARAMS");
});

test("search_files: by name, by content in either case, and never in binaries", () => {
  assert.deepEqual(names(call("search_files", { path: folder, name: "*.MD" })), ["c.md"]);
  const found = call("search_files", { path: folder, content: "SECOND" });
  assert.deepEqual(found.result.files[0].lines, [{ line: 2, text: "second line" }]);
  assert.equal(found.result.skipped_binary, 1);
  put("long.txt", `${"x".repeat(65_530)}needle in the border\nGrüße`);
  assert.deepEqual(names(call("search_files", { path: folder, content: "needle in" })), [
    "long.txt",
  ]);
  assert.deepEqual(
    names(call("search_files", { path: folder, content: "GRÜSSE".replace("SS", "ß") })),
    ["long.txt"],
  );
});

test("read_file: whole, in parts at the border of a character, and base64 for what is no text", () => {
  put("umlaut.txt", "äöü");
  const part = call("read_file", { path: at("umlaut.txt"), length: 3 }).result;
  assert.deepEqual([part.content, part.next_offset, part.truncated], ["ä", 2, true]);
  assert.equal(call("read_file", { path: at("umlaut.txt"), offset: 2 }).result.content, "öü");
  assert.equal(call("read_file", { path: at("photo.png") }).result.encoding, "base64");
});

test("write_file: new files at once, others after a yes, bare names to the outputs", () => {
  assert.equal(call("write_file", { path: "note.txt", content: "n" }).status, "success");
  assert.equal(readFileSync(join(top, "workspace/outputs/note.txt"), "utf8"), "n");
  assert.equal(call("read_file", { path: "note.txt" }).result.content, "n");
  const asked = call("write_file", { path: at("a.txt"), content: "new" });
  assert.equal(asked.status, "confirmation_required");
  assert.match(asked.confirmation_prompt, /replaces "a.txt"/);
  assert.deepEqual(asked.confirmation_action.params.confirmed, true);
  assert.match(readFileSync(at("a.txt"), "utf8"), /alpha/);
  assert.equal(sure("write_file", { path: at("a.txt"), content: "new" }).status, "success");
  assert.equal(readFileSync(at("a.txt"), "utf8"), "new");
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith(".part")),
    [],
  );
});

test("copy_file, move_file, rename_file, delete_file: after a yes where something goes", () => {
  assert.equal(call("copy_file", { path: at("a.txt"), destination: at("sub") }).status, "success");
  assert.ok(existsSync(at("sub/a.txt")));
  assert.equal(
    call("copy_file", { path: at("b.txt"), destination: at("a.txt") }).status,
    "confirmation_required",
  );
  for (const n of [1, 2, 3, 4]) put(`sub/${n}.txt`, "x");
  assert.equal(
    call("copy_file", { path: at("sub"), destination: at("more") }).status,
    "confirmation_required",
  );
  assert.equal(
    call("move_file", { path: at("b.txt"), destination: at("sub") }).status,
    "confirmation_required",
  );
  assert.equal(
    sure("move_file", { path: at("b.txt"), destination: at("sub") }).metadata.files_affected,
    1,
  );
  assert.ok(existsSync(at("sub/b.txt")) && !existsSync(at("b.txt")));
  assert.equal(
    codeOf("move_file", { path: at("sub"), destination: at("sub/deeper") }),
    "INVALID_PARAMS",
  );
  assert.equal(codeOf("rename_file", { path: at("a.txt"), new_name: "photo.png" }), "FILE_EXISTS");
  assert.equal(codeOf("rename_file", { path: at("a.txt"), new_name: "../x" }), "INVALID_PARAMS");
  assert.equal(sure("rename_file", { path: at("a.txt"), new_name: "z.txt" }).status, "success");
  assert.equal(call("delete_file", { path: at("z.txt") }).status, "confirmation_required");
  assert.equal(sure("delete_file", { path: at("sub") }).metadata.files_affected, 7);
  assert.equal(codeOf("delete_file", { path: folder }), "INVALID_PARAMS");
  assert.deepEqual(readdirSync(folder).sort(), ["photo.png", "z.txt"]);
});

test("get_metadata, disk_usage, find_duplicates: tell what is there", () => {
  assert.equal(call("get_metadata", { path: folder }).result.entries, 4);
  const usage = call("disk_usage", { path: folder }).result;
  assert.deepEqual([usage.files, usage.folders, usage.by_folder[0].name], [4, 1, "sub"]);
  put("sub/again.txt", "beta\n");
  const { groups, wasted_bytes } = call("find_duplicates", { path: folder }).result;
  assert.deepEqual(groups, [
    { size_bytes: 5, copies: 2, files: [at("b.txt"), at("sub/again.txt")] },
  ]);
  assert.equal(wasted_bytes, 5);
});

test("organise_by_type, bulk_rename: all of them or none", () => {
  put("Documents/a.txt", "taken");
  assert.equal(codeOf("organise_by_type", { path: folder }), "FILE_EXISTS");
  rmSync(at("Documents"), { recursive: true });
  assert.equal(sure("organise_by_type", { path: folder }).metadata.files_affected, 3);
  assert.ok(existsSync(at("Documents/a.txt")) && existsSync(at("Images/photo.png")));
  const inside = at("Documents");
  assert.equal(
    codeOf("bulk_rename", { path: inside, find: "a.txt", replace: "b.txt" }),
    "FILE_EXISTS",
  );
  assert.equal(codeOf("bulk_rename", { path: inside, pattern: "same" }), "INVALID_PARAMS");
  assert.equal(
    codeOf("bulk_rename", { path: inside, find: "a", replace: "x/y" }),
    "INVALID_PARAMS",
  );
  assert.equal(sure("bulk_rename", { path: inside, pattern: "doc-{n:2}" }).status, "success");
  assert.deepEqual(readdirSync(inside), ["doc-01.txt", "doc-02.txt"]);
  writeFileSync(join(inside, "1.txt"), "one");
  writeFileSync(join(inside, "2.txt"), "two");
  // Each takes the name of the one before it.
  assert.equal(sure("bulk_rename", { path: inside, pattern: "{n}" }).status, "success");
  assert.deepEqual(readdirSync(inside), ["1.txt", "2.txt", "3.txt", "4.txt"]);
  assert.equal(readFileSync(join(inside, "1.txt"), "utf8"), "one");
});

test("dry_run: every changing action says what it would do, and does nothing", () => {
  const before = readdirSync(folder, { recursive: true }).sort();
  for (const [action, params] of [
    ["write_file", { path: at("new.txt"), content: "x" }],
    ["copy_file", { path: at("a.txt"), destination: at("sub") }],
    ["move_file", { path: at("a.txt"), destination: at("sub") }],
    ["rename_file", { path: at("a.txt"), new_name: "n" }],
    ["delete_file", { path: at("sub") }],
    ["organise_by_type", { path: folder }],
    ["bulk_rename", { path: folder, find: "a", replace: "b-" }],
  ]) {
    const answer = call(action, params, { dry_run: true });
    assert.equal(answer.status, "success", action);
    assert.match(answer.action_performed, /^Would /);
    assert.ok(answer.result.preview.length > 0);
  }
  assert.deepEqual(readdirSync(folder, { recursive: true }).sort(), before);
});

test("granted paths: nothing outside is read, told of or changed, not through links either", () => {
  const secret = join(top, "granted-secret");
  mkdirSync(secret);
  writeFileSync(join(secret, "s.txt"), "secret");
  symlinkSync(secret, at("out"));
  symlinkSync(join(secret, "s.txt"), at("s.txt"));
  for (const path of [
    "/etc/passwd",
    "/etc/nowhere",
    join(secret, "s.txt"),
    at("../granted-secret/s.txt"),
    at("out/s.txt"),
    at("s.txt"),
  ]) {
    assert.equal(codeOf("read_file", { path }), "PATH_NOT_GRANTED", path);
  }
  assert.equal(codeOf("write_file", { path: at("out/new.txt"), content: "x" }), "PATH_NOT_GRANTED");
  assert.equal(
    codeOf("copy_file", { path: at("a.txt"), destination: join(secret, "a.txt") }),
    "PATH_NOT_GRANTED",
  );
  assert.equal(codeOf("copy_file", { path: at("a.txt"), destination: at("out") }), "NOT_A_FILE");
  assert.deepEqual(names(call("search_files", { path: folder, content: "secret" })), []);
  assert.equal(sure("delete_file", { path: at("s.txt") }).status, "success");
  assert.ok(existsSync(join(secret, "s.txt")));
});

test("names: as long as a disk takes, with a dash, a line break, or no UTF-8 at all", () => {
  const long = `${"\u65e5".repeat(80)}.txt`;
  assert.equal(call("write_file", { path: at(`long/${long}`), content: "x" }).status, "success");
  assert.equal(
    call("copy_file", { path: at(`long/${long}`), destination: at("sub") }).status,
    "success",
  );
  put("long/-rf", "x");
  put("long/a\nb", "x");
  writeFileSync(Buffer.concat([Buffer.from(`${at("long")}/`), Buffer.from([0xff])]), "odd");
  const { result } = call("list_files", { path: at("long") });
  assert.deepEqual([result.total, result.unreadable_names], [3, 1]);
  assert.equal(sure("organise_by_type", { path: at("long") }).metadata.files_affected, 3);
  assert.equal(sure("copy_file", { path: at("long"), destination: at("again") }).result.files, 4);
  assert.equal(sure("delete_file", { path: at("long") }).result.files, 4);
  assert.ok(!existsSync(at("long")));
});

test("organise_by_type, bulk_rename: a second time there is nothing to do", () => {
  assert.equal(sure("organise_by_type", { path: folder }).result.files, 3);
  assert.match(
    sure("organise_by_type", { path: folder }).action_performed,
    /^There is nothing to organise/,
  );
  for (const n of [1, 2, 10]) put(`n/${n}.txt`, String(n));
  sure("bulk_rename", { path: at("n"), pattern: "p{n}" });
  assert.equal(readFileSync(at("n/p3.txt"), "utf8"), "10");
  assert.equal(sure("bulk_rename", { path: at("n"), pattern: "p{n}" }).result.files, 0);
});

test("organise_by_type: a file where a folder is needed is told before anything moves", () => {
  put("Images", "not a folder");
  const { error } = sure("organise_by_type", { path: folder });
  assert.deepEqual([error.code, /Nothing was changed/.test(error.message)], ["FILE_EXISTS", true]);
  assert.ok(existsSync(at("a.txt")) && !existsSync(at("Documents")));
});

test("what fails leaves nothing behind", (t) => {
  if (process.getuid() === 0) return t.skip("root may do everything");
  put("closed/a.txt", "x");
  put("closed/Images/b.png", "x");
  put("closed/c.png", "x");
  chmodSync(at("closed/Images"), 0o555);
  const before = readdirSync(folder, { recursive: true });
  const { error } = sure("organise_by_type", { path: at("closed") });
  assert.match(error.message, /^I am not allowed .* Nothing was changed\.$/);
  chmodSync(at("a.txt"), 0);
  assert.equal(codeOf("copy_file", { path: at("a.txt"), destination: at("x/y") }), "NOT_PERMITTED");
  assert.deepEqual(readdirSync(folder, { recursive: true }), before);
  chmodSync(at("closed/Images"), 0o755);
});

test("move_file: one of two names of a file goes; to another disk, times stay", (t) => {
  linkSync(at("a.txt"), at("twin.txt"));
  assert.equal(
    sure("move_file", { path: at("a.txt"), destination: at("twin.txt") }).status,
    "success",
  );
  assert.ok(!existsSync(at("a.txt")) && existsSync(at("twin.txt")));
  const other = ["/dev/shm", "/tmp"].find(
    (it) => existsSync(it) && statSync(it).dev !== statSync(folder).dev,
  );
  if (!other) return t.skip("there is one disk alone");
  const away = mkdtempSync(join(other, "file-agent-"));
  try {
    utimesSync(at("sub/c.md"), 1, 1_000);
    const granted = { granted_paths: [folder, away] };
    const moved = call(
      "move_file",
      { path: at("sub"), destination: away, confirmed: true },
      granted,
    );
    assert.equal(moved.status, "success");
    assert.equal(statSync(join(away, "sub/c.md")).mtimeMs, 1_000_000);
    assert.ok(!existsSync(at("sub")));
  } finally {
    rmSync(away, { recursive: true });
  }
});

test("read_file, write_file: an answer fits, and what is no base64 is refused", () => {
  put("lines.txt", "\n".repeat(1_500_000));
  const answer = call("read_file", { path: at("lines.txt") });
  assert.ok(JSON.stringify(answer).length < 1_000_000);
  assert.equal(answer.result.next_offset, answer.result.length);
  const content = { path: at("b64"), content: "!!", encoding: "base64" };
  assert.equal(codeOf("write_file", content), "INVALID_PARAMS");
});

test("sizes and days, as people write them", () => {
  const sizes = ["1.5 MB", "1,5 MB", "1,500 KB", "1,500,000", "1.5 megabytes", ".0015 GB"];
  for (const text of sizes) assert.equal(bytesOf(text, "larger_than"), 1_500_000, text);
  const midnight = new Date(2026, 0, 31).getTime();
  for (const text of ["2026-01-31", "2026-1-31"]) assert.equal(timeOf(text, "x"), midnight);
  assert.equal(timeOf("yesterday", "x", new Date(2026, 1, 1, 23, 59).getTime()), midnight);
  for (const text of ["2026-02-31", "2026-13-01", "soon", "31.01.2026"]) {
    assert.throws(() => timeOf(text, "changed_after"), /is a day such as/);
  }
});

test("errors: plain words, never a trace", () => {
  const answer = call("read_file", { path: at("nope.txt") });
  assert.equal(answer.error.code, "FILE_NOT_FOUND");
  assert.doesNotMatch(JSON.stringify(answer), /ENOENT|errno|at .*:\d+/);
  assert.equal(codeOf("dance", {}), "UNKNOWN_ACTION");
  assert.equal(codeOf("list_files", {}), "INVALID_PARAMS");
  assert.equal(codeOf("list_files", { path: "~/x" }), "INVALID_PARAMS");
  assert.equal(run(undefined).error.code, "UNKNOWN_ACTION");
});
