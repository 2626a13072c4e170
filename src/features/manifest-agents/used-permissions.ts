import { mayUse } from "./permission-signs.ts";
import type { AgentManifest } from "./read-manifest.ts";
import { changeInName } from "./words-of-change.ts";

/**
 * The permissions that some action needs: as the actions say, or where only their names are there, by
 * these and by what the code is seen to use. Every other one gives nothing (I19).
 */
export function usedPermissions(
  { permissions, actions }: Pick<AgentManifest, "permissions" | "actions">,
  code: string,
): ReadonlySet<string> {
  const declared = new Set(actions.flatMap(({ needs = [] }) => needs));
  const bare = actions.filter(({ needs }) => needs === undefined);
  const changes = new Set(bare.map(({ name }) => changeInName(name).change));
  const used = permissions.filter((permission) => {
    if (declared.has(permission)) return true;
    if (bare.length === 0) return false;
    if (permission === "filesystem.move") return changes.has("move");
    if (permission === "filesystem.delete") return changes.has("delete");
    // Any library may read or write a file without a sign of it.
    return permission.startsWith("filesystem.") || mayUse(permission, code);
  });
  return new Set(used);
}
