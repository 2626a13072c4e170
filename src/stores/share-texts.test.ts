import { expect, test } from "vitest";
import { makeEvent, makeMessage } from "../testing/fixtures.ts";
import { restoreText, shareTexts } from "./share-texts.ts";

const long = "a text that is long enough to be stored once ".repeat(3);
const message = makeMessage({ content: long, position: 3 });
const data = { message_id: message.id, role: "user", content: long };

function shared(content: string, of: typeof data) {
  const event = makeEvent({ type: "message.created", data: of });
  const [, change] = shareTexts([
    { type: "message.add", message: { ...message, content } },
    { type: "event.add", event },
  ]);
  return change?.type === "event.add" ? change.event.data : undefined;
}

test("a text that a message of the same step has is stored once, and read from there", () => {
  const stored = shared(long, data);
  expect(stored).toEqual({ message_id: message.id, role: "user", said_at: 3 });
  expect(restoreText("message.created", stored ?? {}, long)).toEqual(data);
});

test("a short text, or another one, stays with its event", () => {
  const short = { ...data, content: "yes" };
  expect(shared("yes", short)).toEqual(short);
  expect(shared(long, short)).toEqual(short);
  expect(shared(long, { ...data, message_id: "msg_other" })).toMatchObject({ content: long });
});

test("where the message is gone, so is what it said", () => {
  expect(restoreText("message.created", { message_id: "msg_1", said_at: 0 }, null)).toEqual({
    message_id: "msg_1",
  });
});
