import { spawn } from "node:child_process";
import { once } from "node:events";
import { Duplex, type Readable } from "node:stream";
import { IPC_DESCRIPTOR, type ProcessSpec, type SandboxProcess } from "../sandbox.ts";
import { inheritedDescriptors, nowhereDescriptor } from "./inherited-descriptors.ts";
import { FIRST_EXTRA_DESCRIPTOR, type Launch } from "./launch.ts";
import { keepOutput, openInput, openIpc } from "./process-channels.ts";
import { watchLife } from "./watch-life.ts";

/** Starts a process with its streams, limits of time and cancellation. */
export async function startProcess(launch: Launch, spec: ProcessSpec): Promise<SandboxProcess> {
  spec.signal.throwIfAborted();
  const [command, ...args] = launch.argv;
  const child = spawn(command, args, {
    ...(launch.cwd === undefined ? {} : { cwd: launch.cwd }),
    env: launch.env,
    // A group of its own: Ctrl-C at our terminal is for us.
    detached: true,
    stdio: coverInherited([
      spec.stdin === "none" ? "ignore" : "pipe",
      "pipe",
      "pipe",
      spec.ipc ? "pipe" : "ignore",
      ...launch.extra.map(() => "pipe" as const),
    ]),
  });
  await once(child, "spawn");
  launch.extra.forEach((bytes, index) => {
    const stream = child.stdio[FIRST_EXTRA_DESCRIPTOR + index];
    stream?.on("error", () => {});
    if (bytes !== "written" && stream instanceof Duplex) stream.end(bytes);
  });

  const life = watchLife(child, launch, spec);
  const { outputBytes } = spec.limits;
  const stdout = keepOutput(child.stdout as Readable, outputBytes, life.heard);
  const stderr = keepOutput(child.stderr as Readable, outputBytes, life.heard);
  const channel = child.stdio[IPC_DESCRIPTOR];
  child.stdin?.on("error", () => {});
  if (spec.stdin instanceof Uint8Array) child.stdin?.end(spec.stdin);

  return {
    stdout: stdout.kept,
    stderr: stderr.kept,
    stdin: spec.stdin === "open" && child.stdin ? openInput(child.stdin) : null,
    ipc:
      spec.ipc && channel instanceof Duplex
        ? openIpc(channel, { maxLine: outputBytes, heard: life.heard, kill: life.kill })
        : null,
    end: life.end.then((end) => ({
      ...end,
      truncated: stdout.isTruncated() || stderr.isTruncated(),
    })),
  };
}

/** A process would have, beside what it is given, whatever we were started with: it gets nothing. */
function coverInherited(given: readonly ("pipe" | "ignore")[]): (number | "pipe" | "ignore")[] {
  const inherited = inheritedDescriptors();
  const count = Math.max(given.length, ...inherited.map((descriptor) => descriptor + 1));
  return Array.from({ length: count }, (_, descriptor) => {
    const is = given[descriptor] ?? "ignore";
    return is === "ignore" && inherited.includes(descriptor) ? nowhereDescriptor() : is;
  });
}
