import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Input, readTerminal } from "./read-terminal.ts";
import type { Typist } from "./typist.ts";

const CTRL_C = "\u0003";
const CTRL_D = "\u0004";

let keys: PassThrough;
let shown: string;
let raw: boolean[];
let resize: () => void;
let typist: Typist;

beforeEach(() => {
  keys = new PassThrough();
  shown = "";
  raw = [];
  const output = Object.assign(new EventEmitter(), {
    columns: 80,
    write(text: string) {
      shown += text;
      return true;
    },
  }) as unknown as NodeJS.WritableStream;
  resize = () => void output.emit("resize");
  const input = Object.assign(keys, { setRawMode: (on: boolean) => raw.push(on) });
  typist = readTerminal(input as unknown as Input, output);
});
afterEach(() => typist.close());

const soon = () => new Promise((resolve) => setTimeout(resolve, 5));
async function type(text: string): Promise<void> {
  keys.write(text);
  await soon();
}

describe("a terminal", () => {
  test("gives the line that is typed, and shows it under its question", async () => {
    const line = typist.ask("> ");
    await type("hello\r");
    expect(await line).toEqual({ line: "hello" });
    expect(shown).toContain("> ");
    expect(shown).toContain("hello");
  });

  test("keeps what is typed while nothing is asked, without showing it, for the next question", async () => {
    await type("next ques");
    expect(shown).toBe("");
    const line = typist.ask("> ");
    await type("tion\r");
    expect(await line).toEqual({ line: "next question" });
  });

  test("gives lines that were typed ahead one by one", async () => {
    await type("one\rtwo\r");
    expect(await typist.ask("> ")).toEqual({ line: "one" });
    expect(await typist.ask("> ")).toEqual({ line: "two" });
  });

  test("A96: what was typed before a question is no answer to it, and is not lost either", async () => {
    await type("r\r");
    const answer = typist.ask("Run it? ", { fresh: true });
    await new Promise((resolve) => setTimeout(resolve, 60));
    await type("d\r");
    expect(await answer).toEqual({ line: "d" });
    expect(await typist.ask("> ")).toEqual({ line: "r" });
  });

  test("draws nothing anew when it changes its size while an answer streams in", async () => {
    const line = typist.ask("> ");
    await type("hello\r");
    await line;
    shown = "";
    resize();
    await soon();
    expect(shown).toBe("");
    void typist.ask("> ");
    shown = "";
    resize();
    expect(shown).toContain("> ");
  });

  test("Ctrl+C while nothing is asked is told at once, and takes back what was typed", async () => {
    let told = 0;
    typist.onInterrupt(() => {
      told += 1;
    });
    await type(`rm -rf${CTRL_C}`);
    expect(told).toBe(1);
    // Quick fingers: both in one piece.
    await type(`${CTRL_C}${CTRL_C}`);
    expect(told).toBe(3);
    const line = typist.ask("> ");
    await type("ls\r");
    expect(await line).toEqual({ line: "ls" });
  });

  test("Ctrl+C at a question clears the line, and is an answer when there is none", async () => {
    const line = typist.ask("> ");
    await type(`typo${CTRL_C}`);
    await type("right\r");
    expect(await line).toEqual({ line: "right" });
    const next = typist.ask("> ");
    await type(CTRL_C);
    expect(await next).toBe("interrupted");
  });

  test("Ctrl+D on an empty line ends it, for all that is asked later", async () => {
    const line = typist.ask("> ");
    await type(CTRL_D);
    expect(await line).toBe("ended");
    expect(await typist.ask("> ")).toBe("ended");
  });

  test("what is hidden is neither shown nor remembered", async () => {
    const key = typist.ask("Admin key: ", { hidden: true });
    await type("cap_secret\r");
    expect(await key).toEqual({ line: "cap_secret" });
    const line = typist.ask("> ");
    // The key that brings the last line back.
    await type("\u001b[A\r");
    expect(await line).toEqual({ line: "" });
    expect(shown).not.toContain("cap_secret");
    expect(shown).toContain("Admin key: ");
  });

  test("is raw while it is read, gives itself back, and swallows what is still on its way", async () => {
    const closed = typist.close();
    keys.write("echo for the shell\r");
    await closed;
    expect(raw).toEqual([true, false]);
    expect(keys.readableLength).toBe(0);
  });
});
