import type { InstalledFolder } from "../http/client/wire.ts";
import { columns } from "./columns.ts";
import { saidHere } from "./said-here.ts";
import { titled } from "./titled.ts";

export function folderLines(folder: InstalledFolder): string[] {
  const facts: [string, string][] = [
    [folder.kind, folder.id],
    ["name", folder.name],
    ["version", folder.version],
    ["folder", folder.path ?? "none"],
    ["enabled", folder.enabled ? "yes" : "no"],
    ["digest", folder.digest],
  ];
  const { problem } = folder;
  return [
    ...columns(facts),
    ...titled("description", folder.description === "" ? [] : [folder.description]),
    ...titled("problem", problem === null ? [] : [saidHere(problem)]),
    ...titled("tools", folder.tools),
    ...titled("notes", folder.warnings),
  ];
}
