import { timestamp } from "../base/clock.ts";
import { systemAudit } from "../gate/audit/system-audit.ts";
import { saysOf } from "../gate/catalog/drift.ts";
import type { Gate } from "../gate/gate.ts";
import { retryConflicts } from "../gate/retry-conflicts.ts";
import type { SeenTool } from "../schema/seen-tool.ts";
import type { Tool } from "../schema/tool.ts";
import type { Change } from "../stores/journal.ts";

/** Notes what has moved since the last start, and whatever moves from now on. */
export async function watchDrift(gate: Gate, report: (error: unknown) => void) {
  // Another process that shares the store may note the same.
  let noting = retryConflicts(() => noteDrift(gate));
  await noting;
  gate.catalog.onChange(() => {
    noting = noting.then(() => retryConflicts(() => noteDrift(gate))).catch(report);
  });
  return { settled: () => noting };
}

/** What each tool was when it was first met stays known; one that changed since is on record (A99). */
export async function noteDrift(gate: Gate): Promise<void> {
  const known = new Map((await gate.store.seenTools.list()).map((tool) => [tool.toolId, tool]));
  const now = timestamp(gate.clock.now());
  const changes = gate.catalog
    .listTools({ enabledOnly: false })
    .flatMap((tool) => changesOf(gate, tool, known.get(tool.toolId), now));
  if (changes.length > 0) await gate.store.journal.commit("catalog.drift", changes);
}

function changesOf(gate: Gate, tool: Tool, before: SeenTool | undefined, now: string): Change[] {
  const { toolId, digest } = tool;
  if (!before) {
    const says = saysOf(tool);
    const first = {
      ...{ toolId, firstDigest: digest, digest, firstSeenAt: now, changedAt: null },
      ...{ says, said: null },
    };
    return [{ type: "tool.seen", tool: first, expect: null }];
  }
  if (before.digest === digest) return [];
  return [
    {
      type: "tool.seen",
      tool: { ...before, digest, changedAt: now, says: saysOf(tool), said: before.says },
      expect: before.digest,
    },
    systemAudit(gate, "tool.changed", "system", {
      tool_id: toolId,
      from: before.digest,
      to: digest,
    }),
  ];
}
