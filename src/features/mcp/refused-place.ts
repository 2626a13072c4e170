import { posix } from "node:path";
import type { Access } from "../../schema/access.ts";
import { mcpSourceOf } from "../../schema/mcp-server.ts";

/** How programs say that they do not find something, or may not reach it. */
const PATH =
  /(?:ENOENT|EACCES|EPERM|EROFS|no such file|permission denied|access denied|read-only file)[^/]{0,80}(\/[^\s'"`),]{1,1000})/i;
const NAME = String.raw`["']?([a-z0-9][a-z0-9.-]{0,250}\.(?:[a-z]{2,63}|\d{1,3})(?::\d{1,5})?)`;
/** In the words of Node, of Capstan's own proxy, and of curl, Python, Java, Go and Rust. */
const HOSTS: readonly RegExp[] = [
  String.raw`(?:ENOTFOUND|EAI_AGAIN|ENETUNREACH|was not given the host)\s+${NAME}`,
  String.raw`(?:could not|failed to) resolve(?: host)?:?\s+${NAME}`,
  String.raw`ConnectionPool\(host=${NAME}`,
  String.raw`UnknownHostException:\s+${NAME}`,
  String.raw`\blookup ${NAME}`,
  String.raw`for url \(https?://${NAME}`,
].map((pattern) => new RegExp(pattern, "i"));
/** Without saying which host it was. */
const NO_NETWORK = /name resolution|name or service not known|fetch failed|\bdns error\b/i;

/** The command that opens what a server was refused, if it says what that was. */
export function commandFor(server: string, said: string, access: Access): string | undefined {
  const path = PATH.exec(said)?.[1];
  if (path !== undefined && !isOpen(access, posix.normalize(path))) {
    return allow(server, posix.dirname(posix.normalize(path)));
  }
  const host = HOSTS.map((pattern) => pattern.exec(said)?.[1]).find((it) => it !== undefined);
  if (host !== undefined) {
    return isHostOpen(access, host.toLowerCase()) ? undefined : allow(server, host.toLowerCase());
  }
  return access.hosts.length === 0 && NO_NETWORK.test(said) ? allow(server, "<host>") : undefined;
}

function allow(server: string, what: string): string {
  return `It may have been refused that. To allow it: capstan access allow ${mcpSourceOf(server)} ${what}`;
}

function isOpen({ paths }: Access, path: string): boolean {
  return paths.some(({ root }) => path === root || path.startsWith(`${root}/`));
}

function isHostOpen({ hosts }: Access, host: string): boolean {
  return hosts.includes(host) || hosts.includes(host.replace(/:\d+$/, ""));
}
