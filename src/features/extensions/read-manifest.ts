import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "../../base/json.ts";
import { planIdOf } from "../../schema/extension.ts";
import { decodeDoc } from "../bundles/read/decode-doc.ts";
import type { ReadBundle } from "../bundles/read-bundle.ts";
import { extensionInvalid } from "./extension-errors.ts";
import { shownText } from "./shown-text.ts";

/** What an author says of one command, beside the list of commands. */
export type Declared = {
  readonly name: string;
  readonly description: string;
  /** Fields of the entry, and of its `config`. */
  readonly fields: JsonObject;
};

export type ExtensionManifest = {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** As they are written. */
  readonly permissions: readonly string[];
  readonly hosts: readonly string[];
  /** Where its install plan lies, as it says. */
  readonly plan: string | undefined;
  /** By name. */
  readonly declared: ReadonlyMap<string, Declared>;
  readonly warnings: readonly string[];
};

const MAX_BYTES = 1_000_000;
const MAX_ENTRIES = 100;
const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const HOST = /^[A-Za-z0-9.*:[\]-]{1,300}$/;
const RUN = new Set(["slash_command", "tool", ""]);

/** Reads `manifest.json`. Without an id there is nothing to list: it is refused. */
export function readManifest({
  bundle,
  contents,
}: Pick<ReadBundle, "bundle" | "contents">): ExtensionManifest {
  const file = bundle.files.find(({ path }) => path === "manifest.json");
  const bytes = file && contents.get(file.digest);
  if (!bytes) throw wrong("There is no manifest.json.");
  if (bytes.byteLength > MAX_BYTES) throw wrong("It has more than 1,000,000 bytes.");
  const doc = decodeDoc(bytes);
  const manifest = parse(doc.text);
  const missing = ["id", "name"].filter((field) => shownText(manifest[field]) === "");
  if (missing.length > 0) {
    const names = missing.map((field) => `"${field}"`).join(" and ");
    throw wrong(`An extension needs ${names} in it.`, missing[0]);
  }
  const id = manifest.id;
  if (typeof id !== "string" || !ID.test(id)) {
    throw wrong('Its "id" must be like "tools.postman": letters, digits, ".", "_" and "-".', "id");
  }
  if (id.endsWith(planIdOf(""))) {
    throw wrong(`Its "id" must not end in "${planIdOf("")}": install plans are listed so.`, "id");
  }
  const warnings = [...doc.warnings];
  const version = shownText(manifest.version, 64);
  if (version === "") warnings.push('The manifest has no "version": it counts as 0.0.0.');
  return {
    id,
    name: shownText(manifest.name, 200),
    version: version || "0.0.0",
    description: shownText(manifest.description),
    tags: textsIn(manifest.tags),
    permissions: textsIn(manifest.permissions_required ?? manifest.permissions),
    plan: isJsonObject(manifest.install) ? planIn(manifest.install) : undefined,
    hosts: textsIn(manifest.hosts).filter((host) => HOST.test(host)),
    declared: readDeclared(manifest.capabilities, warnings),
    warnings,
  };
}

/** The name of a command, however it is written: `/hello` is "hello". */
export function commandName(value: JsonValue | undefined): string {
  return typeof value === "string" ? value.trim().replace(/^\//, "") : "";
}

function parse(text: string): JsonObject {
  try {
    const value = parseJson(text);
    if (isJsonObject(value)) return value;
  } catch {
    // Said below.
  }
  throw wrong("It is not a JSON object.");
}

function readDeclared(
  value: JsonValue | undefined,
  warnings: string[],
): ReadonlyMap<string, Declared> {
  const declared = new Map<string, Declared>();
  const entries = Array.isArray(value) ? value : [];
  if (value !== undefined && value !== null && !Array.isArray(value)) {
    warnings.push('"capabilities" of the manifest is not a list: nothing of it was read.');
  }
  if (entries.length > MAX_ENTRIES) {
    warnings.push(`The manifest has ${entries.length} capabilities: ${MAX_ENTRIES} were read.`);
  }
  for (const [at, one] of entries.slice(0, MAX_ENTRIES).entries()) {
    const entry = isJsonObject(one) ? one : { name: one };
    const name = commandName(entry.command ?? entry.name);
    const shown = shownText(name, 64);
    const type = shownText(entry.type, 64);
    if (!RUN.has(type)) warnings.push(`"${shown}" is of type "${type}": not run here.`);
    else if (name === "") {
      warnings.push(`Capability ${at + 1} of the manifest has no name: left out.`);
    } else if (declared.has(name)) {
      warnings.push(`The manifest declares "${shown}" twice: the first counts.`);
    }
    if (name === "" || !RUN.has(type) || declared.has(name)) continue;
    const config = isJsonObject(entry.config) ? entry.config : {};
    const description = shownText(entry.description);
    declared.set(name, { name, description, fields: { ...config, ...entry } });
  }
  return declared;
}

function planIn({ plan }: JsonObject): string | undefined {
  return shownText(plan, 500).replace(/^(?:\.\/)+/, "") || undefined;
}

/** What is written otherwise than as a text stays a word as it is written: it is not known, and counts so. */
export function textsIn(value: JsonValue | undefined): string[] {
  const texts = (Array.isArray(value) ? value : [value ?? null]).flatMap((one) => {
    if (one === null) return [];
    return shownText(typeof one === "string" ? one : JSON.stringify(one), 100) || [];
  });
  return [...new Set(texts)].slice(0, MAX_ENTRIES);
}

function wrong(problem: string, field = "manifest.json") {
  return extensionInvalid(`"manifest.json" cannot be used. ${problem}`, { field });
}
