import type { Readable } from "node:stream";
import type { Typed } from "../command.ts";
import type { Typist } from "./typist.ts";

/** Line after line of what is piped in. Those that come before they are asked for wait. */
export function readPipe(input: Readable, signals: NodeJS.EventEmitter): Typist {
  const { createInterface } = process.getBuiltinModule("node:readline");
  const reader = createInterface({ input, terminal: false });
  const waiting: string[] = [];
  let asked: ((typed: Typed) => void) | undefined;
  let ended = false;
  reader.on("line", (line) => {
    if (asked) asked({ line });
    else waiting.push(line);
    asked = undefined;
  });
  reader.on("close", () => {
    ended = true;
    asked?.("ended");
  });
  return {
    ask() {
      const line = waiting.shift();
      if (line !== undefined) return Promise.resolve({ line });
      if (ended) return Promise.resolve("ended" as const);
      return new Promise((resolve) => {
        asked = resolve;
      });
    },
    onInterrupt(listener) {
      signals.on("SIGINT", () => {
        if (asked) asked("interrupted");
        else listener();
        asked = undefined;
      });
    },
    async close() {
      reader.close();
      input.destroy();
    },
  };
}
