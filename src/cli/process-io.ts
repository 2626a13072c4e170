import type { Io } from "./command.ts";

export function processIo(): Io {
  let lines: Io["ask"] | undefined;
  return {
    out: (line) => write(process.stdout, line),
    err: (line) => write(process.stderr, line),
    env: process.env,
    isTty: process.stdout.isTTY === true,
    now: () => Date.now(),
    async readStdin() {
      let text = "";
      for await (const chunk of process.stdin.setEncoding("utf8")) text += chunk;
      return text;
    },
    write: (text) => void process.stdout.write(text),
    async ask(question) {
      lines ??= (await import("./type-lines.ts")).typeLines(process.stdin, process.stdout);
      return lines(question);
    },
    async askHidden(question) {
      const { askHidden } = await import("./ask-hidden.ts");
      return askHidden(question, process.stdin, process.stderr);
    },
  };
}

/** A reader that went away (`capstan … | head`) is no error. */
function write(stream: NodeJS.WriteStream, line: string): void {
  if (stream.listenerCount("error") === 0) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
  stream.write(`${line}\n`);
}
