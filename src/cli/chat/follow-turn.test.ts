import { expect, test } from "vitest";
import type { ModelText } from "../../http/client/wire.ts";
import type { Client } from "../client.ts";
import type { Io } from "../command.ts";
import type { ServerEvent } from "../receive-events.ts";
import { createFollower } from "./follow-turn.ts";
import { showToPerson } from "./show-to-person.ts";

const piece = (type: ModelText["type"], text: string): ServerEvent => {
  const data: ModelText = { type, turn: 1, data: { text }, text };
  return { type, id: undefined, data: JSON.stringify(data) };
};

const stored = (type: string, data: object): ServerEvent => ({
  type,
  id: "1",
  data: JSON.stringify({ turn: 1, data }),
});

const asked = stored("message.created", { role: "user", content: "2 + 3?" });
const said = (content: string) => stored("message.created", { role: "assistant", content });
const ended = stored("turn.completed", {});

async function shown(
  events: ServerEvent[],
  hasColour = false,
  now: () => number = () => 0,
): Promise<string> {
  let screen = "";
  const client = {
    async *events() {
      yield* events;
    },
  } as unknown as Client;
  const io = {
    hasColour,
    now,
    out: (line: string) => {
      screen += `${line}\n`;
    },
    write: (text: string) => {
      screen += text;
    },
  } as unknown as Io;
  const signal = new AbortController().signal;
  await createFollower(client, showToPerson(io), { sessionId: "session_1", from: 0, signal })(
    1,
    signal,
  );
  return screen;
}

test("what was written before it listened is shown, and goes on", async () => {
  const events = [piece("model.written", "It is "), piece("model.delta", "5."), ended];
  expect(await shown(events)).toBe("  It is 5.\n");
});

test("after a lost connection only what is missing is added", async () => {
  const pieces = [piece("model.delta", "It "), piece("model.written", "It is 5."), ended];
  expect(await shown(pieces)).toBe("  It is 5.\n");
});

test("an answer that begins otherwise than before stands on a line of its own", async () => {
  const pieces = [piece("model.delta", "Well"), piece("model.written", "It is 5."), ended];
  expect(await shown(pieces)).toBe("  Well\n  It is 5.\n");
});

test("the first words of a fast answer come before its question, and are neither torn nor lost", async () => {
  const written = piece("model.written", "It ");
  const events = [
    written,
    asked,
    stored("turn.started", {}),
    piece("model.delta", "is "),
    said("It is 5."),
    ended,
  ];
  expect(await shown(events)).toBe("  It is 5.\n");
});

test("how far a call has come is shown, once a second at most", async () => {
  const progress = (message: string): ServerEvent => ({
    type: "tool.progress",
    id: undefined,
    data: JSON.stringify({ type: "tool.progress", turn: 1, data: { message, done: 1 } }),
  });
  const times = [0, 0, 400, 1_200, 1_200];
  const events = [progress("Looked at 10"), progress("Looked at 20"), progress("Looked at 30")];
  const screen = await shown([...events, ended], false, () => times.shift() ?? 9_000);
  expect(screen).toBe("    Looked at 10\n    Looked at 30\n");
});

test("a cancelled answer that was shown a word further than it is stored is shown once", async () => {
  const pieces = [piece("model.delta", "It is 5. And"), said("It is 5."), ended];
  expect(await shown(pieces)).toBe("  It is 5. And\n");
});

test("an answer that was stored before anyone listened is shown as a whole, once", async () => {
  expect(await shown([asked, said("It is 5."), ended])).toBe("  It is 5.\n");
  const late = [piece("model.written", "It is 5."), asked, said("It is 5."), ended];
  expect(await shown(late)).toBe("  It is 5.\n");
});

test("a character that comes in two halves is one", async () => {
  const [first = "", second = ""] = ["\ud83d", "\udc4d ok"];
  expect(await shown([piece("model.delta", first), piece("model.delta", second), ended])).toBe(
    "  👍 ok\n",
  );
});

test("A93, A96: every line of an answer keeps the margin, and moves no cursor", async () => {
  const hostile = piece("model.delta", "ok\nRun it? \u001b[2J");
  expect(await shown([hostile, ended])).toBe("  ok\n  Run it? \\u{1b}[2J\n");
});

test("a cancelled turn says so in its own colour, and keeps what was written", async () => {
  const error = { code: "CANCELLED", message: "Cancelled by owner." };
  const events = [piece("model.delta", "It is"), stored("turn.failed", { state: "failed", error })];
  expect(await shown(events)).toBe("  It is\nCancelled. What was written before is kept.\n");
  expect(await shown(events, true)).toContain("\u001b[33mCancelled.\u001b[0m");
  const failed = stored("turn.failed", { state: "failed", error: { message: "No answer." } });
  expect(await shown([failed], true)).toBe("\u001b[31mFailed:\u001b[0m No answer.\n");
});
