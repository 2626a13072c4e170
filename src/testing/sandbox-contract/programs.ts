import { IPC_DESCRIPTOR } from "../../sandbox/sandbox.ts";
import type { FakeProcess, FakeProgram } from "../fake-process.ts";

/** A small program in two forms: for `node -e`, and for the sandbox in memory. */
export type ContractProgram = { readonly script: string; readonly run: FakeProgram };

export const SANDBOX_PROGRAMS = {
  /** Ends with the code in its first argument. */
  exit: {
    script: "process.exitCode = Number(process.argv[1]);",
    run: ({ args }) => Number(args[0]),
  },
  killItself: {
    script: 'process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 1000);',
    run(process) {
      process.kill("SIGTERM");
      return 0;
    },
  },
  print: {
    script: `for (const n of [1, 2, 3]) {
      process.stdout.write("out " + n + "\\n");
      process.stderr.write("err " + n + "\\n");
    }`,
    run(process) {
      for (const n of [1, 2, 3]) {
        process.writeOut(`out ${n}\n`);
        process.writeErr(`err ${n}\n`);
      }
      return 0;
    },
  },
  /** Copies its input to its output. */
  copy: {
    script: "process.stdin.pipe(process.stdout);",
    async run(process) {
      for await (const chunk of process.stdin) process.writeOut(Buffer.from(chunk).toString());
      return 0;
    },
  },
  describeItself: {
    script: "process.stdout.write(JSON.stringify({ cwd: process.cwd(), env: process.env }));",
    run({ cwd, env, writeOut }) {
      writeOut(JSON.stringify({ cwd, env }));
      return 0;
    },
  },
  /** Says that it is there, and nothing any more. */
  wait: {
    script: 'process.stdout.write("ready\\n"); setInterval(() => {}, 1000);',
    async run({ writeOut, sleep }) {
      writeOut("ready\n");
      for (;;) await sleep(1_000);
    },
  },
  /** Says something every tenth of a second, as often as its first argument says. */
  tick: {
    script: `let left = Number(process.argv[1]);
    const timer = setInterval(() => {
      process.stdout.write(".");
      if (--left === 0) clearInterval(timer);
    }, 100);`,
    async run({ args, writeOut, sleep }) {
      for (let left = Number(args[0]); left > 0; left--) {
        await sleep(100);
        writeOut(".");
      }
      return 0;
    },
  },
  /** Writes as many bytes as its first argument says on each stream, and ends with 3. */
  flood: {
    script: `const text = "x".repeat(Number(process.argv[1]));
    process.stdout.write(text);
    process.stderr.write(text);
    process.exitCode = 3;`,
    run({ args, writeOut, writeErr }) {
      const text = "x".repeat(Number(args[0]));
      writeOut(text);
      writeErr(text);
      return 3;
    },
  },
  /** Does not end when it is asked to, and leaves a growing trace in a file. */
  refuseToEnd: {
    script: `process.on("SIGTERM", () => {});
    setInterval(() => require("node:fs").appendFileSync(process.argv[1], "."), 10);`,
    run: leaveTraces,
  },
  /** Starts another program, and ends when that one has left its first trace. */
  startAnother: {
    script: `const { existsSync } = require("node:fs");
    const trace = 'setInterval(() => require("node:fs").appendFileSync(process.argv[1], "."), 10)';
    require("node:child_process").spawn(process.execPath, ["-e", trace, process.argv[1]], {
      stdio: "inherit",
    });
    setInterval(() => existsSync(process.argv[1]) && process.exit(0), 10);`,
    async run(process) {
      leaveTraces(process).catch(() => {});
      await process.sleep(50);
      return 0;
    },
  },
  /** Answers each number with its double, says so on stdout, and ends when it gets null. */
  double: {
    script: `const channel = new (require("node:net").Socket)({ fd: ${IPC_DESCRIPTOR} });
    require("node:readline").createInterface(channel).on("line", (line) => {
      const value = JSON.parse(line);
      if (value === null) return channel.end();
      process.stdout.write("got " + value + "\\n");
      channel.write(JSON.stringify({ double: 2 * value }) + "\\n");
    });`,
    async run({ ipc, writeOut }) {
      for await (const value of ipc.messages) {
        if (value === null) break;
        writeOut(`got ${value}\n`);
        ipc.write(JSON.stringify({ double: 2 * Number(value) }));
      }
      return 0;
    },
  },
  /** Sends the line in its first argument, whatever it is, and waits. */
  sendLine: {
    script: `require("node:fs").writeSync(${IPC_DESCRIPTOR}, process.argv[1] + "\\n");
    setInterval(() => {}, 1000);`,
    async run({ args, ipc, sleep }) {
      ipc.write(args[0] ?? "");
      for (;;) await sleep(1_000);
    },
  },
  /** Reads a file, writes over it, reads it again, and says how each went. */
  useFile: {
    script: `const fs = require("node:fs");
    const tried = (work) => { try { return work() ?? "done"; } catch { return null; } };
    const read = () => tried(() => fs.readFileSync(process.argv[1], "utf8"));
    const write = () => tried(() => fs.writeFileSync(process.argv[1], "changed"));
    process.stdout.write(JSON.stringify([read(), write(), read()]));`,
    run({ args, files, writeOut }) {
      const path = args[0] ?? "";
      const read = () => tried(() => files.read(path));
      const write = () => tried(() => files.write(path, "changed"));
      writeOut(JSON.stringify([read(), write(), read()]));
      return 0;
    },
  },
  /** Connects to the port in its first argument on this machine. */
  connect: {
    script: `const socket = require("node:net").connect(Number(process.argv[1]), "127.0.0.1");
    socket.on("connect", () => { process.stdout.write("connected"); socket.destroy(); });
    socket.on("error", () => process.stdout.write("refused"));`,
    run({ connect, writeOut }) {
      writeOut(tried(connect) === null ? "refused" : "connected");
      return 0;
    },
  },
} satisfies Record<string, ContractProgram>;

async function leaveTraces({ args, files, sleep }: FakeProcess): Promise<number> {
  const path = args[0] ?? "";
  for (let trace = "."; ; trace += ".") {
    files.write(path, trace);
    await sleep(10);
  }
}

function tried<T>(work: () => T): T | "done" | null {
  try {
    return work() ?? "done";
  } catch {
    return null;
  }
}
