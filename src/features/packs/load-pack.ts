import type { JsonObject } from "../../base/json.ts";
import { cutLine, hasHidden, oneLine } from "../../base/one-line.ts";
import { meantBy, readAllowedTool } from "../../schema/allowed-tool.ts";
import { type PackMetadata, TOOLS_JSON } from "../../schema/pack.ts";
import type { SourcedTool } from "../../schema/sourced-capability.ts";
import { packInvalid } from "../bundles/pack-errors.ts";
import { decodeDoc } from "../bundles/read/decode-doc.ts";
import { readFrontMatter } from "../bundles/read/read-front-matter.ts";
import type { ReadBundle } from "../bundles/read-bundle.ts";
import { findEntryDoc } from "./entry-doc.ts";
import { readMetadata } from "./read-metadata.ts";
import { readToolsJson } from "./read-tools-json.ts";

type Wanted = {
  /** What its folder is called; empty for a zip. */
  readonly folder: string;
  readonly entryDoc: string | null;
};

/** With all fields of its front matter. */
type LoadedPack = PackMetadata & { readonly fields: JsonObject };

const MAX_DOC = 1_000_000;
const MAX_WARNINGS = 50;

/**
 * What a folder says of itself as a pack. Read leniently, with warnings; what cannot be taken in is
 * refused with PACK_INVALID, which says what to change (P42). Nothing is imported or run.
 */
export function loadPack(read: ReadBundle, { folder, entryDoc: wanted }: Wanted): LoadedPack {
  const { bundle, contents, leftOut } = read;
  const entryDoc = entryDocOf(read, wanted);
  const file = bundle.files.find(({ path }) => path === entryDoc);
  const bytes = file && contents.get(file.digest);
  if (!bytes) throw packInvalid(`"${entryDoc}" cannot be read.`);
  if (bytes.byteLength > MAX_DOC) {
    throw packInvalid(`"${entryDoc}" has more than ${MAX_DOC} bytes. Move parts of it to docs/.`);
  }
  const doc = decodeDoc(bytes);
  const front = readFrontMatter(doc.text);
  if (!front) {
    const message = `"${entryDoc}" has no front matter. Begin it with the lines "---", "name: …", "description: …", "---".`;
    throw packInvalid(message, { field: entryDoc });
  }
  const { warnings, ...metadata } = readMetadata(front.fields, folder);
  const tools = readToolsJson(read);
  return {
    ...metadata,
    fields: front.fields,
    entryDoc,
    hasToolsJson: bundle.files.some(({ path }) => path === TOOLS_JSON),
    warnings: [
      ...doc.warnings,
      ...front.warnings,
      ...warnings,
      ...(tools && "problem" in tools ? [tools.problem] : []),
      ...hiddenInTools(tools && "tools" in tools ? tools.tools : []),
      ...unknownTools(metadata.allowedTools ?? [], tools && "tools" in tools ? tools.tools : []),
      ...leftOut.map(({ path, reason }) => `"${path}" was left out. ${reason}`),
    ].slice(0, MAX_WARNINGS),
  };
}

/** They are taken out of what a model is sent; whoever takes it in should know (A105). */
function hiddenInTools(tools: readonly SourcedTool[]): string[] {
  const hiding = tools.filter(({ description, inputSchema }) =>
    hasHidden(description + JSON.stringify(inputSchema)),
  );
  return hiding
    .slice(0, 10)
    .map(({ name }) => `There are hidden characters in what "${name}" says of itself.`);
}

/** Names of other hosts' tools that are none here, and of none of its own. */
function unknownTools(allowed: readonly string[], own: readonly { name: string }[]): string[] {
  const names = allowed.map((written) => readAllowedTool(written));
  const unknown = names.filter(
    (entry) => !meantBy(entry) && !own.some(({ name }) => name === entry.name),
  );
  if (unknown.length === 0) return [];
  const shown = unknown.slice(0, 10).map(({ name }) => cutLine(oneLine(name), 40));
  return [`allowed-tools names tools that do not exist here: ${shown.join(", ")}.`];
}

/** A link that leaves the folder is not in the bundle: the reader would not know why. */
function entryDocOf({ bundle, leftOut }: ReadBundle, wanted: string | null): string {
  const left = leftOut.find(({ path }) => /^skill\.md$/i.test(path));
  const isThere = bundle.files.some(({ path }) => /^skill\.md$/i.test(path));
  if (left && !isThere && wanted === null) {
    throw packInvalid(`"${left.path}" was left out. ${left.reason} Copy the file into the folder.`);
  }
  return findEntryDoc(bundle, wanted);
}
