import { extensionLines } from "./extension-lines.ts";
import { folderLines } from "./folder-lines.ts";
import type { installFolder } from "./install-folder.ts";
import { packLines } from "./pack-lines.ts";
import { titled } from "./titled.ts";

type Installed = Awaited<ReturnType<typeof installFolder>>["body"];

/** What was installed, whichever kind it is. */
export function installedLines(installed: Installed): string[] {
  return [...linesOf(installed), ...titled("packages of its lock", installed.packages)];
}

function linesOf(installed: Installed): string[] {
  if (installed.kind === "pack") return packLines(installed.pack);
  if (installed.kind === "ext") return extensionLines(installed.extension);
  return folderLines(installed.folder);
}
