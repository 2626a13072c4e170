import { CapstanError } from "../../base/errors.ts";
import type { Mount } from "../../sandbox/sandbox.ts";

/** Our own Node and our own programs, where they are in a box, and what must be mounted for that. */
export type BoxedPrograms = {
  readonly node: string;
  readonly quickJs: string;
  /** What runs a file of a bundle: our Node, or the system's Python. */
  readonly child: (entry: string) => readonly [string, ...string[]];
  readonly mounts: readonly Mount[];
};

/** Our own Node in a box, and what must be mounted for it. */
export function nodeOf({ node, mounts }: BoxedPrograms): {
  readonly path: string;
  readonly mount: Mount;
} {
  const mount = mounts.find(({ target }) => target === node);
  if (!mount) throw new CapstanError("INTERNAL", "Node is in no box.");
  return { path: node, mount };
}

/** The folder comes first: `node` is the Node that runs Capstan, also for a script's first line. */
export const BOX_ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: "/run/capstan/bin:/usr/local/bin:/usr/bin:/bin",
  HOME: "/home/user",
  TMPDIR: "/tmp",
  LANG: "C.UTF-8",
};
