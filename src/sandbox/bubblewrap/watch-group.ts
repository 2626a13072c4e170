import type { Exceeded, ProcessLimits } from "../sandbox.ts";
import type { BoxGroup, GroupUse } from "./groups/box-group.ts";

/** The kernel holds the limits by itself: this only ends what it has cut short. */
const INTERVAL_MS = 100;

/** Ends a box of which the kernel has refused or ended a part, or whose time is used up. */
export function watchGroup(
  group: BoxGroup,
  limits: ProcessLimits,
  onExceeded: (exceeded: Exceeded) => void,
): { stop(): void } {
  const timer = setInterval(() => {
    const exceeded = exceededIn(group.use(), limits);
    if (exceeded) onExceeded(exceeded);
  }, INTERVAL_MS);
  return { stop: () => clearInterval(timer) };
}

/** The first limit that was reached. */
export function exceededIn(use: GroupUse, limits: ProcessLimits): Exceeded | undefined {
  if (use.ended !== null) return use.ended === "here" ? "memory" : "total_memory";
  if (use.wasRefused) return "processes";
  if (limits.cpuS !== null && use.cpuS > limits.cpuS) return "cpu";
  return undefined;
}
