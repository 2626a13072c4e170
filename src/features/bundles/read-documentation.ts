import type { Engine } from "../../engine/engine.ts";

const DOCS = ["SPEC.md", "SKILL.md", "README.md"];
const MAX_BYTES = 500_000;

type Documentation = {
  readonly path: string | null;
  readonly text: string;
  /** What was odd about the folder when it was read, such as a permission that gives nothing. */
  readonly warnings: readonly string[];
};

/** What an author wrote for people: the first of these files that there is; empty where there is none. */
export async function readDocumentation(
  { installedFolders, folderShelf }: Engine,
  id: string,
): Promise<Documentation> {
  const folder = installedFolders().get(id);
  const files = folder ? await folderShelf.files(folder.digest) : [];
  const found = DOCS.flatMap((path) => files.find((file) => file.path === path) ?? []);
  const [doc] = found.filter(({ size_bytes: size }) => size <= MAX_BYTES);
  const { warnings = [] } = folder ?? {};
  if (!doc) return { path: null, text: "", warnings };
  return { path: doc.path, text: await folderShelf.text(doc), warnings };
}
