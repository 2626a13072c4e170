import { posix } from "node:path";
import type { Access } from "../../schema/access.ts";

/** How programs say that they do not find something, or may not reach it. */
const PATH =
  /(?:ENOENT|EACCES|EPERM|EROFS|no such file|permission denied|access denied|read-only file)[^/]{0,80}(\/[^\s'"`),]{1,1000})/i;
const HOST =
  /(?:ENOTFOUND|EAI_AGAIN|was not given the host|ENETUNREACH)\s+"?([a-z0-9][a-z0-9.-]{0,250}\.[a-z]{2,63}(?::\d{1,5})?)/i;

/** The command that opens what a server was refused, if it says what that was. */
export function commandFor(server: string, said: string, access: Access): string | undefined {
  const path = PATH.exec(said)?.[1];
  if (path !== undefined && !isOpen(access, posix.normalize(path))) {
    return allow(server, posix.dirname(posix.normalize(path)));
  }
  const host = HOST.exec(said)?.[1]?.toLowerCase();
  return host === undefined || access.hosts.includes(host) ? undefined : allow(server, host);
}

function allow(server: string, what: string): string {
  return `It may have been refused that. To allow it: capstan access allow mcp:${server} ${what}`;
}

function isOpen({ paths }: Access, path: string): boolean {
  return paths.some(({ root }) => path === root || path.startsWith(`${root}/`));
}
