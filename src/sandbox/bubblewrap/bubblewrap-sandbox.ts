import type { ChildProcess } from "node:child_process";
import { constants } from "node:os";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { CapstanError } from "../../base/errors.ts";
import type { HostProxy } from "../host-proxy.ts";
import { FIRST_EXTRA_DESCRIPTOR, type Kill } from "../process/launch.ts";
import { startProcess } from "../process/start-process.ts";
import type {
  Exceeded,
  Mount,
  ProcessEnd,
  ProcessSpec,
  Sandbox,
  SandboxProcess,
} from "../sandbox.ts";
import { boxArguments, MEMORY_FOLDERS } from "./box-arguments.ts";
import { hasItsMounts } from "./check-mounts.ts";
import type { Bounds, BoxBounds } from "./create-bounds.ts";
import { enterGroup } from "./enter-group.ts";
import { findInBox } from "./find-in-box.ts";
import { openWay } from "./open-way.ts";
import { readStatus } from "./read-status.ts";
import { limitArguments } from "./resource-limits.ts";
import { makeScratch } from "./scratch.ts";
import { writeSeccompFilter } from "./seccomp-filter.ts";
import { gateArguments, openGate } from "./start-gate.ts";
import type { Processor } from "./system-calls.ts";
import { readSystemView } from "./system-view.ts";
import { exceededIn, watchGroup } from "./watch-group.ts";
import { watchSize } from "./watch-size.ts";
import { whenGone } from "./when-gone.ts";

export type BubblewrapOptions = {
  /** The path of `bwrap`. */
  readonly bubblewrap: string;
  readonly processor: Processor;
  /** What holds its boxes to their limits. */
  readonly bounds: Bounds;
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
  const filters = new Map<string, Buffer>();
  const filterFor = (allowed: { readonly unixSockets: boolean; readonly sharedPages: boolean }) => {
    const name = JSON.stringify(allowed);
    const filter = filters.get(name) ?? writeSeccompFilter(options.processor, allowed);
    filters.set(name, filter);
    return filter;
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
    const bounds = await options.bounds.forBox(spec.limits);
    const clean = () => Promise.all([scratch.remove(), way?.close(), bounds.group?.remove()]);
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
            filterFor({ unixSockets: way !== undefined, sharedPages: bounds.isCounted }),
            "written",
            "written",
            ...[...view.written.values()].map((text) => Buffer.from(text)),
          ],
          attend: (child, kill) => attendBox(child, kill, { spec, bounds }),
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

  function attendBox(
    child: ChildProcess,
    kill: Kill,
    {
      spec: { limits, mounts },
      bounds,
    }: { readonly spec: ProcessSpec; readonly bounds: BoxBounds },
  ) {
    const { group, isCounted, total } = bounds;
    const status = readStatus(child.stdio[STATUS] as Readable);
    let refusal: string | undefined;
    const refuse = (why: string) => {
      refusal = why;
      kill();
      return false;
    };
    // Done while the box is made, and before the program is let through the gate.
    const entered = group ? enterGroup(group, child.pid, status.init) : Promise.resolve(true);
    const gate = openGate(child.stdio[GATE], entered, async () => {
      if (!(await entered)) return refuse("Its limits could not be set. Try again.");
      if (!mounts.some(({ identity }) => identity)) return true;
      const init = await status.init;
      if (init && (await hasItsMounts(init.pid, mounts))) return true;
      return refuse("A folder of its access was replaced.");
    });
    let complaint = "";
    child.stderr?.once("data", (chunk: Buffer) => {
      complaint = chunk.toString("utf8", 0, 500).trim();
    });
    const onExceeded = (exceeded: Exceeded) => kill({ exceeded });
    const watches = [
      ...(group ? [watchGroup(group, limits, onExceeded)] : []),
      ...(isCounted
        ? []
        : [
            watchSize({ init: status.init, limits, inMemory: inMemory(mounts), total, onExceeded }),
          ]),
    ];
    child.once("exit", () => {
      for (const watch of watches) watch.stop();
    });
    /** A program may end by itself before a watch has seen that the kernel has cut it short. */
    let exceeded: Exceeded | undefined;
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
        exceeded = group && exceededIn(group.use(), limits);
      },
      explain(exitCode: number | null, signal: NodeJS.Signals | null) {
        if (refusal !== undefined) return { notStarted: refusal };
        if (!status.ran() && signal === null && !exceeded) return { notStarted: complaint };
        return { ...explainEnd(exitCode), ...(exceeded && { exceeded }) };
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

function inMemory(mounts: readonly Mount[]): readonly string[] {
  return MEMORY_FOLDERS.filter((folder) => !mounts.some(({ target }) => target === folder));
}

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
