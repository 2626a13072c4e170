import type { Pack, PackDetails } from "../http/client/wire.ts";
import { block } from "./block.ts";
import { columns } from "./columns.ts";
import { typed } from "./program.ts";
import { titled } from "./titled.ts";

const TEXT_LENGTH = 5_000;

export function packLines(pack: Pack): string[] {
  const facts: (readonly [string, string])[] = [
    ["pack", pack.id],
    ["name", pack.name],
    ...(pack.enabled ? [] : ([["status", "disabled"]] as const)),
    ["folder", pack.path ?? "none"],
    ["entry doc", pack.entry_doc],
    ["tools.json", pack.has_tools_json ? "yes" : "no"],
    ["allowed tools", pack.allowed_tools?.join(", ") ?? "not said"],
    ["digest", pack.digest],
  ];
  return [
    ...columns(facts),
    "description",
    ...block(pack.description, TEXT_LENGTH),
    ...titled("notes", pack.warnings),
  ];
}

export function packDetailLines(pack: PackDetails): string[] {
  const { changed_files, folder_problem, tools_problem } = pack;
  return [
    ...packLines(pack),
    ...titled("tools", [
      ...pack.tools.map(({ name, description }) => `${name}: ${description}`),
      ...(tools_problem === null ? [] : [tools_problem]),
    ]),
    ...titled(
      "files",
      pack.files.map(({ path, size_bytes }) => `${path} (${size_bytes} bytes)`),
    ),
    ...titled("changed since it was taken in", [
      ...changed_files.map(({ path, change }) => `${change}: ${path}`),
      ...(folder_problem === null ? [] : [folder_problem]),
    ]),
    ...(pack.enabled
      ? []
      : [`To let sessions have it again:  ${typed(`capabilities enable pack:${pack.id}`)}`]),
    ...(pack.changed ? [`To read its folder again:  ${typed(`packs refresh ${pack.id}`)}`] : []),
  ];
}
