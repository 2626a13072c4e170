import { CapstanError } from "../../base/errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { codeOf, entryOf, textOf } from "../bundles/agent-files.ts";
import type { ReadBundle } from "../bundles/read-bundle.ts";
import type { CheckedItem } from "../bundles/tests/checked-items.ts";
import { askedPackages, readPackageLock } from "../programs/packages/read-package-lock.ts";
import {
  isPinned,
  lineWithoutHash,
  requirementLines,
} from "../programs/packages/read-requirements.ts";
import { AGENT_PERMISSIONS } from "./agent-permissions.ts";
import { type AgentManifest, parse, readManifest } from "./read-manifest.ts";
import { readSpec } from "./read-spec.ts";
import { usedPermissions } from "./used-permissions.ts";

const CATEGORIES = ["files", "browser", "image", "media", "system", "document", "utility"];
const STATUSES = ["draft", "stable", "deprecated"];
const PLATFORMS = ["linux", "macos", "windows"];
const NAME = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*_agent$/;
const VERSION = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?$/;
/** The version of the document that this understands. */
const SPOKEN = [0, 1, 0];
/** Which categories may have them (I18). */
const ONLY_FOR: ReadonlyMap<string, readonly string[]> = new Map([
  ["network", ["browser", "media", "document", "utility", "system"]],
  ["system.processes", ["system"]],
  ["system.hardware", ["system"]],
  ["display", ["media", "image", "browser"]],
]);
const SECTIONS = [
  "What This Agent Does",
  "Permissions",
  "ACP Interface",
  "Behavior Specifications",
  "Implementation Notes",
  "Contributing",
];

/** Holds a folder against all that the document asks for, item by item. Nothing is imported or run. */
export function checkManifest(read: ReadBundle): readonly CheckedItem[] {
  const fields = parse(textOf(read, "manifest.json"));
  if (typeof fields === "string") return [{ item: "manifest.json", problems: [fields] }];
  const manifest = readManifest(read);
  const { permissions, actions } = manifest;
  return [
    { item: "manifest.json", problems: manifest.problem === undefined ? [] : [manifest.problem] },
    { item: "files", problems: filesMissing(read, manifest) },
    { item: "name", problems: said(NAME.test(manifest.name), WRONG_NAME) },
    { item: "version", problems: said(VERSION.test(manifest.version), WRONG_VERSION) },
    { item: "description", problems: oneSentence(manifest.description) },
    { item: "author", problems: said(manifest.author !== "", 'Say who wrote it: "author".') },
    { item: "license", problems: said(manifest.license !== "", 'Say its "license".') },
    { item: "category", problems: oneOf("category", manifest.category, CATEGORIES) },
    { item: "status", problems: oneOf("status", manifest.status, STATUSES) },
    { item: "permissions", problems: permissionProblems(fields, manifest) },
    { item: "least privilege", problems: excess(manifest, codeOf(read)) },
    { item: "actions", problems: actionProblems(fields.actions, manifest) },
    { item: "platforms", problems: listOf("platforms", fields.platforms, PLATFORMS) },
    { item: "dependencies", problems: dependencyProblems(read, fields.dependencies) },
    { item: "min_intentos_version", problems: minimum(manifest.minVersion) },
    { item: "SPEC.md", problems: specProblems(read, manifest) },
    ...(permissions.length + actions.length === 0 ? [{ item: "use", problems: [NOTHING] }] : []),
  ];
}

const WRONG_NAME = 'The name is lower case with "_" between the words, and ends in "_agent".';
const WRONG_VERSION = 'The version has three numbers, such as "0.1.0".';
const NOTHING = "It neither does anything nor asks for anything.";

function said(holds: boolean, problem: string): string[] {
  return holds ? [] : [problem];
}

function filesMissing(read: ReadBundle, { entryPoint }: AgentManifest): string[] {
  const entry = entryOf(read, entryPoint);
  const isPython = entry?.endsWith(".py") === true;
  const wanted = ["SPEC.md", ...(isPython ? ["requirements.txt", "tests/test_agent.py"] : [])];
  const has = (path: string) => read.bundle.files.some((file) => file.path === path);
  const hasTests = read.bundle.files.some(({ path }) => /^tests\/.*test/i.test(path));
  return [
    ...said(entry !== undefined, "There is no agent.py, agent.ts or agent.js."),
    ...wanted.flatMap((path) => said(has(path), `There is no ${path}.`)),
    ...said(hasTests || isPython, "There are no tests in tests/."),
  ];
}

function oneSentence(text: string): string[] {
  if (text === "") return ['Say in one sentence what it does: "description".'];
  return said(!/[.!?]\s+\S/.test(text), "The description is more than one sentence.");
}

function oneOf(field: string, value: string, allowed: readonly string[]): string[] {
  return said(allowed.includes(value), `"${field}" is one of ${allowed.join(", ")}.`);
}

function listOf(field: string, value: JsonValue | undefined, allowed: readonly string[]): string[] {
  if (!Array.isArray(value) || value.length === 0) return [`"${field}" is a list, and not empty.`];
  return value.flatMap((one) =>
    said(
      typeof one === "string" && allowed.includes(one),
      `${JSON.stringify(one)} in "${field}" is none of ${allowed.join(", ")}.`,
    ),
  );
}

function permissionProblems(fields: JsonObject, { permissions, category }: AgentManifest) {
  const known = [...AGENT_PERMISSIONS.keys()];
  const optional = fields.optional_permissions;
  return [
    ...(Array.isArray(fields.permissions) ? [] : ['"permissions" is a list.']),
    ...[fields.permissions, optional].flatMap((list) =>
      Array.isArray(list) && list.length > 0 ? listOf("permissions", list, known) : [],
    ),
    ...said(
      !permissions.includes("filesystem.move") || permissions.includes("filesystem.read"),
      '"filesystem.move" needs "filesystem.read" as well.',
    ),
    ...permissions.flatMap((one) => {
      const categories = ONLY_FOR.get(one);
      const problem = `"${one}" is for agents of the category ${categories?.join(" or ")} only.`;
      return said(!categories || categories.includes(category), problem);
    }),
  ];
}

function excess(manifest: AgentManifest, code: string): string[] {
  const used = usedPermissions(manifest, code);
  const undeclared = manifest.actions.flatMap(({ name, needs = [] }) =>
    needs
      .filter((one) => !manifest.permissions.includes(one))
      .map((one) => `"${name}" needs "${one}", which is not declared.`),
  );
  const unneeded = manifest.permissions
    .filter((one) => !used.has(one))
    .map((one) => `No action needs "${one}": do not declare it.`);
  return [...unneeded, ...undeclared];
}

function actionProblems(value: JsonValue | undefined, { actions }: AgentManifest): string[] {
  const listed = Array.isArray(value) ? value.length : 0;
  return [
    ...said(listed > 0, 'List what it can do in "actions".'),
    ...said(listed === actions.length, "Some actions have no name, a wrong one, or one twice."),
    ...actions.flatMap(({ name }) =>
      said(/^[a-z][a-z0-9_]*$/.test(name), `"${name}": write it in lower case, with "_".`),
    ),
  ];
}

function dependencyProblems(read: ReadBundle, value: JsonValue | undefined): string[] {
  if (!isJsonObject(value)) return ['"dependencies" is an object.'];
  const [manifest, lock] = [textOf(read, "package.json"), textOf(read, "package-lock.json")];
  const problem = lock === undefined ? undefined : lockProblem(lock, manifest);
  const requirements = requirementLines(textOf(read, "requirements.txt"));
  const loose = requirements.filter((it) => !isPinned([it]) || lineWithoutHash([it]));
  return [
    ...["ollama_models", "system_binaries"].flatMap((field) =>
      said(
        value[field] === undefined || Array.isArray(value[field]),
        `"dependencies.${field}" is a list.`,
      ),
    ),
    ...said(
      askedPackages(manifest).length === 0 || lock !== undefined,
      "package.json has dependencies, and there is no package-lock.json beside it.",
    ),
    ...(problem === undefined ? [] : [problem]),
    ...loose.map(
      (it) =>
        `"${it}" in requirements.txt is not pinned: write name==1.2.3 --hash=sha256:… for it and for all that it needs.`,
    ),
  ];
}

function lockProblem(lock: string, manifest: string | undefined): string | undefined {
  try {
    readPackageLock(lock, { manifest });
    return undefined;
  } catch (error) {
    if (error instanceof CapstanError) return error.message;
    throw error;
  }
}

/** Whether this is new enough for it (I50). */
export function minimum(version: string): string[] {
  if (!VERSION.test(version)) return ['"min_intentos_version" has three numbers.'];
  const wanted = version.split(/[.-]/).map(Number);
  const first = SPOKEN.findIndex((number, index) => number !== wanted[index]);
  const isNewer = first !== -1 && (wanted[first] ?? 0) > (SPOKEN[first] ?? 0);
  const problem = `It needs ${version}, and this understands ${SPOKEN.join(".")}: it may ask for what is not there.`;
  return said(!isNewer, problem);
}

function specProblems(read: ReadBundle, { name, version, actions }: AgentManifest): string[] {
  const text = textOf(read, "SPEC.md");
  if (text === undefined) return ["There is no SPEC.md."];
  const told = readSpec(read);
  const has = (heading: string) =>
    new RegExp(`^##\\s+${heading.replace("Behavior", "Behaviou?r")}\\s*$`, "im").test(text);
  return [
    ...said(titlesOf(text).includes(name), `Its title is "# ${name}".`),
    ...said(text.includes(`**Version:** ${version}`), `It says "**Version:** ${version}".`),
    ...["Status", "Category"].flatMap((it) =>
      said(text.includes(`**${it}:**`), `It says its "**${it}:**".`),
    ),
    ...SECTIONS.flatMap((it) => said(has(it), `It has no section "## ${it}".`)),
    ...actions.flatMap((it) =>
      said(told.has(it.name), `It has no section about the action "${it.name}".`),
    ),
  ];
}

function titlesOf(text: string): string[] {
  return [...text.matchAll(/^#[ \t]+(.*)$/gm)].map(([, title = ""]) => title.trim());
}
