import { invalid } from "./bundle-errors.ts";
import { bundleName } from "./bundle-names.ts";
import type { Collector } from "./collect-files.ts";
import { reasonToLeaveOut } from "./left-out-names.ts";

/** Something in an archive, before its bytes are looked at. */
export type Placed = { readonly path: readonly string[]; readonly isFolder: boolean };

/** Chooses the files of an archive, and their paths. */
export type Arrange = <T extends Placed>(
  entries: readonly T[],
  collector: Pick<Collector, "leaveOut">,
) => readonly T[];

/** The files of a bundle: a folder around everything is taken off, and files that it never has are left out. */
export const asBundle: Arrange = (entries, collector) =>
  filesToKeep(withoutOuterFolder(entries), collector);

/** The path of an entry; refused where it leads anywhere but into the archive (A33). */
export function archivePath(name: string): readonly string[] {
  if (name.startsWith("/") || /^[a-z]:/i.test(name)) {
    throw invalid(name, "is an absolute path. Make the archive from inside the folder.");
  }
  if (name.split(/[/\\]/).includes("..")) {
    throw invalid(name, "leads out of the archive. Make the archive from inside the folder.");
  }
  const path: string[] = [];
  for (const part of name.split("/")) path.push(bundleName(part, path));
  return path;
}

/** Most archives have one folder at their top, and everything in it. */
function withoutOuterFolder<T extends Placed>(entries: readonly T[]): readonly T[] {
  const files = entries.filter(
    ({ path, isFolder }) => !isFolder && !path.some((name) => reasonToLeaveOut(name)),
  );
  const top = files[0]?.path[0];
  if (top === undefined || files.some(({ path }) => path.length < 2 || path[0] !== top)) {
    return entries;
  }
  return entries
    .map((entry) => (entry.path[0] === top ? { ...entry, path: entry.path.slice(1) } : entry))
    .filter(({ path }) => path.length > 0);
}

/** The files that are taken in; the others are listed with the reason. */
function filesToKeep<T extends Placed>(
  entries: readonly T[],
  collector: Pick<Collector, "leaveOut">,
): readonly T[] {
  return entries.filter(({ path, isFolder }) => {
    const place = path.findIndex((name) => reasonToLeaveOut(name) !== undefined);
    if (place === -1) return !isFolder;
    const reason = reasonToLeaveOut(path[place] ?? "");
    if (reason !== undefined) collector.leaveOut(path.slice(0, place + 1), reason);
    return false;
  });
}
