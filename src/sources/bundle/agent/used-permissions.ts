import type { AgentManifest } from "./read-manifest.ts";
import { changeInName } from "./words-of-change.ts";

/** Signs in code that it uses what a permission gives. Where there is none, no action can need it. */
const SIGNS: ReadonlyMap<string, RegExp> = new Map([
  [
    "network",
    /\b(?:https?|fetch|requests|urllib|urllib3|httpx|aiohttp|socket|sockets|net|websockets?|axios|undici|got|smtplib|imaplib|ftplib|paramiko|boto3|grpc)\b/i,
  ],
  ["system.processes", /process|\bps\b|psutil|\/proc\b/i],
  ["model", /ask_?model/i],
]);

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
    return SIGNS.get(permission)?.test(code) ?? true;
  });
  return new Set(used);
}
