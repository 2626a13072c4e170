import { cutLine, oneLine } from "../../base/one-line.ts";
import { packSlug } from "../../base/slug.ts";
import { ChildExecution, CommandExecution } from "../../schema/execution.ts";
import type { HubAction } from "../../schema/hub.ts";
import type { SideEffect } from "../../schema/side-effect.ts";
import type { SourcedTool } from "../../schema/sourced-capability.ts";
import type { FolderKinds } from "../bundles/folder-kinds.ts";
import type { ReadBundle } from "../bundles/read-bundle.ts";
import type { DescribedBundle } from "./hub.ts";

const VERSION = /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/;
const NO_VERSION = "0.0.0";
const MAX_DESCRIPTION = 1_024;

/** What the loader of its kind makes of a bundle. Nothing is imported or run. */
export function describeBundle(kinds: FolderKinds, read: ReadBundle): DescribedBundle {
  const { hubKind: kind, load } = kinds.kindOf(read);
  const { metadata, capability, planCapability, declares = {} } = load(read);
  const { name = metadata.name, author = "", permissions, hosts = [] } = declares;
  const { version, description } = metadata;
  const made = madeOf([...capability.tools, ...(planCapability?.tools ?? [])], permissions);
  return {
    kind,
    name: hubName(name, kind),
    version: VERSION.test(version) ? version : NO_VERSION,
    description: cutLine(oneLine(description), MAX_DESCRIPTION) || `The ${kind} ${name}.`,
    author: author === "" ? null : author,
    ...made,
    hosts: [...new Set([...hosts, ...made.hosts])].sort(),
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
