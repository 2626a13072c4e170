import { expect, test } from "vitest";
import type { JsonValue } from "../../base/json.ts";
import { sayResult } from "./say-result.ts";

const WEATHER = { city: "Oslo", condition: "snow", temperature_c: -2, humidity_percent: 80 };

test.each<{ name: string; input?: JsonValue; outputs: JsonValue; says: string }>([
  { name: "divide", input: { a: 10, b: 4 }, outputs: { result: 2.5 }, says: "10 ÷ 4 = 2.5." },
  {
    name: "get_current_time",
    outputs: { time: "2026-11-16T18:00:00+09:00", timezone: "Asia/Tokyo" },
    says: "In Asia/Tokyo it is 2026-11-16T18:00:00+09:00.",
  },
  { name: "get_weather", outputs: WEATHER, says: "Oslo: snow, -2 °C, 80 % humidity." },
  { name: "delete_file", outputs: { path: "/a", deleted: true }, says: "/a is deleted." },
  { name: "stat_file", outputs: { path: "/a", exists: false }, says: "/a does not exist." },
  { name: "list_directory", outputs: { path: "/", entries: [] }, says: "/ is empty." },
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
