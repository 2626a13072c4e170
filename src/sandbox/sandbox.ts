import type { JsonValue } from "../base/json.ts";

/** A folder or file of the host, and where the process finds it. */
export type Mount = {
  readonly source: string;
  readonly target: string;
  /** `scratch` is a copy that the process may change and that is thrown away with it. */
  readonly mode: "ro" | "rw" | "scratch";
  /** Which folder it must be. Where another one is mounted, nothing is started. */
  readonly identity?: { readonly device: string; readonly inode: string };
};

/**
 * `hosts` are reached through a proxy, each as `host` or `host:port`; `host` is no isolation. `socket` is a
 * Unix socket of the host: connections to 127.0.0.1 at `SOCKET_PORT` in the box go to it, and nowhere else.
 */
export type Network =
  | "none"
  | "host"
  | { readonly hosts: readonly string[] }
  | { readonly socket: string };

export const SOCKET_PORT = 3128;

/** `null` is no limit. */
export type ProcessLimits = {
  readonly wallMs: number | null;
  /** The longest silence on stdout, stderr and the IPC channel together. */
  readonly idleMs: number | null;
  /** Of all its processes together where control groups count it, else of each one. */
  readonly cpuS: number | null;
  /** Of all its processes together, with the files that it keeps in memory. */
  readonly memoryBytes: number | null;
  /** The largest file that may be written. */
  readonly fileBytes: number | null;
  /** With their threads, as the kernel counts them. */
  readonly processes: number | null;
  /** Files, sockets and pipes that one process may have open. */
  readonly descriptors: number | null;
  /** For each of stdout and stderr: what is over is dropped. The longest line of the IPC channel. */
  readonly outputBytes: number;
};

export const DEFAULT_LIMITS: ProcessLimits = {
  wallMs: 60_000,
  idleMs: null,
  cpuS: null,
  memoryBytes: 1024 ** 3,
  fileBytes: null,
  processes: 256,
  descriptors: 1_024,
  outputBytes: 1024 ** 2,
};

export type ProcessSpec = {
  /** The program and its arguments; never read by a shell. */
  readonly argv: readonly [string, ...string[]];
  /** A path as the process sees it. */
  readonly cwd: string;
  /** All of it: nothing is inherited. `PWD` may be added. */
  readonly env: Readonly<Record<string, string>>;
  readonly mounts: readonly Mount[];
  readonly network: Network;
  /** What the process reads: nothing, these bytes, or what is written while it runs. */
  readonly stdin: "none" | "open" | Uint8Array;
  /** Whether the process has a channel of JSON lines, both ways, on descriptor `IPC_DESCRIPTOR`. */
  readonly ipc: boolean;
  readonly limits: ProcessLimits;
  /** Aborting kills the process, and everything that it started. */
  readonly signal: AbortSignal;
};

export const IPC_DESCRIPTOR = 3;

/** `total_memory` is that of all boxes together: then the one that holds the most is ended. */
export type Exceeded = "memory" | "total_memory" | "processes" | "cpu";

export type ProcessEnd = {
  /** `null` when a signal ended the process. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** A wall or idle limit was reached. */
  readonly timedOut: boolean;
  /** Something of stdout or stderr was dropped. */
  readonly truncated: boolean;
  /** It was killed because it, with all that it started, had more than this limit allows. */
  readonly exceeded?: Exceeded;
  /** The program never ran: the box around it could not be made, and why. */
  readonly notStarted?: string;
};

export interface ProcessInput {
  /** Resolves when more can be taken. What a process does not read any more is lost without error. */
  write(bytes: Uint8Array): Promise<void>;
  end(): void;
}

export interface ProcessIpc {
  /** What is sent to a process that has ended is lost without error. */
  send(message: JsonValue): Promise<void>;
  /** Can be read once. Throws when a line is not JSON or too long: the process is killed then. */
  readonly messages: AsyncIterable<JsonValue>;
}

/** A running process. It never waits for who reads its output: that is kept up to the limit. */
export interface SandboxProcess {
  /** Each can be read once, while the process runs or afterwards. */
  readonly stdout: AsyncIterable<Uint8Array>;
  readonly stderr: AsyncIterable<Uint8Array>;
  /** Only with `stdin: "open"`. */
  readonly stdin: ProcessInput | null;
  /** Only with `ipc`. */
  readonly ipc: ProcessIpc | null;
  /**
   * Never rejects. Resolves when the process and everything that it started are gone and the
   * streams are complete: a deadline kills first and is reported then.
   */
  readonly end: Promise<ProcessEnd>;
}

/** What holds a process: each call of a program says it on its record. */
export type Enforcement = "bubblewrap" | "container" | "seatbelt" | "degraded" | "off";

/**
 * Runs programs that can touch what they are given, and nothing else. All implementations must pass
 * `testing/sandbox-contract.ts`.
 */
export interface Sandbox {
  readonly enforcement: Enforcement;
  /** Rejects when there is no such program, or with the signal's reason when it has aborted. */
  spawn(spec: ProcessSpec): Promise<SandboxProcess>;
}
