import type { Io } from "./command.ts";

export function processIo(): Io {
  return {
    out: (line) => write(process.stdout, line),
    err: (line) => write(process.stderr, line),
    env: process.env,
    isTty: process.stdout.isTTY === true,
    async readStdin() {
      let text = "";
      for await (const chunk of process.stdin.setEncoding("utf8")) text += chunk;
      return text;
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
