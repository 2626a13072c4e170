import type { Duplex, Readable, Writable } from "node:stream";
import { createChannel } from "../../base/channel.ts";
import { CapstanError } from "../../base/errors.ts";
import { type JsonValue, parseJson } from "../../base/json.ts";
import { createLineSplitter } from "../../base/split-lines.ts";
import type { ProcessInput, ProcessIpc } from "../sandbox.ts";

/** What a process writes on one stream, up to a limit. It never waits for its reader. */
export function keepOutput(stream: Readable, limit: number, heard: () => void) {
  const kept = createChannel<Uint8Array>();
  let seen = 0;
  stream.on("data", (chunk: Buffer) => {
    heard();
    const room = limit - seen;
    if (room > 0) kept.push(chunk.subarray(0, room));
    seen += chunk.length;
  });
  stream.on("error", () => {});
  stream.on("close", () => kept.end());
  return { kept, isTruncated: () => seen > limit };
}

/**
 * One JSON value a line, both ways. What is no message ends the process, and so does one that sends more
 * than anybody has read: twice the longest line may wait.
 */
export function openIpc(
  stream: Duplex,
  { maxLine, heard, kill }: { maxLine: number; heard: () => void; kill: () => void },
): ProcessIpc {
  const messages = createChannel<{ readonly value: JsonValue; readonly size: number }>();
  const split = createLineSplitter(maxLine);
  let unread = 0;
  stream.on("data", (chunk: Buffer) => {
    heard();
    try {
      for (const line of split(chunk)) {
        messages.push({ value: parseJson(line), size: line.length });
        unread += line.length;
      }
      if (unread > 2 * maxLine) throw new Error("It sent more than was read.");
    } catch (error) {
      messages.end(whyRefused(error));
      // Paused, it would still have something to read: then it never closes, and its process is never over.
      stream.destroy();
      kill();
    }
  });
  stream.on("error", () => {});
  stream.on("close", () => messages.end());
  async function* read() {
    for await (const { value, size } of messages) {
      unread -= size;
      yield value;
    }
  }
  return { send: (message) => written(stream, `${JSON.stringify(message)}\n`), messages: read() };
}

function whyRefused(error: unknown): Error {
  if (!(error instanceof CapstanError)) return error as Error;
  return new Error(`It sent what is no message. ${error.message}`, { cause: error });
}

export function openInput(stream: Writable): ProcessInput {
  return { write: (bytes) => written(stream, bytes), end: () => void stream.end() };
}

/** What a process does not read is lost: the callback comes with an error then, or without. */
function written(stream: Writable, bytes: Uint8Array | string): Promise<void> {
  return new Promise((resolve) => stream.write(bytes, () => resolve()));
}
