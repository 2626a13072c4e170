import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { ReadBundle } from "../read-bundle.ts";

export type Tree = Readonly<Record<string, string | Uint8Array>>;

/** A new folder, gone when the test has finished. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "capstan-bundle-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A new folder with these files; those whose path ends in `.sh` are executable. */
export function makeTree(tree: Tree, folder = temporaryFolder()): string {
  for (const [path, content] of Object.entries(tree)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    chmodSync(file, path.endsWith(".sh") ? 0o755 : 0o644);
  }
  return folder;
}

/** What was read, as it would be written again. */
export function treeOf({ bundle, contents }: ReadBundle): Tree {
  const tree = bundle.files.map(({ path, digest }) => [
    path,
    Buffer.from(contents.get(digest) ?? "missing").toString("latin1"),
  ]);
  return Object.fromEntries(tree);
}
