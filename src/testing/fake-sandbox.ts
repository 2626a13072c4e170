import type { Sandbox } from "../sandbox/sandbox.ts";
import type { HostFiles } from "./fake-files.ts";
import { type FakeProgram, startFakeProcess } from "./fake-process.ts";

export type FakeSandboxOptions = {
  /** What can be run, by the first word of its command. */
  readonly programs: Readonly<Record<string, FakeProgram>>;
  /** What mounts take their sources from. */
  readonly files?: HostFiles;
  readonly enforcement?: Sandbox["enforcement"];
};

/**
 * A sandbox whose programs are functions and whose files are texts in memory. Limits of time and
 * output hold; those of processor, memory, file size and number of processes do not.
 */
export function createFakeSandbox({
  programs,
  files = new Map(),
  enforcement = "off",
}: FakeSandboxOptions): Sandbox {
  const byName = new Map(Object.entries(programs));
  return {
    enforcement,
    async spawn(spec) {
      spec.signal.throwIfAborted();
      const program = byName.get(spec.argv[0]);
      if (!program) throw new Error(`There is no program "${spec.argv[0]}".`);
      return startFakeProcess(program, spec, files);
    },
  };
}
