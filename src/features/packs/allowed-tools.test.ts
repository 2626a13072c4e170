import { expect, test } from "vitest";
import type { JsonObject } from "../../base/json.ts";
import { outsideOf } from "./allowed-tools.ts";

const FILES = "builtin:session_file_system";
const EXEC = "builtin:capability_packs:exec_best_effort";
const FETCH = "builtin:web_fetch:web_fetch";

function allows(written: string, toolId: string, inputs: JsonObject): boolean {
  const capabilityId = toolId.split(":")[1] ?? "";
  const tool = { toolId, capabilityId };
  return outsideOf([{ id: "p", allowedTools: [written] }], { tool, inputs }).length === 0;
}

test.each<[string, string, JsonObject, boolean]>([
  ["Read", `${FILES}:read_file`, { path: "/a" }, true],
  ["read", `${FILES}:stat_file`, { path: "/a" }, true],
  ["Read", `${FILES}:write_file`, { path: "/a" }, false],
  ["Write", `${FILES}:write_file`, { path: "/a" }, true],
  ["Write", `${FILES}:delete_file`, { path: "/a" }, false],
  ["Edit", `${FILES}:edit_file`, { path: "/a" }, true],
  ["Grep", `${FILES}:grep_files`, { pattern: "x" }, true],
  ["Glob", `${FILES}:list_directory`, { path: "/" }, true],
  ["Read(docs/**)", `${FILES}:read_file`, { path: "/docs/a/b.md" }, true],
  ["Read(./docs/*)", `${FILES}:read_file`, { path: "docs/a.md" }, true],
  ["Read(/docs/*)", `${FILES}:read_file`, { path: "/docs/a/b.md" }, false],
  ["Read(docs/**)", `${FILES}:read_file`, { path: "/docs/../secret" }, false],
  ["Read(docs/**)", `${FILES}:read_file`, { path: "/docs.md" }, false],
  ["Read(*.md)", `${FILES}:read_file`, { path: "/docs/a.md" }, true],
  ["Read(*.md)", `${FILES}:read_file`, { path: "/docs/a.txt" }, false],
  ["Grep(docs/**)", `${FILES}:grep_files`, { pattern: "x" }, false],
  ["Bash", EXEC, { command: "rm", args: ["-rf", "x"] }, true],
  ["Bash", "builtin:sandbox:execute_code", { language: "shell", code: "ls" }, true],
  ["Bash(git:*)", EXEC, { command: "git", args: ["log", "-1"] }, true],
  ["Bash(git:*)", EXEC, { command: "git" }, true],
  ["Bash(git:*)", EXEC, { command: "github" }, false],
  ["Bash(git:*)", EXEC, { command: "git log" }, false],
  ["Bash(git:*)", EXEC, { command: "sh", args: ["-c", "git log"] }, false],
  ["Bash(git:*)", "builtin:sandbox:execute_code", { language: "shell", code: "git" }, false],
  ["Bash(git add:*)", EXEC, { command: "git", args: ["add", "."] }, true],
  ["Bash(git add:*)", EXEC, { command: "git", args: ["push"] }, false],
  ["Bash(git add:*)", EXEC, { command: "git", args: ["add; rm"] }, false],
  ["Bash(npm run *)", EXEC, { command: "npm", args: ["run", "test"] }, true],
  ["Bash(npm run *)", EXEC, { command: "npm", args: ["publish"] }, false],
  ["Bash(:*)", EXEC, { command: "ls" }, false],
  ["Bash(*)", EXEC, { command: "ls" }, true],
  ["WebFetch", FETCH, { url: "https://a.example/" }, true],
  ["WebFetch(domain:a.example)", FETCH, { url: "https://a.example/x" }, true],
  ["WebFetch(domain:a.example)", FETCH, { url: "https://a.example@evil.example/" }, false],
  ["WebFetch(domain:a.example)", FETCH, { url: "https://b.example/?domain:a.example" }, false],
  ["WebFetch(domain:*.a.example)", FETCH, { url: "https://docs.a.example/" }, true],
  ["WebFetch(https://a.example/docs/*)", FETCH, { url: "https://a.example/docs/1" }, true],
  ["mcp__fs__read", "mcp:fs:read", {}, true],
  ["mcp__fs", "mcp:fs:write", {}, true],
  ["mcp__fs__read", "mcp:fs:write", {}, false],
  ["builtin:test_math:*", "builtin:test_math:add", {}, true],
  ["Task", "builtin:test_math:add", {}, false],
  ["Nothing", "builtin:capability_packs:open_docs", {}, true],
  ["Nothing", "builtin:capability_packs:read_file", {}, true],
  ["Nothing", "builtin:capability_packs:enable_tools", {}, true],
  ["Nothing", EXEC, { command: "ls" }, false],
  ["Nothing", "pack:p:tool", {}, true],
  ["Nothing", "pack:other:tool", {}, false],
])("%s and %s with %j: %s", (written, toolId, inputs, expected) => {
  expect(allows(written, toolId, inputs)).toBe(expected);
});

test("several open packs allow what one of them lists; the packs that leave it out are named", () => {
  const packs = [
    { id: "a", allowedTools: ["Read"] },
    { id: "b", allowedTools: ["Write"] },
  ];
  const wanted = (name: string) => ({
    tool: { toolId: `${FILES}:${name}`, capabilityId: "session_file_system" },
    inputs: { path: "/x" },
  });
  expect(outsideOf(packs, wanted("write_file"))).toEqual([]);
  expect(outsideOf(packs, wanted("read_file"))).toEqual([]);
  expect(outsideOf(packs, wanted("delete_file"))).toEqual(["a", "b"]);
  expect(outsideOf([], wanted("delete_file"))).toEqual([]);
});
