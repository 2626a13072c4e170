import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { hostEnvironment } from "../../../base/host-environment.ts";
import type { BoxGroup } from "./box-group.ts";
import type { Groups } from "./open-groups.ts";

const MEGABYTE = 1024 ** 2;
const ROOM = { memoryBytes: 1024 * MEGABYTE, processes: 64 };
const PATIENCE_MS = 10_000;
/** The least part of what was filled that must be seen: the kernel counts in steps. */
const PART = 0.6;
const KINDS = 3;

/**
 * Fills buffers that belong to the kernel: of sockets on this machine, of connections, of pipes. Says
 * after each how many bytes lie in them, and waits for a line.
 */
const PROGRAM = `
const fs = require("node:fs"), net = require("node:net");
const [folder] = process.argv.slice(1);
const bytes = Buffer.alloc(4 << 20, 1);
const steps = [
  // Everything that the program itself needs is there before the first is filled.
  async () => bytes.length,
  () => fill({ path: folder + "/socket" }, 20),
  () => fill({ host: "127.0.0.1", port: 0 }, 4),
  async () => {
    require("node:child_process").spawnSync("mkfifo", names);
    return names.reduce((sum, name) => {
      const pipe = fs.openSync(name, fs.constants.O_RDWR | fs.constants.O_NONBLOCK);
      try { return sum + fs.writeSync(pipe, bytes); } catch { return sum; }
    }, 0);
  },
];
const names = Array.from({ length: 64 }, (_, index) => folder + "/pipe" + index);
const kept = [];
async function fill(where, times) {
  const server = net.createServer({ pauseOnConnect: true }, (it) => kept.push(it));
  await new Promise((done) => server.listen(where, done));
  const to = where.path ? where : { ...where, port: server.address().port };
  let sum = 0;
  for (let index = 0; index < times; index++) {
    const socket = net.connect(to);
    await new Promise((done) => socket.once("connect", done));
    kept.push(socket);
    let sent = 0;
    try { sent = fs.writeSync(socket._handle.fd, bytes); } catch {}
    sum += sent;
  }
  return sum;
}
async function next() {
  const step = steps.shift();
  process.stdout.write((step ? await step() : "") + "\\n");
}
process.stdin.on("data", () => void next());
`;

/**
 * Whether the memory that the kernel holds for a program counts as the program's, tried out on this
 * machine: some kernels count it, some do not, and some can be told not to.
 */
export async function countsKernelMemory(groups: Groups, node: string): Promise<boolean> {
  if (!groups.forms.has("memory")) return false;
  const group = await groups.make(ROOM);
  if (group === undefined) return false;
  const folder = await mkdtemp(join(tmpdir(), "capstan-proof-"));
  const child = spawn(node, ["-e", PROGRAM, folder], {
    env: hostEnvironment("proof", { PATH: "/usr/bin:/bin" }),
    stdio: ["pipe", "pipe", "ignore"],
    timeout: PATIENCE_MS,
    killSignal: "SIGKILL",
  });
  const exited = once(child, "exit").catch(() => {});
  child.stdin.on("error", () => {});
  try {
    if (child.pid === undefined) return false;
    await group.enter([child.pid]);
    return await allSeen(group, () => {
      child.stdin.write("\n");
      return lineOf(child.stdout);
    });
  } catch {
    return false;
  } finally {
    child.kill("SIGKILL");
    await exited;
    await Promise.all([group.remove(), rm(folder, { recursive: true, force: true })]);
  }
}

async function allSeen(group: BoxGroup, step: () => Promise<string>): Promise<boolean> {
  await step();
  let before = group.kernelBytes();
  for (let kind = 0; kind < KINDS; kind++) {
    const filled = Number(await step());
    const after = group.kernelBytes();
    if (!(filled >= MEGABYTE) || after - before < PART * filled) return false;
    before = after;
  }
  return true;
}

/** Rejects where the program has ended. */
async function lineOf(stream: Readable): Promise<string> {
  const [chunk] = await Promise.race([
    once(stream, "data"),
    once(stream, "end").then(() => Promise.reject(new Error("It has ended."))),
  ]);
  return String(chunk).trim();
}
