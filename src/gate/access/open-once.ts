import type { Access } from "../../schema/access.ts";
import type { Approval } from "../../schema/approval.ts";
import type { Opening } from "../../schema/opening.ts";
import { accessOf, type Held } from "./access-book.ts";

/** What an approval opens, as openings: to be stored, or to hold for its call alone. */
export function openingsOf(
  { access, roots = [], answeredBy, answeredAt }: Approval,
  capabilityId: string,
): Omit<Opening, "id">[] {
  const given = {
    capabilityId,
    sessionId: null,
    givenBy: answeredBy ?? "",
    givenAt: answeredAt ?? "",
  };
  const folder = { ...given, host: null };
  const host = { ...given, root: null, device: null, inode: null, machine: null };
  return [
    ...(access?.paths ?? []).map(({ root, verbs }) => {
      const { device = "", inode = "", machine = "" } = roots.find((it) => it.root === root) ?? {};
      return { ...folder, root, device, inode, machine, verbs };
    }),
    ...(access?.hosts ?? []).map((name) => ({ ...host, host: name, verbs: [] })),
  ];
}

/** What a person opened for this one call. */
export function openOnce(approval: Approval | null, capabilityId: string): Held[] {
  if (approval?.opened !== "once") return [];
  return openingsOf(approval, capabilityId).map((opening) => ({
    ...opening,
    id: approval.id,
    from: "once",
  }));
}

export function joinAccess(one: Access, other: Access): Access {
  return accessOf([one, other].flatMap(itemsOf));
}

function itemsOf({ paths, hosts }: Access): Pick<Opening, "root" | "host" | "verbs">[] {
  return [
    ...paths.map((path) => ({ ...path, host: null })),
    ...hosts.map((host) => ({ root: null, host, verbs: [] })),
  ];
}
