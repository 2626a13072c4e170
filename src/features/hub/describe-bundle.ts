import type { JsonValue } from "../../base/json.ts";
import { cutLine, oneLine } from "../../base/one-line.ts";
import { packSlug } from "../../base/slug.ts";
import { ChildExecution, CommandExecution } from "../../schema/execution.ts";
import type { HubAction } from "../../schema/hub.ts";
import type { SideEffect } from "../../schema/side-effect.ts";
import type { SourcedTool } from "../../schema/sourced-capability.ts";
import { textOf } from "../bundles/agent-files.ts";
import { kindOfFolder } from "../bundles/kind-of-folder.ts";
import { readFrontMatter } from "../bundles/read/read-front-matter.ts";
import type { ReadBundle } from "../bundles/read-bundle.ts";
import { loadExtension } from "../extensions/load-extension.ts";
import { readManifest as readExtensionManifest } from "../extensions/read-manifest.ts";
import { checkAgent } from "../manifest-agents/check/check-agent.ts";
import { loadAgent } from "../manifest-agents/load-agent.ts";
import { readManifest as readAgentManifest } from "../manifest-agents/read-manifest.ts";
import { loadPack } from "../packs/load-pack.ts";
import { readToolsJson } from "../packs/read-tools-json.ts";
import { loadSkill } from "../skills/load-skill.ts";
import type { DescribedBundle } from "./hub.ts";

const VERSION = /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/;
const NO_VERSION = "0.0.0";
const MAX_DESCRIPTION = 1_024;

/** What an agent asks for and does not need, or does without asking for it (I19). */
export function permissionProblems(read: ReadBundle): readonly string[] {
  if (kindOfFolder(read) !== "agent") return [];
  const minimal = checkAgent(read).find(({ item }) => item === "permissions are minimal");
  return minimal?.problems ?? [];
}

/** What the loader of its kind makes of a bundle. Nothing is imported or run. */
export function describeBundle(read: ReadBundle): DescribedBundle {
  switch (kindOfFolder(read)) {
    case "skill":
      return describeSkill(read);
    case "agent":
      return describeAgent(read);
    case "ext":
      return describeExtension(read);
    case "pack":
      return describePack(read);
  }
}

function describeSkill(read: ReadBundle): DescribedBundle {
  const { metadata, capability } = loadSkill(read);
  return { ...about("skill", metadata, frontMatterOf(read)), ...madeOf(capability.tools) };
}

function describeAgent(read: ReadBundle): DescribedBundle {
  const { metadata, capability } = loadAgent(read);
  const { author, permissions } = readAgentManifest(read);
  const said = about("agent", metadata, { author });
  return { ...said, ...madeOf(capability.tools, permissions) };
}

function describeExtension(read: ReadBundle): DescribedBundle {
  const { metadata, capability, planCapability } = loadExtension(read);
  const { id, permissions, hosts } = readExtensionManifest(read);
  const tools = [...capability.tools, ...(planCapability?.tools ?? [])];
  const made = madeOf(tools, permissions);
  return {
    ...about("extension", { ...metadata, name: id }, {}),
    ...made,
    hosts: [...new Set([...hosts, ...made.hosts])].sort(),
  };
}

function describePack(read: ReadBundle): DescribedBundle {
  const metadata = loadPack(read, { folder: "", entryDoc: null });
  const front = frontMatterOf(read);
  const tools = readToolsJson(read);
  const made = madeOf(tools && "tools" in tools ? tools.tools : [], metadata.allowedTools ?? []);
  const version = versionIn(front.version) ?? versionIn(valueIn(front.metadata, "version"));
  return { ...about("pack", { ...metadata, version: version ?? NO_VERSION }, front), ...made };
}

type Said = { readonly name: string; readonly version: string; readonly description: string };
type Fields = Readonly<Record<string, JsonValue>>;

function about(kind: DescribedBundle["kind"], { name, version, description }: Said, from: Fields) {
  const author = textOfValue(from.author) || textOfValue(valueIn(from.metadata, "author"));
  return {
    kind,
    name: hubName(name, kind),
    version: versionIn(version) ?? NO_VERSION,
    description: cutLine(oneLine(description), MAX_DESCRIPTION) || `The ${kind} ${name}.`,
    author: author === "" ? null : author,
  };
}

/** Agents keep the "_" of their names: those are ids. */
function hubName(name: string, kind: DescribedBundle["kind"]): string {
  const lower = name.toLowerCase();
  return /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/.test(lower) ? lower : packSlug(name, kind);
}

function madeOf(tools: readonly SourcedTool[], declared: readonly string[] = []) {
  const permissions = new Set([...declared, ...tools.flatMap((tool) => tool.permissions ?? [])]);
  const effects = new Set(
    tools.flatMap((tool): readonly SideEffect[] => tool.declaredEffects ?? []),
  );
  return {
    permissions: [...permissions].sort(),
    effects: [...effects].sort(),
    hosts: [...new Set(tools.flatMap(hostsOf))].sort(),
    programs: [...new Set(tools.flatMap(programsOf))].sort(),
    actions: tools.map(
      ({ name, inputSchema, outputSchema }): HubAction => ({
        name,
        input_schema: inputSchema,
        output_schema: outputSchema ?? null,
      }),
    ),
  };
}

function hostsOf({ execution }: SourcedTool): readonly string[] {
  if (execution.type !== "command") return [];
  const { network } = CommandExecution.parse(execution).call;
  return network ?? [];
}

function programsOf({ execution }: SourcedTool): readonly string[] {
  if (execution.type === "child") return ChildExecution.parse(execution).binaries ?? [];
  return execution.type === "command" ? [CommandExecution.parse(execution).call.command] : [];
}

function frontMatterOf(read: ReadBundle): Fields {
  const file = read.bundle.files.find(({ path }) => /^skill\.md$/i.test(path));
  return readFrontMatter(textOf(read, file?.path ?? "SKILL.md") ?? "")?.fields ?? {};
}

function valueIn(value: JsonValue | undefined, key: string): JsonValue | undefined {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject && Object.hasOwn(value, key) ? value[key] : undefined;
}

function versionIn(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" && VERSION.test(value) ? value : undefined;
}

function textOfValue(value: JsonValue | undefined): string {
  return typeof value === "string" ? cutLine(oneLine(value), 200) : "";
}
