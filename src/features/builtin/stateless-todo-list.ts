import type { BuiltinCapability } from "../builtin-capability.ts";
import { BUILTIN_IDS } from "./builtin-ids.ts";
import { TODO_GUIDANCE } from "./todo-guidance.ts";

const STATUSES = ["pending", "in_progress", "completed"] as const;
type Status = (typeof STATUSES)[number];
type Todo = { readonly content: string; readonly activeForm: string; readonly status: Status };

const TEXT = { type: "string", pattern: "\\S", maxLength: 1_000 };
const COUNT = { type: "integer", minimum: 0 };
const TODO = {
  type: "object",
  properties: {
    content: { ...TEXT, description: 'What to do, as an order: "Run the tests".' },
    activeForm: { ...TEXT, description: 'The same while it goes on: "Running the tests".' },
    status: { type: "string", enum: [...STATUSES] },
  },
  required: ["content", "activeForm", "status"],
  additionalProperties: false,
};

/** A list that lives in the conversation alone: every call carries and replaces all of it (E46). */
export const statelessTodoList: BuiltinCapability = {
  id: BUILTIN_IDS.statelessTodoList,
  name: "Task Management",
  description: "Keeps a list of tasks for work in several steps, visible to the person.",
  status: "available",
  icon: "list-checks",
  category: "Productivity",
  systemPrompt: TODO_GUIDANCE,
  tools: [
    {
      name: "write_todos",
      description:
        "Replaces the list of tasks. Send the complete list, each task with content, activeForm and status.",
      examples: [
        "plan this in steps",
        "make a todo list for {todos}",
        "write down what is left to do",
        "mark the first task as done",
        "keep track of these tasks: {todos}",
      ],
      riskLevel: "LOW",
      behaviour: { readOnly: true, idempotent: true, dryRun: true, timeoutMs: 5_000 },
      inputSchema: {
        type: "object",
        properties: {
          todos: {
            type: "array",
            maxItems: 200,
            items: TODO,
            description: "The complete list. It replaces the one before.",
          },
        },
        required: ["todos"],
        additionalProperties: false,
      },
      outputSchema: {
        type: "object",
        properties: {
          success: { type: "boolean" },
          total: COUNT,
          pending: COUNT,
          in_progress: COUNT,
          completed: COUNT,
          todos: { type: "array", items: TODO },
          warnings: { type: "array", items: { type: "string" } },
        },
        required: ["success", "total", "pending", "in_progress", "completed", "todos"],
      },
      // The gate has checked the inputs against the schema above.
      run: ({ todos }) => summary(todos as unknown as readonly Todo[]),
    },
  ],
};

function summary(todos: readonly Todo[]) {
  const count = (status: Status) => todos.filter((todo) => todo.status === status).length;
  const [pending, inProgress, completed] = STATUSES.map(count) as [number, number, number];
  const warnings = warningsOf(pending, inProgress);
  return {
    success: true,
    total: todos.length,
    pending,
    in_progress: inProgress,
    completed,
    todos,
    ...(warnings.length > 0 && { warnings }),
  };
}

function warningsOf(pending: number, inProgress: number): string[] {
  if (inProgress > 1) return [`${inProgress} tasks are in progress: have exactly one at a time.`];
  if (inProgress === 0 && pending > 0) {
    return ["No task is in progress although some are pending: mark the one you begin."];
  }
  return [];
}
