import { colourWanted } from "./colour-wanted.ts";
import type { Io } from "./command.ts";
import { openTerminal } from "./presence/terminal.ts";
import type { Typist } from "./typing/typist.ts";

export function processIo(): Io {
  const isTty = process.stdout.isTTY === true;
  let opening: Promise<Typist> | undefined;
  const typist = () => {
    opening ??= isTyped()
      ? import("./typing/read-terminal.ts").then(({ readTerminal }) =>
          readTerminal(process.stdin, process.stdout),
        )
      : import("./typing/read-pipe.ts").then(({ readPipe }) => readPipe(process.stdin, process));
    return opening;
  };
  return {
    out: (line) => write(process.stdout, line),
    err: (line) => write(process.stderr, line),
    env: process.env,
    isTty,
    get isTyped() {
      return isTyped();
    },
    hasColour: colourWanted(process.env, isTty),
    get width() {
      // 0 where a terminal has no size.
      return isTty ? process.stdout.columns || undefined : undefined;
    },
    terminal: openTerminal,
    get errWidth() {
      return process.stderr.isTTY === true ? process.stderr.columns || undefined : undefined;
    },
    now: () => Date.now(),
    async readStdin() {
      let text = "";
      for await (const chunk of process.stdin.setEncoding("utf8")) text += chunk;
      return text;
    },
    write: (text) => void process.stdout.write(text),
    ask: async (question, options) => (await typist()).ask(question, options),
    onInterrupt: async (listener) => (await typist()).onInterrupt(listener),
    async close() {
      const typist = await opening;
      opening = undefined;
      await typist?.close();
    },
    async askHidden(question) {
      if (opening) {
        const typed = await (await opening).ask(question, { fresh: true, hidden: true });
        return typeof typed === "string" ? undefined : typed.line;
      }
      const { askHidden } = await import("./ask-hidden.ts");
      return askHidden(question, process.stdin, process.stderr);
    },
  };
}

/** Asked of the system: to open standard input takes longer than most commands. */
function isTyped(): boolean {
  return process.getBuiltinModule("node:tty").isatty(0);
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
