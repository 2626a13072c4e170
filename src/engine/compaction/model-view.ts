import { foldGrowing } from "../../base/fold-growing.ts";
import { isJsonObject, type JsonValue } from "../../base/json.ts";
import type { Message } from "../../schema/message.ts";
import type { Tool } from "../../schema/tool.ts";
import type { Memory } from "./memory.ts";
import { tellMarks } from "./tell-marks.ts";

export const WRITE_TODOS = "builtin:stateless_todo_list:write_todos";
const READ_FILE = "builtin:session_file_system:read_file";
export const TODOS = { bucket: "todos", key: "current" } as const;
const PINNED = "pinned";

/** Longer results of earlier turns are cut: the whole is in a file. */
export const LONG_RESULT = 8_000;
const HEAD = 2_000;
const TAIL = 500;

/**
 * What of a conversation a model is sent: a summary in the place of old turns, only the last todo
 * list (E47), and the beginning and end of long results from earlier turns. The same conversation
 * gives the same bytes, and what was sent once changes only when a turn ends or is summarised.
 */
export function modelView(
  messages: readonly Message[],
  turn: number,
  memory: Memory,
  tools: readonly Pick<Tool, "toolId" | "wireName">[] = [],
): readonly Message[] {
  const recent = memory.throughTurn === 0 ? messages : after(messages, memory.throughTurn);
  const readBy = tools.find(({ toolId }) => toolId === READ_FILE)?.wireName ?? null;
  const pruned = tellMarks(cutResults(pruneTodos(recent, turn), turn, readBy));
  const [first] = recent;
  const reminder = first && reminderOf(memory, recent, first);
  return reminder ? [reminder, ...pruned] : pruned;
}

function after(messages: readonly Message[], turn: number): readonly Message[] {
  return messages.slice(messages.findLastIndex((message) => message.turn <= turn) + 1);
}

/**
 * Every list replaces the one before: a model needs the last, and its call stays with its result. What
 * a turn began with stays until it ends: a model that plans again would not find the list it changed.
 */
function pruneTodos(messages: readonly Message[], now: number): readonly Message[] {
  const before = todoLists(messages).filter(({ turn }) => turn < now);
  const old = new Set(before.slice(0, -1).map(({ id }) => id));
  if (old.size === 0) return messages;
  return messages.flatMap((message) => {
    if (message.invocationId !== undefined && old.has(message.invocationId)) return [];
    const { toolCalls } = message;
    if (!toolCalls?.some(({ id }) => old.has(id))) return [message];
    const { toolCalls: _, ...rest } = message;
    const left = toolCalls.filter(({ id }) => !old.has(id));
    if (left.length > 0) return [{ ...rest, toolCalls: left }];
    return message.content === "" ? [] : [rest];
  });
}

const todoLists = foldGrowing<Message, readonly { readonly id: string; readonly turn: number }[]>({
  start: () => [],
  add(lists, { toolCalls, turn }) {
    const more = toolCalls?.filter(({ toolId }) => toolId === WRITE_TODOS);
    return more?.length ? [...lists, ...more.map(({ id }) => ({ id, turn }))] : lists;
  },
});

function isLong({ role, content, turn }: Message, now: number): boolean {
  return role === "tool" && turn < now && content.length > LONG_RESULT;
}

/** `readBy`: what the tool is called here that reads a file of the session, if there is one. */
function cutResults(
  messages: readonly Message[],
  turn: number,
  readBy: string | null,
): readonly Message[] {
  if (!hasLong(messages)) return messages;
  return messages.map((message) => cutResult(message, turn, readBy));
}

const hasLong = foldGrowing<Message, boolean>({
  start: () => false,
  add: (has, message) => has || isLong(message, Number.POSITIVE_INFINITY),
});

// The same message each time, so that what was made of it before is found again.
const cuts = new WeakMap<Message, { readonly readBy: string | null; readonly cut: Message }>();

function cutResult(message: Message, turn: number, readBy: string | null): Message {
  if (!isLong(message, turn)) return message;
  const known = cuts.get(message);
  if (known?.readBy === readBy) return known.cut;
  const cut = cutLong(message, readBy);
  cuts.set(message, { readBy, cut });
  return cut;
}

function cutLong(message: Message, readBy: string | null): Message {
  const { content, invocationId = "" } = message;
  const left = content.length - HEAD - TAIL;
  const by = readBy === null ? "" : `: ${readBy}`;
  const cut = [
    content.slice(0, HEAD),
    `[… ${left} characters left out; all of it is in ${resultPath(invocationId)}${by} …]`,
    content.slice(-TAIL),
  ];
  return { ...message, content: JSON.stringify(cut.join("\n")) };
}

/** Where a long result is kept whole. */
export function resultPath(invocationId: string): string {
  return `/.results/${invocationId}.json`;
}

/** What a model must not forget, before the first message that it is sent. */
function reminderOf(
  { summary, facts, throughTurn }: Memory,
  recent: readonly Message[],
  first: Message,
): Message | undefined {
  if (throughTurn === 0) return undefined;
  const todos =
    todoLists(recent).length > 0
      ? undefined
      : facts.find(({ bucket, key }) => bucket === TODOS.bucket && key === TODOS.key)?.value;
  const pinned = facts.filter(({ bucket }) => bucket === PINNED);
  const text = [
    `[What was said before, in short:]\n${summary}`,
    ...(todos === undefined ? [] : [`[The todo list as it is now:]\n${todoLines(todos)}`]),
    ...(pinned.length === 0
      ? []
      : [
          `[To keep in mind:]\n${pinned.map(({ key, value }) => `${key}: ${JSON.stringify(value)}`).join("\n")}`,
        ]),
  ].join("\n\n");
  const known = reminders.get(first);
  if (known?.content === text) return known;
  const { sessionId, createdAt } = first;
  const reminder: Message = {
    id: "msg_memory",
    sessionId,
    turn: throughTurn,
    position: 0,
    role: "user",
    content: text,
    createdAt,
  };
  reminders.set(first, reminder);
  return reminder;
}

// As with `cuts`: while it says the same, it is the same.
const reminders = new WeakMap<Message, Message>();

function todoLines(todos: JsonValue): string {
  if (!Array.isArray(todos)) return JSON.stringify(todos);
  return todos
    .map((todo) => (isJsonObject(todo) ? `- [${todo.status}] ${todo.content}` : String(todo)))
    .join("\n");
}
