import type { ChildProcess } from "node:child_process";
import { constants } from "node:os";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { CapstanError } from "../../base/errors.ts";
import type { HostProxy } from "../host-proxy.ts";
import { FIRST_EXTRA_DESCRIPTOR, type Kill } from "../process/launch.ts";
import { startProcess } from "../process/start-process.ts";
import type { ProcessEnd, ProcessSpec, Sandbox, SandboxProcess } from "../sandbox.ts";
import { boxArguments, MEMORY_FOLDERS } from "./box-arguments.ts";
import { hasItsMounts } from "./check-mounts.ts";
import { countByKernel } from "./count-by-kernel.ts";
import { findInBox } from "./find-in-box.ts";
import { openWay } from "./open-way.ts";
import { readStatus } from "./read-status.ts";
import { limitArguments } from "./resource-limits.ts";
import { makeScratch } from "./scratch.ts";
import { writeSeccompFilter } from "./seccomp-filter.ts";
import { gateArguments, openGate } from "./start-gate.ts";
import type { Processor } from "./system-calls.ts";
import { readSystemView } from "./system-view.ts";
import { watchSize } from "./watch-size.ts";
import { whenGone } from "./when-gone.ts";

export type BubblewrapOptions = {
  /** The path of `bwrap`. */
  readonly bubblewrap: string;
  readonly processor: Processor;
  /** The way to the hosts that a process was given. */
  readonly proxy: HostProxy;
  /** Our own Node, and the program that leads from a box to the proxy. */
  readonly node: string;
  readonly forwarder: string;
};

/**
 * Runs each process in namespaces of its own, made of what it was given: no other file, no other
 * process, no network, no capability, and no system call that could change that.
 */
export function createBubblewrapSandbox(options: BubblewrapOptions): Sandbox {
  const view = readSystemView();
  const filters = {
    closed: writeSeccompFilter(options.processor, { unixSockets: false }),
    withProxy: writeSeccompFilter(options.processor, { unixSockets: true }),
  };

  async function spawn(spec: ProcessSpec): Promise<SandboxProcess> {
    spec.signal.throwIfAborted();
    const program = findInBox(spec.argv[0], { ...spec, view });
    if (program === undefined) throw noSuchProgram(spec.argv[0]);
    const scratch = await makeScratch(spec.mounts);
    const way = await openWay(spec.network, options).catch(async (error) => {
      await scratch.remove();
      throw error;
    });
    const clean = () => Promise.all([scratch.remove(), way?.close()]);
    try {
      const box = boxArguments(
        {
          cwd: spec.cwd,
          network: spec.network,
          env: { ...spec.env, ...way?.env },
          mounts: [...scratch.mounts, ...(way?.mounts ?? [])],
        },
        view,
        { seccomp: SECCOMP, status: STATUS, written: WRITTEN },
      );
      const process = await startProcess(
        {
          argv: [
            options.bubblewrap,
            ...["--args", String(ARGUMENTS), "--"],
            ...gateArguments(GATE),
            ...limitArguments(spec.limits),
            ...(way?.argv ?? []),
            ...[program, ...spec.argv.slice(1)],
          ],
          // Bubblewrap's own environment can be read in the box, as that of its process 1.
          env: {},
          extra: [
            Buffer.from(`${box.join("\0")}\0`),
            way ? filters.withProxy : filters.closed,
            "written",
            "written",
            ...[...view.written.values()].map((text) => Buffer.from(text)),
          ],
          attend: (child, kill) => attendBox(child, kill, spec),
        },
        spec,
      );
      return {
        ...process,
        end: process.end.then(async (end) => {
          await clean().catch(() => {});
          return end;
        }),
      };
    } catch (error) {
      await clean();
      throw error;
    }
  }

  function attendBox(child: ChildProcess, kill: Kill, { limits, mounts }: ProcessSpec) {
    const status = readStatus(child.stdio[STATUS] as Readable);
    // Done while the box is made, and before the program is let through the gate.
    const counted = status.init.then((init) => init && countByKernel(init.pid, limits.processes));
    let refusal: string | undefined;
    /** A program that cannot fork may end by itself, before the watch has seen how many there are. */
    let wasRefused = false;
    const gate = openGate(child.stdio[GATE], counted, async () => {
      if (!mounts.some(({ identity }) => identity)) return true;
      const init = await status.init;
      if (init && (await hasItsMounts(init.pid, mounts))) return true;
      refusal = "A folder of its access was replaced.";
      kill();
      return false;
    });
    let complaint = "";
    child.stderr?.once("data", (chunk: Buffer) => {
      complaint = chunk.toString("utf8", 0, 500).trim();
    });
    const size = watchSize({
      init: status.init,
      limits,
      inMemory: MEMORY_FOLDERS.filter((folder) => !mounts.some(({ target }) => target === folder)),
      onExceeded: (exceeded) => kill({ exceeded }),
    });
    child.once("exit", size.stop);
    return {
      // Killing it ends the namespace's first process, and that ends everything in it. Before it has
      // started that process, and told us which it is, it would leave it behind: it has a moment.
      kill() {
        gate.close();
        const told = Promise.race([status.init, sleep(MAKING_MS, undefined, { ref: false })]);
        void told.then(() => child.kill("SIGKILL"));
      },
      async gone() {
        await whenGone(await status.init);
        const group = await counted;
        wasRefused = (await group?.hasRefused()) ?? false;
        void group?.remove();
      },
      explain(exitCode: number | null, signal: NodeJS.Signals | null) {
        if (refusal !== undefined) return { notStarted: refusal };
        if (!status.ran() && signal === null) return { notStarted: complaint };
        return { ...explainEnd(exitCode), ...(wasRefused && { exceeded: "processes" as const }) };
      },
    };
  }

  return { enforcement: "bubblewrap", spawn };
}

/** What bubblewrap finds where: its arguments, the filter, what it tells us, the gate, our files. */
const ARGUMENTS = FIRST_EXTRA_DESCRIPTOR;
const SECCOMP = ARGUMENTS + 1;
const STATUS = ARGUMENTS + 2;
const GATE = ARGUMENTS + 3;
const WRITTEN = ARGUMENTS + 4;

/** A box is begun within a few milliseconds; on a busy machine it takes longer. */
const MAKING_MS = 400;

/**
 * Bubblewrap ends with 128 and the signal's number when a signal ended the program, as shells do:
 * one that exits with such a code of its own cannot be told from it.
 */
function explainEnd(exitCode: number | null): Partial<ProcessEnd> {
  const signal = SIGNALS.get((exitCode ?? 0) - 128);
  return signal === undefined ? {} : { exitCode: null, signal };
}

const SIGNALS = new Map(
  Object.entries(constants.signals).map(([name, number]) => [number, name as NodeJS.Signals]),
);

function noSuchProgram(name: string): CapstanError {
  return new CapstanError(
    "PROGRAM_MISSING",
    `There is no program "${name}" in the sandbox. Check the spelling, or name it by its whole path.`,
  );
}
