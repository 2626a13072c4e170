import type { Exceeded, ProcessLimits } from "../sandbox.ts";
import type { CanaryPlan } from "./canary-plans.ts";

const MEGABYTE = 1024 ** 2;
/** Little more than Node needs by itself. */
const MEMORY = 128 * MEGABYTE;

export type LimitCanary = CanaryPlan & {
  readonly limits: Partial<ProcessLimits>;
  /** How the box says that it was ended at the limit. */
  readonly exceeded: Exceeded;
};

/** What each program begins with. It holds what it could get for long enough to be seen. */
const START = `
const fs = require("node:fs");
const { spawn, spawnSync } = require("node:child_process");
const given = JSON.parse(process.argv[1]);
const tell = (did) => fs.writeSync(1, "did: " + did + "\\n");
const end = (did) => setTimeout(() => { tell(did); process.kill(process.pid, "SIGTERM"); }, 400);
const LIMIT = ${MEMORY};
const bytes = Buffer.alloc(65536, 1);
const fill = (put) => {
  let total = 0;
  try { for (;;) total += put(); } catch { return total; }
};
const children = [];
`;

const memory = { limits: { memoryBytes: MEMORY }, exceeded: "memory" } as const;

export const LIMIT_CANARIES: readonly LimitCanary[] = [
  {
    ...memory,
    name: "memory: heap",
    held: "a program has no more memory than it may",
    broken: "A program had more memory than it may.",
    program: `${START}
const kept = [];
while (kept.length < 48) kept.push(Buffer.alloc(8 << 20, 1));
end(true);`,
  },
  {
    ...memory,
    name: "memory: sockets",
    held: "what waits in sockets is memory of the program",
    broken: "Sockets held more memory than a program may have.",
    program: `${START}
let total = 0;
for (let n = 0; n < 18; n++) {
  const child = spawn("/bin/sleep", ["20"], { stdio: Array(100).fill("pipe") });
  child.on("error", () => {});
  for (const stream of child.stdio) {
    const socket = stream && stream._handle && stream._handle.fd;
    if (socket > 2) total += fill(() => fs.writeSync(socket, bytes));
  }
}
end(total > LIMIT);`,
  },
  {
    ...memory,
    name: "memory: pipes",
    held: "what waits in pipes is memory of the program",
    broken: "Pipes held more memory than a program may have.",
    program: `${START}
const names = Array.from({ length: 3000 }, (_, index) => given.granted + "/pipe" + index);
spawnSync("/usr/bin/mkfifo", names);
const flags = fs.constants.O_RDWR | fs.constants.O_NONBLOCK;
let total = 0;
for (const name of names) {
  try {
    const pipe = fs.openSync(name, flags);
    total += fill(() => fs.writeSync(pipe, bytes));
  } catch {}
}
end(total > LIMIT);`,
  },
  {
    ...memory,
    name: "memory: files",
    held: "files of the sandbox itself are memory of the program",
    broken: "Files of the sandbox held more memory than a program may have.",
    program: `${START}
let total = 0;
for (const place of ["/tmp", "/home/user", "/dev/shm"]) {
  try {
    const file = fs.openSync(place + "/canary-" + given.secret, "wx");
    fs.unlinkSync(place + "/canary-" + given.secret);
    total += fill(() => {
      if (total + fs.fstatSync(file).size > 2 * LIMIT) throw new Error("enough");
      return fs.writeSync(file, bytes);
    });
  } catch {}
}
end(total > LIMIT);`,
  },
  {
    name: "descriptors",
    held: "a program opens no more files than it may",
    broken: "A program opened more files than it may.",
    limits: { descriptors: 200 },
    exceeded: "memory",
    program: `${START}
let count = 0;
try { for (; count < 1000; count++) fs.openSync("/usr"); } catch {}
tell(count > 200);`,
  },
  {
    name: "processes",
    held: "a program starts no more processes than it may",
    broken: "A program started more processes than it may.",
    limits: { processes: 40 },
    exceeded: "processes",
    program: `${START}
let count = 0;
for (let n = 0; n < 120; n++) {
  const child = spawn("/bin/sleep", ["20"], { stdio: "ignore" });
  child.on("error", () => {});
  if (child.pid) count++;
}
end(count > 60);`,
  },
  {
    name: "processor time",
    held: "a program has no more processor time than it may",
    broken: "A program had more processor time than it may.",
    limits: { cpuS: 1 },
    exceeded: "cpu",
    program: `${START}
while (process.cpuUsage().user + process.cpuUsage().system < 2.5e6);
tell(true);`,
  },
];
