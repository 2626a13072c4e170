import type { Engine } from "../engine.ts";

const DOCS = ["SPEC.md", "SKILL.md", "README.md"];
const MAX_BYTES = 500_000;

/** What an author wrote for people: the first of these files that there is; empty where there is none. */
export async function readDocumentation(
  { installedFolders, folderShelf }: Engine,
  id: string,
): Promise<{ readonly path: string | null; readonly text: string }> {
  const folder = installedFolders().get(id);
  const files = folder ? await folderShelf.files(folder.digest) : [];
  const found = DOCS.flatMap((path) => files.find((file) => file.path === path) ?? []);
  const [doc] = found.filter(({ size_bytes: size }) => size <= MAX_BYTES);
  return doc ? { path: doc.path, text: await folderShelf.text(doc) } : { path: null, text: "" };
}
