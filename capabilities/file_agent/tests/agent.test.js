import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { run } from "../agent.js";

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

test("errors: plain words, never a trace", () => {
  const answer = call("read_file", { path: at("nope.txt") });
  assert.equal(answer.error.code, "FILE_NOT_FOUND");
  assert.doesNotMatch(JSON.stringify(answer), /ENOENT|errno|at .*:\d+/);
  assert.equal(codeOf("dance", {}), "UNKNOWN_ACTION");
  assert.equal(codeOf("list_files", {}), "INVALID_PARAMS");
  assert.equal(codeOf("list_files", { path: "~/x" }), "INVALID_PARAMS");
  assert.equal(run(undefined).error.code, "UNKNOWN_ACTION");
});
