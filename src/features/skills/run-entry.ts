import type { CatalogEntry } from "../../gate/catalog/catalog-entry.ts";
import { describeCapability } from "../../gate/catalog/describe-capability.ts";
import type { Gate } from "../../gate/gate.ts";
import type { Context } from "../../schema/context.ts";
import { isResumable } from "../../schema/task-state.ts";
import { toolIdOf } from "../../schema/tool.ts";
import type { Store } from "../../stores/store.ts";
import type { FolderShelf } from "../bundles/folder-shelf.ts";
import { runOf } from "./contexts/memory.ts";

type Options = {
  readonly store: Pick<Store, "contexts">;
  readonly shelf: Pick<FolderShelf, "stored">;
};

/** Whether the skill of a run that waits is another by now than the one that the run began with. */
export function hasChanged({ catalog }: Pick<Gate, "catalog">, context: Context): boolean {
  const { bundle, skill } = runOf(context);
  if (!isResumable(context.state) || bundle === undefined || skill === undefined) return false;
  const entry = catalog.getEntry(toolIdOf("skill", skill, "run"));
  return entry !== undefined && entry.execution.bundle !== bundle;
}

/** A run that has begun with a bundle goes on with it, whatever the skill is by now. */
export async function runEntry(
  { store, shelf }: Options,
  entry: CatalogEntry,
  contextId: string | null,
): Promise<CatalogEntry> {
  if (!entry.contract || contextId === null) return entry;
  const context = await store.contexts.get(contextId);
  if (!context || !isResumable(context.state)) return entry;
  const { bundle, skill } = runOf(context);
  const { tool } = entry;
  if (!bundle || skill !== tool.sourceId || bundle === entry.execution.bundle) return entry;
  const { capability } = await shelf.stored("skill", bundle);
  const source = { id: entry.source, kind: "skill" as const };
  const own = { ...capability, id: tool.sourceId, trust: tool.trust };
  return describeCapability(source, own).entries[0] ?? entry;
}
