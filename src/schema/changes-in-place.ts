import type { SideEffect } from "./side-effect.ts";
import type { Tool } from "./tool.ts";

type Described = Pick<Tool, "behaviour" | "sideEffectTags">;

const CHANGES: ReadonlySet<SideEffect> = new Set(["fs.write", "fs.delete", "fs.move", "fs.chmod"]);
const DESTROYS: ReadonlySet<SideEffect> = new Set(["fs.delete", "fs.move"]);

/** Whether a tool changes files where they lie; every other one only reads folders of the machine (X39). */
export function changesInPlace({ behaviour, sideEffectTags }: Described): boolean {
  if (behaviour.readOnly || behaviour.inPlace === false) return false;
  return sideEffectTags.some((tag) => CHANGES.has(tag));
}

/** Whether something that was there may be gone afterwards. */
export function isDestructive(tool: Described): boolean {
  const { behaviour, sideEffectTags } = tool;
  if (behaviour.destructive !== undefined) return behaviour.destructive && !behaviour.readOnly;
  return changesInPlace(tool) && sideEffectTags.some((tag) => DESTROYS.has(tag));
}

/** Whether a call may find any root writable: never in a dry run, nor to destroy without a person's word. */
export function mayWriteRoots(
  tool: Described,
  { dryRun, confirmed }: { readonly dryRun: boolean; readonly confirmed: boolean },
): boolean {
  return changesInPlace(tool) && !dryRun && (confirmed || !isDestructive(tool));
}

/** Whether all that a call does is done on a copy, until a person's word is on record. */
export function awaitsConfirmation(
  { behaviour }: Pick<Tool, "behaviour">,
  { dryRun, confirmed }: { readonly dryRun: boolean; readonly confirmed: boolean },
): boolean {
  return behaviour.destructive === true && !behaviour.readOnly && !dryRun && !confirmed;
}
