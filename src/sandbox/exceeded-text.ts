import type { Exceeded } from "./sandbox.ts";

/** Why a program was ended, as what it did: the subject comes before it. */
export function exceededText(exceeded: Exceeded): string {
  return TEXTS[exceeded];
}

const TEXTS: Readonly<Record<Exceeded, string>> = {
  memory: "used more memory than it may",
  total_memory:
    "held the most memory when all sandboxed programs together had more than limits.sandbox_memory_mb",
  processes: "used more processes than it may",
  cpu: "used more processor time than it may",
};
