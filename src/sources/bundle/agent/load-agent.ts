import type { ReadBundle } from "../../../ports/read-bundle.ts";
import type { CapabilityStatus } from "../../../schema/capability.ts";
import type { SourcedCapability, SourcedTool } from "../../../schema/sourced-capability.ts";
import { codeOf, entryOf } from "./agent-files.ts";
import { describeAction } from "./describe-action.ts";
import { type AgentManifest, readManifest } from "./read-manifest.ts";
import { exampleTasks } from "./read-spec.ts";
import { usedPermissions } from "./used-permissions.ts";

export type LoadedAgent = {
  readonly metadata: Pick<AgentManifest, "name" | "version" | "description" | "warnings">;
  readonly capability: SourcedCapability;
};

const MAX_WARNINGS = 50;
const STATUSES: ReadonlyMap<string, CapabilityStatus> = new Map([
  ["draft", "draft"],
  ["stable", "available"],
  ["deprecated", "deprecated"],
]);
const PLATFORMS: ReadonlyMap<string, string> = new Map([
  ["linux", "linux"],
  ["darwin", "macos"],
  ["win32", "windows"],
]);

/**
 * What a folder is as a manifest agent: a tool for each action. Read leniently, with warnings; one that
 * cannot be used is listed with the reason, and does nothing. Nothing is imported or run.
 */
export function loadAgent(read: ReadBundle): LoadedAgent {
  const manifest = readManifest(read);
  const given = usedPermissions(manifest, codeOf(read));
  const entry = entryOf(read, manifest.entryPoint);
  const warnings = [...manifest.warnings, ...warningsOf(manifest, given)];
  for (const { path, reason } of read.leftOut) warnings.push(`"${path}" was left out. ${reason}`);
  const { name, description, category } = manifest;
  const version = manifest.version || "0.0.0";
  const status = STATUSES.get(manifest.status || "stable") ?? "draft";
  const problem =
    manifest.problem ??
    (entry === undefined ? "It has no agent.py, agent.ts or agent.js to run." : undefined) ??
    (status === "draft" ? whyDraft(manifest) : undefined);
  const broken = manifest.problem !== undefined || entry === undefined;
  const about = { id: name, name, description, version, trust: "local" as const };
  const agent = { ...manifest, given, bundle: read.bundle.digest, entry: entry ?? "" };
  const tools = broken ? [] : manifest.actions.map((one) => describeAction(one, agent));
  return {
    metadata: { name, version, description, warnings: warnings.slice(0, MAX_WARNINGS) },
    capability: {
      ...about,
      ...(category !== "" && { category }),
      status: broken ? "draft" : status,
      ...(problem !== undefined && { problem }),
      tools: runnable(withTasks(tools, exampleTasks(read)), manifest),
    },
  };
}

function warningsOf(manifest: AgentManifest, given: ReadonlySet<string>): string[] {
  const { permissions, actions, models } = manifest;
  const unneeded = permissions
    .filter((one) => !given.has(one))
    .map((one) => `The permission "${one}" gives nothing: no action needs it.`);
  const missing = actions.flatMap(({ name, needs = [] }) =>
    needs
      .filter((one) => !permissions.includes(one))
      .map(
        (one) => `"${name}" needs the permission "${one}", which the manifest does not declare.`,
      ),
  );
  const move = permissions.includes("filesystem.move") && !permissions.includes("filesystem.read");
  return [
    ...unneeded,
    ...missing,
    ...(move ? ['The permission "filesystem.move" needs "filesystem.read" as well.'] : []),
    ...models.map((model) => `It needs the model "${model}" of an Ollama on this machine.`),
  ];
}

function whyDraft({ status }: AgentManifest): string {
  return status === "draft"
    ? 'It is a draft. Set "status" to "stable" in its manifest to use it.'
    : `Its "status" is "${status}": write draft, stable or deprecated.`;
}

/** Elsewhere its author has not tried it. */
function runnable(tools: readonly SourcedTool[], { platforms }: AgentManifest): SourcedTool[] {
  const here = PLATFORMS.get(process.platform) ?? process.platform;
  if (platforms.length === 0 || platforms.includes(here)) return [...tools];
  const problem = `It is made for ${platforms.join(", ")}, and this is ${here}.`;
  return tools.map((tool) => ({ ...tool, enabled: false, problem }));
}

/** Tasks of SPEC.md that name no action are examples of the only one there is. */
function withTasks(tools: readonly SourcedTool[], tasks: readonly string[]): SourcedTool[] {
  const [only, ...more] = tools;
  if (!only || more.length > 0 || only.examples || tasks.length === 0) return [...tools];
  return [{ ...only, examples: [...tasks] }];
}
