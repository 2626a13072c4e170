import type { ProcessLimits } from "../sandbox.ts";
import type { Bound } from "../sandbox-health.ts";
import { tellBoxBounds } from "../tell-bounds.ts";
import type { BoxGroup } from "./groups/box-group.ts";
import { openGroups } from "./groups/open-groups.ts";
import { countsKernelMemory } from "./groups/prove-groups.ts";
import { createMemoryTotal, type MemoryTotal } from "./memory-total.ts";

/** What holds one box to its limits. */
export type BoxBounds = {
  readonly group: BoxGroup | undefined;
  /** Whether the kernel counts all memory of the group, its own buffers included. */
  readonly isCounted: boolean;
  readonly total: MemoryTotal;
};

/** What holds boxes to their limits on this machine: found and tried out at the first one. */
export interface Bounds {
  forBox(limits: ProcessLimits): Promise<BoxBounds>;
  tell(): Promise<readonly Bound[]>;
}

type Options = {
  /** The memory of all boxes together. */
  readonly totalBytes: number;
  /** Our own Node. */
  readonly node: string;
  /** Off, everything is watched from outside, as where there are none. */
  readonly controlGroups?: boolean;
};

/** Processes of the box itself, and some more so that the watch sees that there are too many. */
const SLACK = 17;

export function createBounds({ totalBytes, node, controlGroups = true }: Options): Bounds {
  const total = createMemoryTotal(totalBytes);
  let opened: ReturnType<typeof open> | undefined;

  async function open() {
    const groups = controlGroups && (await openGroups({ totalBytes }).catch(() => undefined));
    if (!groups) return { groups: undefined, isCounted: false };
    return { groups, isCounted: await countsKernelMemory(groups, node) };
  }
  const openOnce = () => {
    opened ??= open();
    return opened;
  };

  return {
    async forBox({ memoryBytes, processes }) {
      const { groups, isCounted } = await openOnce();
      const most = processes === null ? null : processes + SLACK;
      const group = await groups?.make({ memoryBytes, processes: most });
      return { group, isCounted: isCounted && group !== undefined, total };
    },
    async tell() {
      const { groups, isCounted } = await openOnce();
      const counted = {
        memory: (isCounted && groups?.forms.get("memory")) || null,
        processes: groups?.forms.get("pids") ?? null,
        cpu: groups?.forms.get("cpuacct") ?? null,
      };
      return tellBoxBounds(counted, totalBytes, process.getuid?.() === 0);
    },
  };
}
