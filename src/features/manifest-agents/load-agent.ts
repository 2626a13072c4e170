import { CapstanError } from "../../base/errors.ts";
import { oneLine } from "../../base/one-line.ts";
import type { CapabilityStatus } from "../../schema/capability.ts";
import type { SourcedTool } from "../../schema/sourced-capability.ts";
import { codeOf, entryOf } from "../bundles/agent-files.ts";
import type { LoadedFolder } from "../bundles/folder-kind.ts";
import type { ReadBundle } from "../bundles/read-bundle.ts";
import { minimum } from "./check-manifest.ts";
import { describeAction } from "./describe-action.ts";
import { type AgentManifest, readManifest } from "./read-manifest.ts";
import { exampleTasks } from "./read-spec.ts";
import { usedPermissions } from "./used-permissions.ts";

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
 * What a folder is as a manifest agent: a tool for each action. Read leniently, with warnings; what is
 * not one at all is refused with what to change. Nothing is imported or run.
 */
export function loadAgent(read: ReadBundle): LoadedFolder {
  const manifest = readManifest(read);
  const entry = entryOf(read, manifest.entryPoint);
  if (manifest.problem !== undefined) throw invalid(manifest.problem);
  if (entry === undefined) throw invalid("There is no agent.py, agent.ts or agent.js to run.");
  const given = usedPermissions(manifest, codeOf(read));
  const { name, description, category, version } = manifest;
  const status = STATUSES.get(manifest.status || "stable") ?? "draft";
  const warnings = [
    ...manifest.warnings,
    ...warningsOf(manifest, given),
    ...read.leftOut.map(({ path, reason }) => `"${path}" was left out. ${reason}`),
  ];
  const about = { name, description, version: version || "0.0.0" };
  const agent = { ...manifest, given, bundle: read.bundle.digest, entry };
  const tools = manifest.actions.map((action) => describeAction(action, agent));
  return {
    declares: { author: oneLine(manifest.author), permissions: manifest.permissions },
    metadata: { ...about, warnings: warnings.slice(0, MAX_WARNINGS) },
    capability: {
      ...about,
      id: name,
      trust: "local",
      ...(category !== "" && { category }),
      status,
      ...(status === "draft" && { problem: whyDraft(manifest) }),
      tools: runnable(withTasks(tools, exampleTasks(read)), manifest),
    },
  };
}

function invalid(problem: string): CapstanError {
  const message = `This folder cannot be used as a manifest agent. ${problem}`;
  return new CapstanError("AGENT_FOLDER_INVALID", message, { details: { field: "manifest.json" } });
}

function warningsOf(manifest: AgentManifest, given: ReadonlySet<string>): string[] {
  const { permissions, actions, models, minVersion } = manifest;
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
    ...(minVersion === "" ? [] : minimum(minVersion)),
    ...models.map((model) => `It needs the model "${model}" of an Ollama on this machine.`),
  ];
}

function whyDraft({ status }: AgentManifest): string {
  return status === "draft"
    ? 'It is a draft. Its author sets "status" to "stable" in its manifest when it is done.'
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
