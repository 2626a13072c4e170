import { lstatSync } from "node:fs";
import { posix } from "node:path";
import type { Mount } from "../sandbox.ts";
import type { SystemView } from "./system-view.ts";

const DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

/**
 * The program that a name stands for in a box, or `undefined`: looked up on the host, by what is
 * mounted where, so that a program that does not exist is told before anything has started.
 */
export function findInBox(
  program: string,
  box: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly mounts: readonly Mount[];
    readonly view: SystemView;
  },
): string | undefined {
  if (program.includes("/")) {
    const path = posix.resolve(box.cwd, program);
    return exists(path, box) ? path : undefined;
  }
  const folders = (box.env.PATH ?? DEFAULT_PATH).split(":");
  return folders
    .filter((folder) => folder.startsWith("/"))
    .map((folder) => posix.join(folder, program))
    .find((path) => exists(path, box));
}

function exists(
  path: string,
  { mounts, view }: { readonly mounts: readonly Mount[]; readonly view: SystemView },
): boolean {
  const inMount = [...mounts]
    .sort((one, other) => other.target.length - one.target.length)
    .find(({ target }) => isInside(path, target));
  if (inMount) return isThere(posix.join(inMount.source, path.slice(inMount.target.length)));
  const link = view.links.find(([, target]) => isInside(path, target));
  if (link) return exists(posix.join("/", link[0], path.slice(link[1].length)), { mounts, view });
  return view.shared.some((folder) => isInside(path, folder)) && isThere(path);
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? folder : `${folder}/`);
}

/** A link counts: it leads to another place in the box, or the start fails and says so. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
