import { setTimeout as sleep } from "node:timers/promises";
import { createChannel } from "../base/channel.ts";
import { type JsonValue, parseJson } from "../base/json.ts";
import type { ProcessSpec, SandboxProcess } from "../sandbox/sandbox.ts";
import { type FakeFiles, type HostFiles, mountFiles } from "./fake-files.ts";
import { createFakeLifetime, type FakeLifetime } from "./fake-lifetime.ts";

/** Answers its exit code. One that throws ends with 1 and says why on stderr. */
export type FakeProgram = (process: FakeProcess) => number | Promise<number>;

/** What a program can do. Once the process is gone, everything here throws. */
export interface FakeProcess {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly files: FakeFiles;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly ipc: { readonly messages: AsyncIterable<JsonValue>; write(line: string): void };
  writeOut(text: string): void;
  writeErr(text: string): void;
  sleep(ms: number): Promise<void>;
  /** Reaches the host's network, or throws. */
  connect(): void;
  kill(signal: NodeJS.Signals): void;
}

export function startFakeProcess(
  program: FakeProgram,
  spec: ProcessSpec,
  host: HostFiles,
): SandboxProcess {
  const life = createFakeLifetime(spec);
  const stdin = createChannel<Uint8Array>();
  const stdout = createOutput(life, spec.limits.outputBytes);
  const stderr = createOutput(life, spec.limits.outputBytes);
  const inbox = createChannel<JsonValue>();
  const outbox = createChannel<JsonValue>();
  life.gone.addEventListener("abort", () => {
    for (const channel of [stdout.channel, stderr.channel, outbox]) channel.end();
    for (const channel of [stdin, inbox]) channel.end(life.gone.reason);
  });

  if (spec.stdin instanceof Uint8Array) stdin.push(spec.stdin);
  if (spec.stdin !== "open") stdin.end();

  const process: FakeProcess = {
    args: spec.argv.slice(1),
    cwd: spec.cwd,
    env: spec.env,
    files: whileAlive(life, mountFiles(host, spec.mounts, spec.cwd)),
    stdin,
    ipc: {
      messages: inbox,
      write(line) {
        life.heard();
        try {
          if (Buffer.byteLength(line) > spec.limits.outputBytes) throw new Error("Line too long.");
          outbox.push(parseJson(line));
        } catch (cause) {
          outbox.end(new Error("The process sent what is no message.", { cause }));
          life.kill("SIGKILL");
        }
      },
    },
    writeOut: stdout.write,
    writeErr: stderr.write,
    sleep: (ms) => sleep(ms, undefined, { signal: life.gone }),
    connect() {
      life.gone.throwIfAborted();
      if (spec.network === "none") throw new Error("connect ENETUNREACH");
    },
    kill: life.kill,
  };
  run(program, process).then(life.exit);

  return {
    stdout: stdout.channel,
    stderr: stderr.channel,
    stdin: spec.stdin === "open" ? { write: async (b) => stdin.push(b), end: stdin.end } : null,
    ipc: spec.ipc ? { send: async (value) => inbox.push(value), messages: outbox } : null,
    end: life.death.then((death) => ({
      ...death,
      truncated: stdout.truncated || stderr.truncated,
    })),
  };
}

async function run(program: FakeProgram, process: FakeProcess): Promise<number> {
  try {
    return await program(process);
  } catch (error) {
    // Also what a killed program meets: by then nobody hears it.
    try {
      process.writeErr(`${error}\n`);
    } catch {}
    return 1;
  }
}

function createOutput(life: FakeLifetime, limit: number) {
  const channel = createChannel<Uint8Array>();
  let room = limit;
  let truncated = false;
  return {
    channel,
    get truncated() {
      return truncated;
    },
    write(text: string): void {
      life.heard();
      const bytes = Buffer.from(text);
      truncated ||= bytes.length > room;
      if (room > 0) channel.push(bytes.subarray(0, room));
      room = Math.max(0, room - bytes.length);
    },
  };
}

function whileAlive(life: FakeLifetime, files: FakeFiles): FakeFiles {
  return {
    read(path) {
      life.gone.throwIfAborted();
      return files.read(path);
    },
    write(path, text) {
      life.gone.throwIfAborted();
      files.write(path, text);
    },
  };
}
