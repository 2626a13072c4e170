import { isJsonObject, type JsonValue, parseJson } from "../../base/json.ts";
import type { FolderKind } from "../../schema/installed-folder.ts";
import type { FolderKindParts } from "./folder-kind.ts";
import { packInvalid } from "./pack-errors.ts";
import type { ReadBundle } from "./read-bundle.ts";

type Files = Pick<ReadBundle, "bundle" | "contents">;

/** The kinds of one runtime. */
export interface FolderKinds {
  readonly all: readonly FolderKindParts[];
  of(kind: FolderKind): FolderKindParts;
  /** The kind of a folder with these names in it, as far as names tell. */
  named(names: readonly string[]): FolderKindParts | undefined;
  /** Which kind of capability a folder is, by the files that it has (X35). */
  kindOf(read: Files): FolderKindParts;
}

export function createFolderKinds(all: readonly FolderKindParts[]): FolderKinds {
  const byKind = new Map(all.map((parts) => [parts.kind, parts]));
  const named = (names: readonly string[]) => all.find((parts) => parts.matches(names));
  return {
    all,
    of(kind) {
      const parts = byKind.get(kind);
      if (parts) return parts;
      throw new Error(`The kind "${kind}" is in no list of kinds.`);
    },
    named,
    kindOf(read) {
      const names = read.bundle.files.map(({ path }) => path);
      const found = named(names);
      if (found) return found;
      // Its loader says what is missing.
      const last = names.includes("manifest.json") ? undefined : all.at(-1);
      if (last) return last;
      throw packInvalid(misfit(all, manifestOf(read)), { field: "manifest.json" });
    },
  };
}

function manifestOf({ bundle, contents }: Files): JsonValue {
  const file = bundle.files.find(({ path }) => path === "manifest.json");
  const bytes = file && contents.get(file.digest);
  try {
    return parseJson(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

function misfit(kinds: readonly FolderKindParts[], manifest: JsonValue): string {
  if (!isJsonObject(manifest)) return '"manifest.json" is not a JSON object. Mend or remove it.';
  const lacks = kinds.flatMap(({ needs }) => {
    if (!needs) return [];
    const missing = needs.fields.filter((field) => !Object.hasOwn(manifest, field));
    return [{ ...needs, missing: [...missing.map((field) => `"${field}"`), needs.file] }];
  });
  const [first, ...others] = lacks;
  const unknown = '"manifest.json" is of no kind that is known.';
  if (!first) return unknown;
  const rest = others.map(({ called, missing }) => `; ${called} ${missing.join(", ")}`).join("");
  const [initial = "", ...letters] = first.called;
  const called = `${initial.toUpperCase()}${letters.join("")}`;
  return `${unknown} ${called} needs ${first.missing.join(", ")} as well${rest}.`;
}
