import type { SessionFile } from "../api/file.ts";

export type Node = {
  readonly path: string;
  readonly name: string;
  readonly depth: number;
  readonly file: SessionFile | undefined;
};

/** Files in the order of a tree, folders first, each with its depth; folders nobody listed appear too. */
export function fileTree(files: readonly SessionFile[], closed: ReadonlySet<string>): Node[] {
  const byPath = new Map(files.map((file) => [file.path.replace(/\/$/, ""), file]));
  for (const path of [...byPath.keys()]) {
    for (let parent = parentOf(path); parent !== ""; parent = parentOf(parent)) {
      if (!byPath.has(parent)) byPath.set(parent, folder(parent));
    }
  }
  const children = Map.groupBy(byPath.values(), ({ path }) => parentOf(path.replace(/\/$/, "")));
  return walk("", 0);

  function walk(parent: string, depth: number): Node[] {
    const items = (children.get(parent) ?? []).toSorted(
      (a, b) => Number(b.is_directory) - Number(a.is_directory) || a.path.localeCompare(b.path),
    );
    return items.flatMap((file) => {
      const path = file.path.replace(/\/$/, "");
      const node = { path, name: path.split("/").at(-1) ?? path, depth, file };
      return file.is_directory && !closed.has(path) ? [node, ...walk(path, depth + 1)] : [node];
    });
  }
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function folder(path: string): SessionFile {
  const name = path.split("/").at(-1) ?? path;
  const unknown = { mime: null, digest: null, created_at: "", updated_at: "" };
  return { path, name, is_directory: true, size_bytes: 0, ...unknown };
}
