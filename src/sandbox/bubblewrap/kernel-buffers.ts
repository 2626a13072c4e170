import { readFileSync, readlinkSync } from "node:fs";

const PAGE = 4_096;
/** A pipe has sixteen pages, and two of them once its user has more than the system's soft limit. */
const PIPE_BYTES = 16 * PAGE;
const SMALL_PIPE_BYTES = 2 * PAGE;
/** One that each process is given. */
const STANDARD = 3;
/** What was begun when a buffer was nearly full still goes in. */
const OVERSHOOT = 1.5;

export type KernelBuffers = {
  /** The most that the open descriptors and the sockets of a box may hold in buffers. */
  bytes(descriptors: readonly number[]): number;
};

/**
 * Buffers that belong to the kernel: no process's size has them. Nothing tells how full they are, so that
 * each counts as full; a program in a box cannot make one larger than the default.
 */
export function watchKernelBuffers(root: number): KernelBuffers {
  const limits = readLimits();
  const start = tcpPages();
  return {
    bytes(descriptors) {
      const open = descriptors.reduce((sum, it) => sum + Math.max(0, it - STANDARD), 0);
      const pipes = Math.min(open * PIPE_BYTES, limits.pipeBytes) + open * SMALL_PIPE_BYTES;
      const { sockets, connections } = isOwnNetwork(root)
        ? socketsOf(root)
        : { sockets: open, connections: 0 };
      // Those of a connection grow by themselves. The kernel says how much all of the machine have.
      const grown = Math.max(0, tcpPages() - start) * PAGE;
      const tcp = Math.min(connections * limits.connectionBytes, grown);
      return pipes + sockets * limits.socketBytes + tcp;
    },
  };
}

function readLimits() {
  const numbers = (file: string) =>
    textOf(`/proc/sys/${file}`).trim().split(/\s+/).map(Number).filter(Number.isFinite);
  const last = (file: string, otherwise: number) => numbers(file).at(-1) || otherwise;
  const soft = last("fs/pipe-user-pages-soft", 0);
  return {
    // Without a soft limit every pipe may be full.
    pipeBytes: soft === 0 ? Number.POSITIVE_INFINITY : soft * PAGE,
    socketBytes:
      OVERSHOOT *
      Math.max(last("net/core/wmem_default", 212_992), last("net/core/rmem_default", 212_992)),
    connectionBytes: last("net/ipv4/tcp_rmem", 6_291_456) + last("net/ipv4/tcp_wmem", 4_194_304),
  };
}

function isOwnNetwork(root: number): boolean {
  try {
    return readlinkSync(`/proc/${root}/ns/net`) !== readlinkSync("/proc/self/ns/net");
  } catch {
    return true;
  }
}

/** Those that were sent to another process and have not arrived are among them. */
function socketsOf(root: number): { readonly sockets: number; readonly connections: number } {
  const [all, more] = [textOf(`/proc/${root}/net/sockstat`), textOf(`/proc/${root}/net/sockstat6`)];
  return {
    sockets: numberIn(all, /^sockets: used (\d+)/m),
    connections: numberIn(all, /^TCP: inuse (\d+)/m) + numberIn(more, /^TCP6: inuse (\d+)/m),
  };
}

function tcpPages(): number {
  return numberIn(textOf("/proc/self/net/sockstat"), /^TCP:.* mem (\d+)/m);
}

function numberIn(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1] ?? 0);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
