import { isAbsolute, resolve } from "node:path";
import type { Access } from "../http/client/wire.ts";

type Wanted = {
  readonly paths: { root: string; verbs: ("read" | "write")[]; session_id: string | null }[];
  readonly hosts: string[];
};

/** What people opened so far, to be sent again with what is added or left out. */
export function givenAccess({ items }: Access): Wanted {
  const given = items.filter(({ from }) => from === "given");
  return {
    paths: given.flatMap(({ root, verbs, session_id }) =>
      root === null ? [] : [{ root, verbs: [...verbs], session_id }],
    ),
    hosts: given.flatMap(({ host, session_id }) =>
      host === null || session_id !== null ? [] : [host],
    ),
  };
}

/** A path where it begins like one; a name with a dot, or with a port, is a host. */
export function isPath(typed: string): boolean {
  return /^(?:[/~]|\.{1,2}(?:\/|$))/.test(typed) || typed.includes("/");
}

/** The server may run in another folder. A shell has expanded `~` before; here it is only a name. */
export function wholePath(typed: string): string {
  return isAbsolute(typed) || typed.startsWith("~") ? typed : resolve(typed);
}
