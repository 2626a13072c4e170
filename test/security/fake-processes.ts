import { CapstanError } from "../../src/base/errors.ts";
import type { HostProcess, HostProcesses } from "../../src/sandbox/host-processes.ts";

/** A machine of this test's own, with what was ended on it. */
export function fakeProcesses(...names: string[]) {
  const running = new Map(names.map((name, index) => [17_225 + index, makeProcess(name, index)]));
  const ended: string[] = [];
  const processes: HostProcesses = {
    list: async () => [...running.values()],
    async end({ pid, name, started }) {
      const now = running.get(pid);
      if (now?.name !== name || now.started !== started) {
        throw new CapstanError("PROCESS_GONE", "Another one has its number now.");
      }
      running.delete(pid);
      ended.push(name);
    },
  };
  /** Another process takes the number of one that has ended. */
  const replace = (pid: number, name: string) => running.set(pid, makeProcess(name, 0, 9));
  return { processes, ended, replace };
}

function makeProcess(name: string, index: number, day = 1): HostProcess {
  const started = `2026-01-0${day}T00:00:00.000Z`;
  const pid = 17_225 + index;
  return { pid, name, state: "sleeping", memory_bytes: 1_000, cpu_s: 1, started };
}
