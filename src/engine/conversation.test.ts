import { describe, expect, test } from "vitest";
import type { Message } from "../schema/message.ts";
import { makeMessage } from "../testing/fixtures.ts";
import { nextPosition, openCalls, stepsOf, transcript } from "./conversation.ts";

const user = (turn: number) => makeMessage({ turn, position: 0 });
const call = (id: string) => ({ id, toolId: "builtin:test_math:add", name: "add", input: {} });
const answer = (turn: number, position: number, ...ids: string[]): Message =>
  makeMessage({
    turn,
    position,
    role: "assistant",
    content: `${turn}.${position}`,
    ...(ids.length > 0 && { toolCalls: ids.map(call) }),
  });
const result = (turn: number, position: number, invocationId: string): Message =>
  makeMessage({ turn, position, role: "tool", content: "{}", invocationId });

describe("how often the model has answered", () => {
  test("X9, X29: counts the answers of this turn, and nothing else", () => {
    const messages = [
      user(1),
      answer(1, 1, "a"),
      result(1, 2, "a"),
      answer(1, 3),
      user(2),
      answer(2, 1, "b"),
      result(2, 2, "b"),
      answer(2, 3, "c"),
      result(2, 4, "c"),
    ];
    expect([1, 2, 3].map((turn) => stepsOf(messages, turn))).toEqual([2, 2, 0]);
    expect(stepsOf(messages.slice(0, 5), 2)).toBe(0);
    expect(stepsOf([], 1)).toBe(0);
  });
});

describe("what is left to call", () => {
  const asked = answer(1, 1, "a", "b", "c");

  test("X9: are the calls of the newest answer without a result, each at its place", () => {
    const open = openCalls([user(1), asked, result(1, 3, "b")]);
    expect(open.map((it) => [it.call.id, it.position])).toEqual([
      ["a", 2],
      ["c", 4],
    ]);
  });

  test("X9: is nothing once the person has written again, or before the model has answered", () => {
    expect(openCalls([user(1), asked, user(2)])).toEqual([]);
    expect(openCalls([user(1)])).toEqual([]);
    expect(openCalls([user(1), answer(1, 1)])).toEqual([]);
    expect(openCalls([])).toEqual([]);
  });

  test("X9: the next answer stands behind the last result", () => {
    expect(nextPosition([user(1), asked, result(1, 2, "a")])).toBe(3);
    expect(nextPosition([])).toBe(0);
  });
});

describe("what the model is sent", () => {
  const ids = (messages: readonly Message[]) =>
    messages.map(({ role, invocationId, content }) =>
      role === "tool" ? `${invocationId}${content.includes("Not run") ? " not run" : ""}` : role,
    );

  test("is the conversation itself while every call is followed by its own result", () => {
    const messages = [user(1), answer(1, 1, "a", "b"), result(1, 2, "a"), result(1, 3, "b")];
    expect(transcript(messages)).toBe(messages);
  });

  test.each<[string, Message[], string[]]>([
    [
      "results of another order than the calls",
      [user(1), answer(1, 1, "a", "b"), result(1, 3, "b"), result(1, 2, "a")],
      ["user", "assistant", "a", "b"],
    ],
    [
      "a call that a cancelled turn never made",
      [user(1), answer(1, 1, "a", "b"), result(1, 2, "a"), user(2), answer(2, 1)],
      ["user", "assistant", "a", "b not run", "user", "assistant"],
    ],
    [
      "a result that came after the next message",
      [user(1), answer(1, 1, "a"), user(2), result(1, 2, "a")],
      ["user", "assistant", "a", "user"],
    ],
    [
      "a result that belongs to no call",
      [user(1), result(1, 2, "stray"), answer(1, 3)],
      ["user", "assistant"],
    ],
    [
      "the last call without a result",
      [user(1), answer(1, 1, "a")],
      ["user", "assistant", "a not run"],
    ],
  ])("puts in order: %s", (_name, messages, expected) => {
    expect(ids(transcript(messages))).toEqual(expected);
  });
});
