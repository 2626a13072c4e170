import { readlink } from "node:fs/promises";
import { reasonToLeaveOut } from "./left-out-names.ts";
import { lookAt, type OpenFolder, openFolder } from "./open-entry.ts";

/** The names of a regular file inside the folder, or why there is none to be taken. */
export type Followed = { readonly to: readonly string[] } | { readonly reason: string };

const MAX_LINKS = 8;
const LEAVES = { reason: "It is a link that leaves the folder. Put the file itself there." };
const NOWHERE = { reason: "It is a link that leads to nothing." };
const FOLDER = { reason: "It is a link to a folder. Put the folder itself there." };
const LOOP = { reason: "It is a link that leads back to itself, or over too many links." };

/**
 * Where a link leads, worked out name by name from the folder on: the system is never asked to follow
 * one, so that no link can lead it out. `folder` are the names of the folder that has the link.
 */
export async function followLink(
  root: OpenFolder,
  folder: readonly string[],
  name: string,
): Promise<Followed> {
  const done = [...folder];
  const ahead = [name];
  let links = 0;
  for (let next = ahead.shift(); next !== undefined; next = ahead.shift()) {
    if (next === "" || next === ".") continue;
    if (next === "..") {
      if (done.pop() === undefined) return LEAVES;
      continue;
    }
    const reason = reasonToLeaveOut(next);
    if (reason !== undefined) return { reason };
    const found = await lookInside(root, done, next);
    if (!found) return NOWHERE;
    if (found.target === null) {
      done.push(next);
      if (found.isFile) return ahead.length === 0 ? { to: done } : NOWHERE;
      continue;
    }
    links += 1;
    if (links > MAX_LINKS) return LOOP;
    if (/^(?:[/\\]|[a-z]:)/i.test(found.target)) return LEAVES;
    ahead.unshift(...found.target.split("/"));
  }
  return FOLDER;
}

/** What one name is; undefined for whatever is neither file, folder nor link. */
async function lookInside(root: OpenFolder, folder: readonly string[], name: string) {
  return inFolder(root, folder, async (parent) => {
    const stats = await lookAt(parent, name);
    if (!stats) return undefined;
    if (stats.isSymbolicLink()) {
      return { isFile: false, target: await readlink(`${parent.way}/${name}`) };
    }
    return stats.isFile() || stats.isDirectory()
      ? { isFile: stats.isFile(), target: null }
      : undefined;
  });
}

/** Opens the folders of a path one after the other, each without following a link. */
export async function inFolder<T>(
  root: OpenFolder,
  names: readonly string[],
  use: (folder: OpenFolder) => Promise<T>,
): Promise<T> {
  const [first, ...rest] = names;
  if (first === undefined) return use(root);
  const folder = await openFolder(root, first, first);
  try {
    return await inFolder(folder, rest, use);
  } finally {
    await folder.handle.close();
  }
}
