import type { Bundle } from "../../schema/bundle.ts";
import { packInvalid } from "../bundles/pack-errors.ts";

/** The entry doc: the one that its owner asked for, SKILL.md, README.md, the first `*.md` (P10). */
export function findEntryDoc({ files }: Pick<Bundle, "files">, wanted: string | null): string {
  const paths = files.map(({ path }) => path);
  if (wanted !== null) {
    const found = paths.find((path) => path === wanted.normalize("NFC"));
    if (found !== undefined && !isMarkdown(found)) {
      throw packInvalid(`"${wanted}" is not Markdown. Name a file that ends with ".md".`);
    }
    if (found !== undefined) return found;
    throw packInvalid(`There is no "${wanted}" in the folder. Name a file that is there.`);
  }
  const docs = paths.filter((path) => !path.includes("/") && isMarkdown(path));
  const named = (name: string) =>
    docs.find((path) => path === name) ??
    docs.find((path) => path.toLowerCase() === name.toLowerCase());
  const found = named("SKILL.md") ?? named("README.md") ?? docs.toSorted()[0];
  if (found !== undefined) return found;
  throw packInvalid(
    'There is no entry doc. Add a file "SKILL.md" that begins with the lines "---", "name: …", "description: …", "---".',
  );
}

function isMarkdown(path: string): boolean {
  return /\.md$/i.test(path);
}
