import type { Readable, Writable } from "node:stream";

/**
 * Reads line after line, from a person or from a pipe. Lines that come in before they are asked for
 * wait: what is pasted is not lost.
 */
export function typeLines(
  input: Readable & { readonly isTTY?: boolean },
  output: Writable,
): (question: string) => Promise<string | undefined> {
  const { createInterface } = process.getBuiltinModule("node:readline");
  const reader = createInterface({ input, output, terminal: input.isTTY === true });
  const waiting: string[] = [];
  let asked: ((line: string | undefined) => void) | undefined;
  let ended = false;
  reader.on("line", (line) => {
    if (asked) asked(line);
    else waiting.push(line);
    asked = undefined;
  });
  reader.on("close", () => {
    ended = true;
    asked?.(undefined);
  });
  return (question) => {
    const line = waiting.shift();
    if (line !== undefined || ended) return Promise.resolve(line);
    if (input.isTTY) {
      reader.setPrompt(question);
      reader.prompt();
    }
    return new Promise((resolve) => {
      asked = resolve;
    });
  };
}
