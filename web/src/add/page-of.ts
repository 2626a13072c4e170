import type { Added } from "../api/add.ts";

/** Where something that was added has its page. */
export function pageOf({ kind, id }: Pick<Added, "kind" | "id">) {
  const name = id.slice(id.indexOf(":") + 1);
  switch (kind) {
    case "pack":
      return { to: "/packs/$id", params: { id } } as const;
    case "skill":
      return { to: "/skills/$name", params: { name } } as const;
    case "extension":
      return { to: "/extensions/$id", params: { id: name } } as const;
    case "mcp_server":
      return { to: "/servers/$id", params: { id: name } } as const;
    case "hub_item":
      return { to: "/hub/item", search: { name: id } } as const;
    default:
      return { to: "/catalog/$id", params: { id } } as const;
  }
}
