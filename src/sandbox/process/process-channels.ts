import type { Duplex, Readable, Writable } from "node:stream";
import { createChannel } from "../../base/channel.ts";
import { type JsonValue, parseJson } from "../../base/json.ts";
import { createLineSplitter } from "../../base/split-lines.ts";
import type { ProcessInput, ProcessIpc } from "../../ports/sandbox.ts";

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

/** One JSON value a line, both ways. What is no message ends the process. */
export function openIpc(
  stream: Duplex,
  { maxLine, heard, kill }: { maxLine: number; heard: () => void; kill: () => void },
): ProcessIpc {
  const messages = createChannel<JsonValue>();
  const split = createLineSplitter(maxLine);
  stream.on("data", (chunk: Buffer) => {
    heard();
    try {
      for (const line of split(chunk)) messages.push(parseJson(line));
    } catch (cause) {
      messages.end(new Error("The process sent what is no message.", { cause }));
      stream.pause();
      kill();
    }
  });
  stream.on("error", () => {});
  stream.on("close", () => messages.end());
  return { send: (message) => written(stream, `${JSON.stringify(message)}\n`), messages };
}

export function openInput(stream: Writable): ProcessInput {
  return { write: (bytes) => written(stream, bytes), end: () => void stream.end() };
}

/** What a process does not read is lost: the callback comes with an error then, or without. */
function written(stream: Writable, bytes: Uint8Array | string): Promise<void> {
  return new Promise((resolve) => stream.write(bytes, () => resolve()));
}
