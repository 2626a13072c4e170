import type { BytePath } from "../../changes.ts";
import { parentOf } from "../byte-path.ts";
import type { TreeAfter } from "./repositories.ts";

/** More links than this in one path are a circle, for the kernel too. */
const MAX_LINKS = 40;

/** Whether a link leaves its folder, itself or through other links. */
export function leadsOut(path: BytePath, target: BytePath, tree: TreeAfter): boolean {
  const waiting = target.split("/");
  let at = parentOf(path);
  let links = 0;
  if (target.startsWith("/")) return true;
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    if (name === "" || name === ".") continue;
    if (name === "..") {
      if (at === "") return true;
      at = parentOf(at);
      continue;
    }
    const next = `${at}/${name}`;
    const further = tree.linkAt(next);
    if (further === undefined) {
      at = next;
      continue;
    }
    links += 1;
    if (further.startsWith("/") || links > MAX_LINKS) return true;
    waiting.unshift(...further.split("/"));
  }
  return false;
}
