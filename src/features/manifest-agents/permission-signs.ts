/**
 * Signs in code that it may use what a permission gives. They are wide: a library that nobody here
 * knows leaves only an address. What leaves no sign at all is not in the list.
 */
const SIGNS: ReadonlyMap<string, RegExp> = new Map([
  [
    "network",
    /\b(?:https?|fetch|requests|urllib|urllib3|httpx|aiohttp|socket|sockets|net|websockets?|axios|undici|got|smtplib|imaplib|ftplib|paramiko|boto3|grpc)\b/i,
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
  ["system.processes", /process|\bps\b|psutil|\/proc\b/i],
  ["model", /ask_?model/i],
]);

/** A call or an import that is nothing but the network: the word in a comment is none. */
const CALLS_NETWORK =
  /\bfetch\s*\(|\bnode:(?:https?|net|tls|dgram)\b|\bfrom\s+["'](?:https?|net|undici|axios|got)["']|^\s*(?:import|from)\s+(?:requests|urllib|httpx|aiohttp|socket|http|smtplib|imaplib|ftplib)\b/m;

/** Whether code may use a permission; one that leaves no sign may always be used. */
export function mayUse(permission: string, code: string): boolean {
  return SIGNS.get(permission)?.test(code) ?? true;
}

/** Whether code is sure to use the network. */
export function callsNetwork(code: string): boolean {
  return CALLS_NETWORK.test(code);
}
