import { expect, test } from "vitest";
import type { Invocation } from "../schema/invocation.ts";
import type { Message } from "../schema/message.ts";
import type { TaskState } from "../schema/task-state.ts";
import { makeMessage } from "../testing/fixtures.ts";
import { createConversations } from "./conversations.ts";

const SESSION = "session_1";

/** A session as it is stored, with how often it was read from which turn on. */
function stored(messages: Message[], states: Map<string, TaskState>) {
  const reads: number[] = [];
  return {
    reads,
    sessions: {
      async conversation(_id: string, through: number, after = 0) {
        reads.push(after);
        return messages
          .filter(({ turn }) => turn > after && turn <= through)
          .sort((a, b) => a.turn - b.turn || a.position - b.position);
      },
    },
    invocations: {
      async get(id: string) {
        const state = states.get(id);
        return state && ({ id, state } as Invocation);
      },
    },
  };
}

const asks = (turn: number, id: string) => [
  makeMessage({ turn, position: 0, role: "user" }),
  makeMessage({ turn, position: 1, role: "assistant", toolCalls: [callOf(id)] }),
];
const callOf = (id: string) => ({ id, toolId: null, name: "slow", input: {} });
const plain = (turn: number) => [makeMessage({ turn, position: 0, role: "user" })];

test("F33: a result that comes ten turns late is in the conversation of every server", async () => {
  const messages = asks(1, "inv_slow");
  const states = new Map<string, TaskState>([["inv_slow", "in_progress"]]);
  const here = stored(messages, states);
  const cached = createConversations(here);
  for (let turn = 2; turn <= 11; turn++) {
    messages.push(...plain(turn));
    await cached.load({ id: SESSION, turn });
  }
  messages.push(makeMessage({ turn: 1, position: 2, role: "tool", invocationId: "inv_slow" }));
  states.set("inv_slow", "completed");
  const fresh = createConversations(stored(messages, states));
  const at = { id: SESSION, turn: 11 };
  const both = await Promise.all([cached.load(at), fresh.load(at)]);
  expect(both[0]).toEqual(both[1]);
  expect(both[0].some(({ role }) => role === "tool")).toBe(true);
});

test.each([["cancelled", "failed"] as const, ["never made", undefined] as const])(
  "a call that was %s does not hold the cache back",
  async (_what, state) => {
    const messages = asks(1, "inv_1");
    const store = stored(messages, new Map(state && [["inv_1", state]]));
    const conversations = createConversations(store);
    for (let turn = 2; turn <= 6; turn++) {
      messages.push(...plain(turn));
      await conversations.load({ id: SESSION, turn });
    }
    expect(store.reads.at(-1)).toBe(4);
  },
);
