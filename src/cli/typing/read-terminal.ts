import type { Typed } from "../command.ts";
import { muffle, type Output } from "./muffle.ts";
import type { Typist } from "./typist.ts";

const CTRL_C = "\u0003";
const LINE_END = /[\r\n]/;
/** How long what was typed before may still be on its way. */
const DRAIN_MS = 30;

const drained = () => new Promise((resolve) => setTimeout(resolve, DRAIN_MS));

export type Input = NodeJS.ReadableStream & { setRawMode(raw: boolean): unknown };

/**
 * Every key is read as soon as it is typed, and shown when a question stands there for it: an answer
 * that streams in is not torn, and nothing is left for the shell.
 */
export function readTerminal(input: Input, output: Output): Typist {
  const { createInterface } = process.getBuiltinModule("node:readline");
  const { PassThrough } = process.getBuiltinModule("node:stream");
  const keys = Object.assign(new PassThrough(), {
    setRawMode: (raw: boolean) => input.setRawMode(raw),
  });
  const echo = muffle(output);
  const reader = createInterface({ input: keys, output: echo.stream, terminal: true });
  const listeners: (() => void)[] = [];
  let ahead = "";
  let asked: ((typed: Typed) => void) | undefined;
  let isHidden = false;
  let ended = false;

  function answer(typed: Typed): void {
    echo.mute();
    const resolve = asked;
    asked = undefined;
    resolve?.(typed);
  }

  /** Up to the end of the line: what comes after it answers the next question. */
  function pass(text: string): void {
    const end = text.search(LINE_END);
    const line = end === -1 ? text : text.slice(0, end + 1);
    ahead += text.slice(line.length).replace(/^\n/, "");
    keys.write(line);
  }

  function takeAhead(): string {
    const held = ahead;
    ahead = "";
    return held;
  }

  function receive(chunk: unknown): void {
    const text = String(chunk);
    if (asked) {
      pass(text);
      return;
    }
    const [before = "", ...after] = text.split(CTRL_C);
    ahead += before;
    for (const typed of after) {
      // As a terminal does it: Ctrl+C takes back what was typed before it.
      ahead = typed;
      for (const listener of listeners) listener();
    }
  }

  reader.on("line", (line) => {
    if (isHidden) output.write("\n");
    answer({ line });
  });
  reader.on("history", (lines) => {
    if (isHidden) lines.shift();
  });
  reader.on("close", () => {
    ended = true;
    answer("ended");
  });
  reader.on("SIGINT", () => {
    const wasEmpty = reader.line === "";
    reader.write(null, { ctrl: true, name: "e" });
    reader.write(null, { ctrl: true, name: "u" });
    if (!wasEmpty) return;
    output.write("\n");
    answer("interrupted");
  });
  input.setEncoding("utf8");
  input.on("data", receive);
  input.on("end", () => reader.close());

  return {
    async ask(question, { fresh = false, hidden = false } = {}) {
      if (fresh) await drained();
      if (ended) return "ended";
      return new Promise((resolve) => {
        asked = resolve;
        isHidden = hidden;
        if (hidden) output.write(question);
        else echo.unmute();
        reader.setPrompt(question);
        reader.prompt();
        if (!fresh) pass(takeAhead());
      });
    },
    onInterrupt: (listener) => void listeners.push(listener),
    async close() {
      await drained();
      input.removeListener("data", receive);
      reader.close();
      input.pause();
    },
  };
}
