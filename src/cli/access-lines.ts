import type { Opening } from "../http/client/wire.ts";
import { listing } from "./columns.ts";
import type { Lines, Screen } from "./command.ts";
import { timeCell } from "./time-cell.ts";

/** Access that stands in a file or a definition. */
const WRITTEN: ReadonlyMap<string, string> = new Map([
  ["settings", "settings.json"],
  ["definition", "its definition"],
]);

/** What is open, to whom, and who opened it. */
export function accessLines(items: readonly Opening[], total: number, screen: Screen): Lines {
  return listing(
    ["CAPABILITY", "OPEN", "TO", "FOR", "BY", "WHEN", "NOW"],
    items.map((it) => [
      it.capability_id,
      it.root ?? it.host ?? "",
      wayOf(it),
      it.session_id ?? "every session",
      WRITTEN.get(it.from) ?? it.given_by.name,
      it.given_at ? timeCell(it.given_at, screen) : "",
      standing(it),
    ]),
    total,
    screen.width,
  );
}

function wayOf({ host, verbs }: Opening): string {
  if (host !== null) return "reach";
  return verbs.includes("write") ? "read and write" : "read";
}

/** A folder that is another one by now is not used, and has to be opened again. */
function standing({ is_here, is_same }: Opening): string {
  if (!is_here) return "on another machine";
  return is_same === false ? "changed: open it again" : "in use";
}
