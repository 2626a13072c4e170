import { describe, expect, test } from "vitest";
import { described } from "../../../test/described.ts";
import type { JsonObject } from "../../base/json.ts";
import { schemaProblems } from "../../gate/inputs/schema-problems.ts";
import { runBuiltin } from "../../testing/run-builtin.ts";
import { statelessTodoList } from "./stateless-todo-list.ts";

const { capability, tools } = described(statelessTodoList);
const inputSchema = tools[0]?.inputSchema ?? {};
const outputSchema = tools[0]?.outputSchema ?? {};

const todo = (status: string, change: JsonObject = {}): JsonObject => ({
  content: "Run the tests",
  activeForm: "Running the tests",
  status,
  ...change,
});
const write = (...todos: JsonObject[]) =>
  runBuiltin(statelessTodoList, "write_todos", { todos }) as Promise<JsonObject>;

test("E43: it is called Task Management, among Productivity", () => {
  expect(capability).toMatchObject({
    id: "stateless_todo_list",
    name: "Task Management",
    status: "available",
    icon: "list-checks",
    category: "Productivity",
  });
});

test("E44: its one tool is write_todos, which has no effect outside", () => {
  expect(tools).toMatchObject([
    {
      name: "write_todos",
      riskLevel: "LOW",
      sideEffectTags: [],
      behaviour: { readOnly: true, idempotent: true },
    },
  ]);
});

describe("the prompt", () => {
  test.each([
    ["three or more steps", /three or more distinct steps/],
    ["several tasks of the person", /asks for several things/],
    ["work that is not trivial", /not trivial/],
    ["new instructions", /new instructions arrive/],
    ["in_progress before a task begins", /before you begin a task: mark it in_progress/],
    ["completed after it is finished", /after you finish a task: mark it completed, and add/],
  ])("E43, E48: says when to use it: %s", (_when, guidance) => {
    expect(capability.systemPrompt).toMatch(guidance);
  });

  test.each([
    ["exactly one in progress", /exactly one task in_progress/],
    ["update immediately", /immediately when a task is done/],
    ["replace the whole list", /replaces the whole list/],
    ["complete only when fully done", /completed only when it is fully done: not while tests fail/],
  ])("E43, E49: says how to use it well: %s", (_practice, guidance) => {
    expect(capability.systemPrompt).toMatch(guidance);
  });

  test("E43: names the tool and the fields of a task", () => {
    for (const name of ["write_todos", "content", "activeForm"]) {
      expect(capability.systemPrompt).toContain(name);
    }
  });
});

describe("write_todos", () => {
  test("E44: answers the counts and the list", async () => {
    const todos = [todo("completed"), todo("in_progress"), todo("pending"), todo("pending")];
    const answer = await write(...todos, todo("completed"), todo("completed"));
    expect(answer).toEqual({
      success: true,
      total: 6,
      pending: 2,
      in_progress: 1,
      completed: 3,
      todos: [...todos, todo("completed"), todo("completed")],
    });
    expect(schemaProblems(outputSchema, answer)).toEqual([]);
  });

  test("E46: keeps nothing: a call knows only what it carries", async () => {
    const first = await write(todo("in_progress"), todo("pending"));
    expect(await write(todo("completed"))).toMatchObject({ total: 1, todos: [todo("completed")] });
    expect(await write()).toMatchObject({ success: true, total: 0, todos: [] });
    expect(await write(todo("in_progress"), todo("pending"))).toEqual(first);
  });

  test.each([
    { statuses: ["pending"], warning: "No task is in progress" },
    { statuses: ["completed", "pending"], warning: "No task is in progress" },
    { statuses: ["in_progress", "in_progress"], warning: "2 tasks are in progress" },
    { statuses: ["in_progress", "pending", "in_progress"], warning: "2 tasks are in progress" },
  ])("E45: warns of $statuses: $warning", async ({ statuses, warning }) => {
    const answer = await write(...statuses.map((status) => todo(status)));
    expect(answer).toMatchObject({ success: true, warnings: [expect.stringContaining(warning)] });
    expect(schemaProblems(outputSchema, answer)).toEqual([]);
  });

  test.each([
    { statuses: [] },
    { statuses: ["completed"] },
    { statuses: ["in_progress"] },
    { statuses: ["in_progress", "pending"] },
    { statuses: ["completed", "in_progress"] },
  ])("E45: does not warn of $statuses", async ({ statuses }) => {
    const answer = await write(...statuses.map((status) => todo(status)));
    expect(answer).not.toHaveProperty("warnings");
  });

  test.each<{ what: string; inputs: JsonObject; field: string }>([
    { what: "no list", inputs: {}, field: "todos" },
    { what: "another status", inputs: { todos: [todo("done")] }, field: "todos/0/status" },
    refused("content", ""),
    refused("content", " \n"),
    refused("content", "x".repeat(1_001)),
    refused("activeForm", ""),
    refused("activeForm", "\t"),
    refused("activeForm", "x".repeat(1_001)),
    {
      what: "a task without activeForm",
      inputs: { todos: [{ content: "Run", status: "pending" }] },
      field: "todos/0/activeForm",
    },
    {
      what: "a field that is not known",
      inputs: { todos: [todo("pending", { owner: "me" })] },
      field: "todos/0/owner",
    },
    {
      what: "more than 200 tasks",
      inputs: { todos: Array.from({ length: 201 }, () => todo("pending")) },
      field: "todos",
    },
  ])("E44: refuses $what and names $field", ({ inputs, field }) => {
    expect(schemaProblems(inputSchema, inputs).map((problem) => problem.field)).toEqual([field]);
  });

  test("E44: takes 200 tasks of 1,000 characters", async () => {
    const text = "x".repeat(1_000);
    const long = todo("pending", { content: text, activeForm: text });
    const todos = Array.from({ length: 200 }, () => long);
    expect(schemaProblems(inputSchema, { todos })).toEqual([]);
    expect(await write(...todos)).toMatchObject({ total: 200 });
  });
});

function refused(field: string, text: string) {
  const what = `${field} of ${text.length} characters, "${text.trim().slice(0, 1)}"`;
  return {
    what,
    inputs: { todos: [todo("pending", { [field]: text })] },
    field: `todos/0/${field}`,
  };
}
