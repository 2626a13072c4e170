/** Signs in code that a permission is used. Where a permission has none, only its actions tell. */
const SIGNS: ReadonlyMap<string, RegExp> = new Map([
  [
    "network",
    /\bfetch\s*\(|\bnode:(?:https?|net|tls|dgram)\b|\bfrom\s+["'](?:https?|net|undici|axios|got)["']|^\s*(?:import|from)\s+(?:requests|urllib|httpx|aiohttp|socket|http|smtplib|imaplib|ftplib)\b/m,
  ],
  [
    "filesystem.delete",
    /\b(?:unlink|rm|rmdir)(?:Sync)?\s*\(|\bos\.(?:remove|unlink|rmdir)\b|\bshutil\.rmtree\b|\.unlink\s*\(|\.rmdir\s*\(/,
  ],
  [
    "filesystem.move",
    /\brename(?:Sync)?\s*\(|\bos\.(?:rename|replace|renames)\b|\bshutil\.move\b|\.rename\s*\(|\.replace\s*\(/,
  ],
  [
    "filesystem.write",
    /\b(?:writeFile|appendFile|copyFile|cp|mkdir|createWriteStream|write|open)(?:Sync)?\s*\(|\.write_(?:text|bytes)\s*\(|\bos\.(?:makedirs|mkdir)\b|\bshutil\.copy/,
  ],
  ["system.processes", /process|\bps\b|psutil/i],
  ["model", /ask_?model/i],
]);

/** Whether code is seen to use each permission that leaves a sign in code. */
export function permissionsSeen(code: string): ReadonlyMap<string, boolean> {
  return new Map([...SIGNS].map(([permission, sign]) => [permission, sign.test(code)]));
}
