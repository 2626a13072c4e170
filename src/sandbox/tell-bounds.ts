import type { Bound } from "./sandbox-health.ts";

/** The form of control groups that counts something; null for none. */
export type Counted = Readonly<Record<"memory" | "processes" | "cpu", 1 | 2 | null>>;

/** What holds boxes to their limits. */
export function tellBoxBounds(counted: Counted, totalBytes: number, isRoot: boolean): Bound[] {
  const total = `${Math.round(totalBytes / 1024 ** 2)} MB`;
  const by = (form: 1 | 2) => `by a control group (version ${form})`;
  return [
    counted.memory
      ? {
          name: "memory",
          heldBy: "control group",
          message: `${by(counted.memory)}, with the buffers that the kernel holds for a program`,
        }
      : {
          name: "memory",
          heldBy: "watch",
          message:
            "watched from outside, several times a second; each open socket and pipe counts as full",
        },
    {
      name: "memory of all",
      heldBy: counted.memory ? "control group" : "watch",
      message: `${total} for all programs together (limits.sandbox_memory_mb)`,
    },
    counted.processes
      ? { name: "processes", heldBy: "control group", message: by(counted.processes) }
      : isRoot
        ? {
            name: "processes",
            heldBy: "watch",
            message: "watched from outside: the kernel does not hold root to its own limit",
          }
        : { name: "processes", heldBy: "kernel", message: "by the kernel's own limit" },
    counted.cpu
      ? {
          name: "processor time",
          heldBy: "control group",
          message: `${by(counted.cpu)}, that of all processes of a program together`,
        }
      : {
          name: "processor time",
          heldBy: "kernel",
          message: "by the kernel's own limit, that of each process for itself",
        },
  ];
}

const NOTHING = { heldBy: "nothing", message: "nothing holds a program to it" } as const;

/** With the permission flags of Node alone, a program can start no other. */
export const DEGRADED_BOUNDS: readonly Bound[] = [
  { name: "memory", heldBy: "nothing", message: "only the objects of JavaScript are limited" },
  { ...NOTHING, name: "memory of all" },
  { name: "processes", heldBy: "kernel", message: "a program can start no other" },
  { ...NOTHING, name: "processor time" },
];

export const NO_BOUNDS: readonly Bound[] = [
  { ...NOTHING, name: "memory" },
  { ...NOTHING, name: "memory of all" },
  { ...NOTHING, name: "processes" },
  { ...NOTHING, name: "processor time" },
];
