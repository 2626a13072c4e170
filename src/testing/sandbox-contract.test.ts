import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Duplex, type Readable, type Writable } from "node:stream";
import { onTestFinished } from "vitest";
import { type JsonValue, parseJson } from "../base/json.ts";
import {
  IPC_DESCRIPTOR,
  type ProcessEnd,
  type ProcessSpec,
  type Sandbox,
  type SandboxProcess,
} from "../ports/sandbox.ts";
import { createChannel } from "./channel.ts";
import { SANDBOX_PROGRAMS } from "./sandbox-contract/programs.ts";
import { sandboxContract } from "./sandbox-contract.ts";

// Real processes without isolation: the contract is about processes, and not about the fake.
sandboxContract("a plain child process", {
  makeSandbox: (): Sandbox => ({ enforcement: "off", spawn: startChild }),
  argv: (program) => [process.execPath, "-e", SANDBOX_PROGRAMS[program].script],
  async makeFolder() {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "capstan-sandbox-")));
    onTestFinished(() => rm(folder, { recursive: true }));
    return folder;
  },
  readFile: (path) => readFile(path, "utf8").catch(() => undefined),
  writeFile: (path, text) => writeFile(path, text),
  cannot: {
    mounts: "a plain process sees the host's files as they are",
    network: "a plain process has the host's network",
  },
});

async function startChild(spec: ProcessSpec): Promise<SandboxProcess> {
  spec.signal.throwIfAborted();
  const [command, ...args] = spec.argv;
  const child: ChildProcess = spawn(command, args, {
    cwd: spec.cwd,
    env: spec.env,
    detached: true,
    stdio: ["pipe", "pipe", "pipe", spec.ipc ? "pipe" : "ignore"],
  });
  await once(child, "spawn");
  const { stdin: input, stdout: out, stderr: err } = child;
  const channel = child.stdio[IPC_DESCRIPTOR];
  if (!input || !out || !err) throw new Error("A child without streams.");
  for (const stream of [input, channel]) stream?.on("error", () => {});

  const life = watch(child, spec);
  const [stdout, stderr] = [keep(out, spec, life.heard), keep(err, spec, life.heard)];
  if (spec.stdin !== "open") input.end(spec.stdin === "none" ? undefined : spec.stdin);

  return {
    stdout: stdout.kept,
    stderr: stderr.kept,
    stdin:
      spec.stdin === "open"
        ? { write: (bytes) => written(input, bytes), end: () => void input.end() }
        : null,
    ipc:
      channel instanceof Duplex
        ? {
            send: (message) => written(channel, `${JSON.stringify(message)}\n`),
            messages: receive(channel, spec, life),
          }
        : null,
    end: life.end.then((end) => ({ ...end, truncated: stdout.truncated() || stderr.truncated() })),
  };
}

/** Kills the whole group at a limit, when cancelled, and when its first process has ended. */
function watch(child: ChildProcess, { limits, signal }: ProcessSpec) {
  let timedOut = false;
  const kill = () => {
    try {
      process.kill(-Number(child.pid), "SIGKILL");
    } catch {}
  };
  const expire = () => {
    timedOut = true;
    kill();
  };
  const timer = (ms: number | null) => (ms === null ? undefined : setTimeout(expire, ms));
  const wall = timer(limits.wallMs);
  let idle = timer(limits.idleMs);
  signal.addEventListener("abort", kill);
  child.once("exit", () => {
    clearTimeout(wall);
    clearTimeout(idle);
    signal.removeEventListener("abort", kill);
    kill();
  });
  const end = once(child, "close").then(
    ([exitCode, by]): Omit<ProcessEnd, "truncated"> => ({ exitCode, signal: by, timedOut }),
  );
  const heard = () => {
    clearTimeout(idle);
    if (child.exitCode === null && child.signalCode === null) idle = timer(limits.idleMs);
  };
  return { kill, heard, end };
}

function keep(stream: Readable, { limits }: ProcessSpec, heard: () => void) {
  const kept = createChannel<Uint8Array>();
  let seen = 0;
  stream.on("data", (chunk: Buffer) => {
    heard();
    const room = limits.outputBytes - seen;
    if (room > 0) kept.push(chunk.subarray(0, room));
    seen += chunk.length;
  });
  stream.on("close", () => kept.end());
  return { kept, truncated: () => seen > limits.outputBytes };
}

function receive(channel: Duplex, { limits }: ProcessSpec, life: ReturnType<typeof watch>) {
  const messages = createChannel<JsonValue>();
  const lines = createInterface(channel);
  lines.on("line", (line) => {
    life.heard();
    try {
      if (line.length > limits.outputBytes) throw new Error("Line too long.");
      messages.push(parseJson(line));
    } catch (cause) {
      messages.end(new Error("The process sent what is no message.", { cause }));
      life.kill();
    }
  });
  lines.on("close", () => messages.end());
  return messages;
}

/** What a process does not read is lost: the callback comes with an error then, or without. */
function written(stream: Writable, bytes: Uint8Array | string): Promise<void> {
  return new Promise((resolve) => stream.write(bytes, () => resolve()));
}
