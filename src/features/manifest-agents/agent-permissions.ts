import type { SideEffect } from "../../schema/side-effect.ts";

/** What each permission of a manifest lets an agent do; `model` is ours, and has no effect outside. */
export const AGENT_PERMISSIONS: ReadonlyMap<string, SideEffect | null> = new Map([
  ["filesystem.read", "fs.read"],
  ["filesystem.write", "fs.write"],
  ["filesystem.move", "fs.move"],
  ["filesystem.delete", "fs.delete"],
  ["network", "network.http"],
  ["system.processes", "system.processes"],
  ["system.hardware", "system.hardware"],
  ["display", "display"],
  ["model", null],
]);

const BY_EFFECT: ReadonlyMap<string, string> = new Map(
  [...AGENT_PERMISSIONS].flatMap(([name, effect]) => (effect === null ? [] : [[effect, name]])),
);

/** The permission that an author means, by its own name or by the name of its effect. */
export function permissionOf(word: string): string | undefined {
  return AGENT_PERMISSIONS.has(word) ? word : BY_EFFECT.get(word);
}
