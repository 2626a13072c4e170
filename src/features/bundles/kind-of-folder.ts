import { isJsonObject, type JsonValue, parseJson } from "../../base/json.ts";
import { packInvalid } from "./pack-errors.ts";
import type { ReadBundle } from "./read-bundle.ts";

export type FolderKind = "skill" | "agent" | "ext" | "pack";

export const IMPLEMENTATION = /^impl\.(?:py|ts|mts|js|mjs)$/;
export const AGENT = /^agent\.(?:py|ts|mts|js|mjs)$/;
const COMMANDS = /^commands(?:\.ya?ml$|\/)/;

/** Which kind of capability a folder is, by the files that it has (X35). */
export function kindOfFolder(read: Pick<ReadBundle, "bundle" | "contents">): FolderKind {
  const paths = read.bundle.files.map(({ path }) => path);
  const has = (pattern: RegExp) => paths.some((path) => pattern.test(path));
  if (has(/^skill\.md$/i) && has(IMPLEMENTATION)) return "skill";
  if (!has(/^manifest\.json$/)) return "pack";
  if (has(COMMANDS)) return "ext";
  if (has(AGENT)) return "agent";
  // Beside an entry doc it may be anybody's file.
  if (has(/^skill\.md$/i)) return "pack";
  throw packInvalid(misfit(manifestOf(read)), { field: "manifest.json" });
}

/** Other kinds are refused by their names. */
export function requirePack(read: Pick<ReadBundle, "bundle" | "contents">): void {
  const kind = kindOfFolder(read);
  if (kind === "pack") return;
  const called = { ext: "an extension", skill: "a skill with code", agent: "a manifest agent" };
  throw packInvalid(`This folder is ${called[kind]}. An admin installs it as one.`, { kind });
}

function manifestOf({ bundle, contents }: Pick<ReadBundle, "bundle" | "contents">): JsonValue {
  const file = bundle.files.find(({ path }) => path === "manifest.json");
  const bytes = file && contents.get(file.digest);
  try {
    return parseJson(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

function misfit(manifest: JsonValue): string {
  if (!isJsonObject(manifest)) return '"manifest.json" is not a JSON object. Mend or remove it.';
  const missing = (fields: readonly string[]) =>
    fields.filter((field) => !Object.hasOwn(manifest, field)).map((field) => `"${field}"`);
  const agent = [...missing(["name", "actions"]), "a file agent.py, agent.ts or agent.js"];
  const ext = [...missing(["id", "capabilities"]), "a folder commands/ or a file commands.yaml"];
  return `"manifest.json" is of no kind that is known. An agent needs ${agent.join(", ")} as well; an extension ${ext.join(", ")}.`;
}
