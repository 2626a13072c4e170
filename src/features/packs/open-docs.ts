import type { ExecutionResult } from "../../gate/executor.ts";
import type { PackShelf } from "./pack-shelf.ts";

/** The rest of a longer one is had by read_file. */
const MAX_CHARACTERS = 200_000;

/** The entry doc, and only that (P18). */
export async function openDocs(
  shelf: Pick<PackShelf, "files" | "text">,
  bundle: string,
  entryDoc: string,
): Promise<ExecutionResult> {
  const file = (await shelf.files(bundle)).find(({ path }) => path === entryDoc);
  if (!file) {
    const message = `The pack has no file "${entryDoc}".`;
    return { state: "failed", error: { code: "FILE_NOT_FOUND", message } };
  }
  const text = await shelf.text(file);
  const content = text.slice(0, MAX_CHARACTERS).toWellFormed();
  const more =
    content.length < text.length
      ? { truncated: true, next_offset: Buffer.byteLength(content) }
      : {};
  return { state: "completed", outputs: { entry_doc: { path: entryDoc, content, ...more } } };
}
