import type { ReadStream, WriteStream } from "node:tty";

const [CTRL_C, BACKSPACE, DELETE] = ["\u0003", "\b", "\u007f"];

/** Reads a line from a terminal without an echo. */
export async function askHidden(
  question: string,
  input: ReadStream,
  output: WriteStream,
): Promise<string | undefined> {
  if (!input.isTTY) return undefined;
  output.write(question);
  input.setRawMode(true);
  input.setEncoding("utf8");
  let typed = "";
  try {
    // Kept open: another question may follow.
    for await (const chunk of input.iterator({ destroyOnReturn: false })) {
      for (const character of String(chunk)) {
        if (character === "\r" || character === "\n") return typed;
        if (character === CTRL_C) return undefined;
        typed =
          character === BACKSPACE || character === DELETE ? typed.slice(0, -1) : typed + character;
      }
    }
    return typed;
  } finally {
    input.setRawMode(false);
    input.pause();
    output.write("\n");
  }
}
