import type { Readable } from "node:stream";
import { isJsonObject, type JsonValue, parseJson } from "../../base/json.ts";
import { createLineSplitter } from "../../base/split-lines.ts";
import { type KnownProcess, knownProcess } from "./when-gone.ts";

const MAX_LINE = 10_000;

/** What bubblewrap says of itself: the first process of the namespace, and whether the program ran. */
export function readStatus(stream: Readable) {
  const init = Promise.withResolvers<KnownProcess | undefined>();
  let ran = false;
  const split = createLineSplitter(MAX_LINE);
  stream.on("data", (chunk: Buffer) => {
    for (const line of split(chunk)) read(parseJson(line));
  });
  stream.on("close", () => init.resolve(undefined));

  function read(said: JsonValue): void {
    if (!isJsonObject(said)) return;
    if (typeof said["child-pid"] === "number") init.resolve(knownProcess(said["child-pid"]));
    // Said only of a program that was started: not when its box could not be made.
    if (typeof said["exit-code"] === "number") ran = true;
  }

  return { init: init.promise, ran: () => ran };
}
