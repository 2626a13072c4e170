import { onTestFinished, test } from "vitest";
import {
  DEFAULT_LIMITS,
  type Mount,
  type ProcessSpec,
  type Sandbox,
} from "../../sandbox/sandbox.ts";
import type { SANDBOX_PROGRAMS } from "./programs.ts";

type ProgramName = keyof typeof SANDBOX_PROGRAMS;

export type SandboxUnderTest = {
  makeSandbox(): Sandbox;
  /** The command that runs a program: `[process.execPath, "-e", its script]`, or its name. */
  argv(program: ProgramName): readonly [string, ...string[]];
  /** What every program needs to run at all, such as the folder of `node`. */
  readonly mounts?: readonly Mount[];
  /** A new, empty folder of the host, by its real path. */
  makeFolder(): Promise<string>;
  /** Files of the host; `undefined` when there is none. */
  readFile(path: string): Promise<string | undefined>;
  writeFile(path: string, text: string): Promise<void>;
  /** What this adapter does not enforce, each with the reason. */
  readonly cannot?: { readonly mounts?: string; readonly network?: string };
};

type Start = Partial<Omit<ProcessSpec, "argv" | "limits">> & {
  readonly args?: readonly string[];
  readonly limits?: Partial<ProcessSpec["limits"]>;
};

/** Starts a program. What still runs when its test has finished is killed. */
export function start(under: SandboxUnderTest, program: ProgramName, options: Start = {}) {
  const { args = [], limits, mounts = [], signal, ...rest } = options;
  const over = new AbortController();
  onTestFinished(() => over.abort());
  return under.makeSandbox().spawn({
    cwd: "/",
    env: {},
    network: "none",
    stdin: "none",
    ipc: false,
    ...rest,
    argv: [...under.argv(program), ...args],
    mounts: [...(under.mounts ?? []), ...mounts],
    limits: { ...DEFAULT_LIMITS, ...limits },
    signal: AbortSignal.any([over.signal, ...(signal ? [signal] : [])]),
  });
}

export async function textOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** A test, or one that is skipped and says why. */
export function testUnless(reason: string | undefined, title: string, run: () => Promise<void>) {
  if (reason === undefined) test(title, run);
  else test.skip(`${title} (not here: ${reason})`, run);
}
