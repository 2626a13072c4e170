import { expect, test } from "vitest";
import type { ModelText } from "../../client/wire.ts";
import type { Client } from "../client.ts";
import type { Io } from "../command.ts";
import type { ServerEvent } from "../receive-events.ts";
import { createFollower } from "./follow-turn.ts";

const piece = (type: ModelText["type"], text: string): ServerEvent => {
  const data: ModelText = { type, turn: 1, data: { text }, text };
  return { type, id: undefined, data: JSON.stringify(data) };
};

const ended: ServerEvent = { type: "turn.completed", id: "9", data: '{"turn":1,"data":{}}' };

async function shown(...events: ServerEvent[]): Promise<string> {
  let screen = "";
  const client = {
    async *events() {
      yield* events;
    },
  } as unknown as Client;
  const io = {
    out: (line: string) => {
      screen += `${line}\n`;
    },
    write: (text: string) => {
      screen += text;
    },
  } as unknown as Io;
  await createFollower(client, io, "session_1", 0)(1);
  return screen;
}

test("what was written before it listened is shown, and goes on", async () => {
  expect(await shown(piece("model.written", "It is "), piece("model.delta", "5."), ended)).toBe(
    "It is 5.\n",
  );
});

test("after a lost connection the whole answer stands on a line of its own", async () => {
  const pieces = [piece("model.delta", "It "), piece("model.written", "It is 5."), ended];
  expect(await shown(...pieces)).toBe("It \nIt is 5.\n");
});
