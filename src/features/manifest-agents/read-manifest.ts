import { isJsonObject, type JsonObject, parseJson } from "../../base/json.ts";
import { type AgentFiles, textOf } from "../bundles/agent-files.ts";
import { AGENT_PERMISSIONS } from "./agent-permissions.ts";
import { type AgentAction, readActions } from "./read-actions.ts";
import { shown, textsIn } from "./shown-texts.ts";

/** What an author says of an agent. What is not said is empty. */
export type AgentManifest = {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly author: string;
  readonly license: string;
  readonly category: string;
  readonly status: string;
  /** Those that are known, required and optional ones. */
  readonly permissions: readonly string[];
  readonly actions: readonly AgentAction[];
  readonly platforms: readonly string[];
  readonly binaries: readonly string[];
  readonly models: readonly string[];
  readonly minVersion: string;
  readonly entryPoint: string;
  /** `sandbox_policy: "ReadOnly"`: it writes nothing at all. */
  readonly isReadOnly: boolean;
  readonly warnings: readonly string[];
  /** Why nothing of it can be used. */
  readonly problem?: string;
};

const FIELDS = [
  ...["name", "version", "description", "author", "license", "category", "status"],
  ...["permissions", "actions", "platforms", "dependencies", "min_intentos_version"],
];
const KNOWN: ReadonlySet<string> = new Set([
  ...FIELDS,
  ...["optional_permissions", "sandbox_policy", "entry_point"],
]);
const MAX_LISTED = 100;

/** Reads `manifest.json` as it is: what is missing or odd is a warning. */
export function readManifest(files: AgentFiles): AgentManifest {
  const fields = parse(textOf(files, "manifest.json"));
  if (typeof fields === "string") return { ...manifestOf(files, {}, []), problem: fields };
  const warnings: string[] = [];
  for (const field of FIELDS) {
    if (!Object.hasOwn(fields, field)) warnings.push(`The manifest has no "${field}".`);
  }
  for (const field of Object.keys(fields).slice(0, MAX_LISTED)) {
    if (!KNOWN.has(field))
      warnings.push(`"${shown(field, 64)}" in the manifest means nothing here.`);
  }
  return manifestOf(files, fields, warnings);
}

/** The manifest as it is written, or why it cannot be read. */
export function parse(text: string | undefined): JsonObject | string {
  if (text === undefined) return "There is no manifest.json that could be read.";
  try {
    const value = parseJson(text);
    if (isJsonObject(value)) return value;
  } catch {
    // Said below.
  }
  return '"manifest.json" is not a JSON object. Mend it.';
}

function manifestOf(files: AgentFiles, fields: JsonObject, warnings: string[]): AgentManifest {
  const { actions, problem } = readActions(fields.actions, files, warnings);
  const dependencies = isJsonObject(fields.dependencies) ? fields.dependencies : {};
  return {
    name: shown(fields.name, 64) || titleOf(files) || "agent",
    version: shown(fields.version, 64),
    description: shown(fields.description, 2_000),
    author: shown(fields.author, 200),
    license: shown(fields.license, 100),
    category: shown(fields.category, 64),
    status: shown(fields.status, 64),
    permissions: readPermissions(fields, warnings),
    actions,
    platforms: textsIn(fields.platforms),
    binaries: textsIn(dependencies.system_binaries),
    models: textsIn(dependencies.ollama_models),
    minVersion: shown(fields.min_intentos_version, 64),
    entryPoint: shown(fields.entry_point, 64),
    isReadOnly: fields.sandbox_policy === "ReadOnly",
    warnings,
    ...(problem !== undefined && { problem }),
  };
}

function readPermissions(fields: JsonObject, warnings: string[]): string[] {
  const named = [...textsIn(fields.permissions), ...textsIn(fields.optional_permissions)];
  for (const name of named) {
    if (AGENT_PERMISSIONS.has(name)) continue;
    const why = /^[~/]/.test(name)
      ? "a folder is opened by a person, and not by a manifest"
      : "it is not known";
    warnings.push(`The permission "${name}" gives nothing: ${why}.`);
  }
  return [...new Set(named.filter((name) => AGENT_PERMISSIONS.has(name)))];
}

/** The first heading of SPEC.md, where it is a name. */
function titleOf(files: AgentFiles): string {
  const title = /^#\s+(\S+)\s*$/m.exec(textOf(files, "SPEC.md") ?? "")?.[1] ?? "";
  return /^[a-z][a-z0-9_]{0,63}$/.test(title) ? title : "";
}
