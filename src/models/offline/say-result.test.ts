import { expect, test } from "vitest";
import type { JsonValue } from "../../base/json.ts";
import { sayResult } from "./say-result.ts";

test.each<{ name: string; input?: JsonValue; outputs: JsonValue; says: string }>([
  { name: "divide", input: { a: 10, b: 4 }, outputs: { result: 2.5 }, says: "10 ÷ 4 = 2.5." },
  {
    name: "get_current_time",
    outputs: { time: "2026-11-16T18:00:00+09:00", timezone: "Asia/Tokyo" },
    says: "In Tokyo it is Monday, 16 November, 18:00.",
  },
  {
    name: "get_current_time",
    outputs: { time: "2026-11-16T09:05:00+00:00", timezone: "UTC" },
    says: "It is Monday, 16 November 2026, 09:05 UTC.",
  },
  {
    name: "get_current_time",
    input: { format: "iso8601" },
    outputs: { time: "2026-11-16T18:00:00+09:00", timezone: "Asia/Tokyo" },
    says: "In Tokyo it is 2026-11-16T18:00:00+09:00.",
  },
  {
    name: "calculate",
    input: { expression: "(3 + 4) * 5" },
    outputs: { result: 35 },
    says: "(3 + 4) × 5 = 35.",
  },
  {
    name: "calculate",
    input: { expression: "10 / 3" },
    outputs: { result: 3.33333333333333 },
    says: "10 ÷ 3 ≈ 3.33333333333333.",
  },
  {
    name: "calculate",
    input: { expression: "2 ^ 64" },
    outputs: { result: 18446744073709552000, exact: "18446744073709551616" },
    says: "2 ^ 64 = 18446744073709551616.",
  },
  {
    name: "edit_file",
    outputs: { path: "/a.txt", replaced: 1, size_bytes: 3, digest: "sha256:aa" },
    says: "Replaced once in /a.txt.",
  },
  { name: "move_file", outputs: { from: "/a", to: "/b" }, says: "/a is now /b." },
  { name: "copy_file", outputs: { from: "/a", to: "/b" }, says: "/a is copied to /b." },
  {
    name: "delete_file",
    outputs: { path: "/a", deleted: false },
    says: "Nothing was deleted: the session has no /a.",
  },
  {
    name: "stat_file",
    outputs: { path: "/a", exists: true, size_bytes: 1, updated_at: "2026-11-16T09:05:00.000Z" },
    says: "/a is a file of 1 byte, last changed on Monday, 16 November 2026, 09:05 UTC.",
  },
  {
    name: "list_directory",
    outputs: { path: "/", entries: [{ name: "a.txt" }, { name: "docs", is_directory: true }] },
    says: "Your files:\n- a.txt\n- docs/",
  },
  {
    name: "grep_files",
    outputs: { pattern: "milk", matches: [{ path: "/a", line: 2, text: "milk!" }] },
    says: '"milk" is in one line:\n- /a, line 2: milk!',
  },
  { name: "grep_files", outputs: { pattern: "x", matches: [] }, says: 'No file says "x".' },
  { name: "delete_file", outputs: { path: "/a", deleted: true }, says: "/a is deleted." },
  { name: "stat_file", outputs: { path: "/a", exists: false }, says: "The session has no /a." },
  { name: "list_directory", outputs: { path: "/", entries: [] }, says: "There are no files yet." },
  { name: "read_file", outputs: { path: "/a", content: "x" }, says: "/a says:\nx" },
  {
    name: "sendMoney",
    outputs: { paymentId: 7, ok: true },
    says: "Send Money: payment Id: 7, ok: true.",
  },
  { name: "count", outputs: 3, says: "Count: 3." },
  { name: "find", outputs: { found: ["a", "b"] }, says: "Find: found: \n- a\n- b." },
  { name: "nothing", outputs: null, says: "Nothing: nothing." },
])("S3: a result is told in a sentence: $says", ({ name, input = {}, outputs, says }) => {
  expect(sayResult(name, input, outputs)).toBe(says);
});

test("E44: a todo list is told as a list", () => {
  const todos = [
    { content: "Buy milk", activeForm: "Buying milk", status: "in_progress" },
    { content: "Call Bob", activeForm: "Calling Bob", status: "pending" },
  ];
  expect(sayResult("write_todos", { todos }, { success: true, total: 2, todos })).toBe(
    "The list:\n- [~] Buy milk\n- [ ] Call Bob",
  );
});
