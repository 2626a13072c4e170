import { describe, expect, test } from "vitest";
import { FIRST_CONVERSATIONS } from "../../../bench/offline/first-conversations.ts";
import { SHIPPED_TOOLS, talkToShipped } from "../../../bench/offline/shipped-agent.ts";
import { showExample } from "./say-example.ts";

/** What is for programs: times in ISO 8601, names of fields, digests, slots. */
const FOR_PROGRAMS =
  /\d{4}-\d\d-\d\dT\d\d|size_bytes|match.count|sha256|truncated|\[\w\w+\]|\{\w+\}/;

describe.each(FIRST_CONVERSATIONS)("about %s", async (_, expected) => {
  const turns = await talkToShipped(expected.map(([asked]) => asked));
  const rows = expected.map(([asked, calls, says], at) => ({
    asked,
    calls,
    says,
    turn: turns[at],
  }));
  test.each(rows)("S3: $asked", ({ calls, says, turn }) => {
    expect(turn?.calls).toEqual(calls.map(([tool, input]) => ({ tool, input })));
    expect(turn?.text).toContain(says);
    expect(turn?.text).not.toMatch(FOR_PROGRAMS);
  });
});

test("S3: who asks what it can do is told all of it, and that it runs no programs", async () => {
  const [help, python] = await talkToShipped(["what can you do?", "can you run python for me?"]);
  for (const example of ["read notes.txt", "copy ", "move ", "delete "])
    expect(help?.text).toContain(example);
  expect(help?.text).not.toContain("more");
  expect(python?.calls).toEqual([]);
  expect(python?.text).toContain("I cannot write or run a program.");
  expect(python?.text).toContain("`sandbox`");
});

test.each([
  ["never mind", "All right, I do nothing."],
  ["cancel", "All right, I do nothing."],
  ["forget it", "All right, I do nothing."],
  ["ok, leave it", "All right, I do nothing."],
  ["", "All right, I do nothing."],
  ["what time is it?", "It is Monday"],
  ["2 + 2", "2 + 2 = 4."],
  ["who won the world cup in 2018?", "I do not know"],
  ["thanks", "You are welcome."],
  ["what can you do?", "I am the offline model"],
])("S3: a question is left by: %j", async (said, says) => {
  for (const order of ["write to notes.txt", "rename it to b.txt", "delete that file"]) {
    const [asked, turn, after] = await talkToShipped([order, said, "hello.txt"]);
    expect(asked?.asks).toBeDefined();
    expect(turn?.text).toContain(says);
    expect(turn?.calls.some(({ tool }) => /write|move|delete/.test(tool))).toBe(false);
    expect(after?.calls).toEqual([]);
  }
});

test("S3: what does not fit is asked for once more, and then left", async () => {
  const turns = await talkToShipped(["delete that file", "the blue one", "some other", "ok"]);
  expect(turns.map(({ asks }) => asks)).toEqual(["path", "path", undefined, undefined]);
  expect(turns[1]?.text).toMatch(/^That is not the path of a file\./);
  expect(turns.flatMap(({ calls }) => calls)).toEqual([]);
});

test("S3: an answer comes from a form with the name of its field", async () => {
  const [, turn] = await talkToShipped(["write to notes.txt", "content: what time is it?"]);
  expect(turn?.calls).toEqual([
    { tool: "write_file", input: { path: "/notes.txt", content: "what time is it?" } },
  ]);
});

test.each([
  ["7 / 0", "I cannot work that out: Division by zero has no answer."],
  ["9^9^9", "I cannot work that out: The result is too large"],
  ["double that", "You can ask for example"],
])("S3: %s is told in words", async (asked, says) => {
  const [turn] = await talkToShipped([asked]);
  expect(turn?.text).toContain(says);
});

test("S3: a number is not taken from what was said before something else", async () => {
  const [, , turn] = await talkToShipped(["5 + 5", "who won the world cup?", "double that"]);
  expect(turn?.calls).toEqual([]);
});

const examples = SHIPPED_TOOLS.map((tool) => ({ tool: tool.name, example: showExample(tool) }));

test.each(examples)("S3: $example is filled in, and asks for $tool", async ({ tool, example }) => {
  expect(example).toMatch(/^`[^[\]{}]+`$/);
  const [turn] = await talkToShipped([example.slice(1, -1)]);
  const isSum = /^(?:add|subtract|multiply|divide)$/.test(tool);
  expect(turn?.calls[0]?.tool).toBe(isSum ? "calculate" : tool);
});
