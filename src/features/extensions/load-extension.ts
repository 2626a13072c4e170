import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { CommandExecution } from "../../schema/execution.ts";
import { planIdOf } from "../../schema/extension.ts";
import { RiskLevel } from "../../schema/risk-level.ts";
import type { SourcedTool } from "../../schema/sourced-capability.ts";
import type { LoadedFolder } from "../bundles/folder-kind.ts";
import type { ReadBundle } from "../bundles/read-bundle.ts";
import { extensionInvalid } from "./extension-errors.ts";
import { findProgram } from "./find-program.ts";
import { readPermissions } from "./permission-words.ts";
import { ANYTHING, readArguments, textInputs } from "./read-arguments.ts";
import { COMMAND_NAME, type ListedCommand, misnamed, readCommands } from "./read-commands.ts";
import { type ExtensionManifest, readManifest, textsIn } from "./read-manifest.ts";
import { readPlan } from "./read-plan.ts";
import { shownText } from "./shown-text.ts";

const ENDING_S = 10;
const DEFAULT_TIMEOUT_S = 30;
const MAX_TIMEOUT_S = 3_600;
const MAX_WARNINGS = 50;
const COMMANDS = /^commands(?:\.ya?ml$|\/)/;

export const NO_EXTENSION =
  "This folder is not an extension: it needs manifest.json, and commands.yaml or a folder commands/.";

/**
 * What a folder is as an extension: a tool for each command. Read leniently, with warnings; a command
 * that cannot run is listed with the reason. Nothing is imported or run.
 */
export function loadExtension(read: ReadBundle): LoadedFolder {
  if (!isExtension(read.bundle.files.map(({ path }) => path))) throw extensionInvalid(NO_EXTENSION);
  const manifest = readManifest(read);
  const commands = readCommands(read);
  const plan = readPlan(read, manifest.plan);
  const { id, name, version, description, tags, declared } = manifest;
  const known = new Set(commands.commands.flatMap((one) => [one.name, one.command]));
  const others = [...declared.values()].filter((one) => !known.has(one.name));
  const unlisted = others
    .filter((one) => COMMAND_NAME.test(one.name))
    .map((one): ListedCommand => ({ ...one, id: one.name, command: one.name, examples: [] }));
  const tools = [...commands.commands, ...unlisted].map((one) => describe(read, manifest, one));
  const steps = plan.steps.flatMap((step) => stepTool(read, manifest, step));
  const warnings = few([
    ...manifest.warnings,
    ...commands.warnings,
    ...others.filter((one) => !COMMAND_NAME.test(one.name)).map((one) => misnamed(one.name)),
    ...plan.warnings,
    ...read.leftOut.map(({ path, reason }) => `"${path}" was left out. ${reason}`),
  ]);
  const { problem } = commands;
  return {
    metadata: { id, name, version, description, warnings },
    declares: { name: id, permissions: manifest.permissions, hosts: manifest.hosts },
    capability: {
      id,
      name,
      description,
      version,
      trust: "local",
      ...(tags.length > 0 && { tags }),
      ...(problem === undefined
        ? { status: "available", tools }
        : { status: "draft", problem, tools: [] }),
    },
    plan: plan.steps.map(({ line: _, tool, ...step }) => ({
      ...step,
      tool: tool && `ext:${planIdOf(id)}:${tool}`,
      problem: step.problem ?? steps.find(({ name: its }) => its === tool)?.problem ?? null,
    })),
    ...(steps.length > 0 && {
      planCapability: {
        id: planIdOf(id),
        name: `Install plan of ${name}`,
        description: `What the author of ${name} wants done to a machine, step by step.`,
        version,
        trust: "local",
        status: "available",
        tools: steps,
      },
    }),
  };
}

/** By the names of its files. */
export function isExtension(names: readonly string[]): boolean {
  return names.includes("manifest.json") && names.some((name) => COMMANDS.test(name));
}

/** Each once, and no more than people read. */
function few(warnings: readonly string[]): string[] {
  const all = [...new Set(warnings)];
  if (all.length <= MAX_WARNINGS) return all;
  const shown = all.slice(0, MAX_WARNINGS - 1);
  return [...shown, `There are ${all.length - shown.length} more notes like these.`];
}

/** A step of the plan as a tool: it asks, and what it leaves is in the files of the session. */
function stepTool(
  read: ReadBundle,
  manifest: ExtensionManifest,
  { tool, line, when }: ReturnType<typeof readPlan>["steps"][number],
): SourcedTool[] {
  if (tool === null || line === null) return [];
  const description = `One step of what the author of ${manifest.name} wants done to ${when} it, in the sandbox: ${shownText(line, 300)}`;
  const fields = { allowed_commands: [line], risk: "HIGH" };
  const listed = { name: tool, id: tool, command: tool, description, examples: [], fields };
  return [describe(read, manifest, listed)];
}

function describe(
  read: ReadBundle,
  manifest: ExtensionManifest,
  listed: ListedCommand,
): SourcedTool {
  const fields = { ...manifest.declared.get(listed.command)?.fields, ...listed.fields };
  const found = findProgram(read, listed.id, fields);
  const taken = readArguments(fields);
  const own = textsIn(fields.permissions);
  const network = fields.network_required === true ? ["network"] : [];
  const { permissions, effects } = readPermissions([...manifest.permissions, ...own, ...network]);
  const risk = riskOf(fields.risk ?? fields.risk_level);
  const timeout = timeoutOf(fields);
  const about = {
    name: listed.name,
    description: listed.description || `The command "${listed.name}" of ${manifest.name}.`,
    ...(listed.examples.length > 0 && { examples: listed.examples }),
    ...(risk && { declaredRisk: risk }),
    // It is a program, whatever its author says.
    declaredEffects: [...new Set(["system.exec" as const, ...effects])],
    permissions,
    behaviour: { dryRun: true, timeoutMs: (timeout + ENDING_S) * 1_000 },
  };
  const off = (problem: string): SourcedTool => ({
    ...about,
    inputSchema: "problem" in taken ? { type: "object" } : taken.inputSchema,
    execution: { type: "command", call: { command: "false" }, bundle: read.bundle.digest },
    enabled: false,
    problem,
  });
  if ("problem" in found) return off(found.problem);
  if ("problem" in taken) return off(taken.problem);
  const { places } = found;
  const inputSchema = places && taken === ANYTHING ? textInputs(places) : taken.inputSchema;
  const lacking = places?.find((name) => !hasProperty(inputSchema, name));
  if (lacking !== undefined) return off(`"{${lacking}}" is none of its arguments.`);
  const idle =
    places && taken !== ANYTHING && taken.inputs.find((one) => !places.includes(one.input));
  if (idle) return off(`Its line has no place for its argument "${idle.input}".`);
  const defaults = (places ? taken.inputs : []).filter((one) => one.default !== undefined);
  const hosts = permissions.includes("network") ? manifest.hosts : [];
  const execution = CommandExecution.safeParse({
    type: "command",
    call: {
      command: found.command,
      args: found.args,
      timeout_s: timeout,
      ...(hosts.length > 0 && { network: hosts }),
    },
    bundle: read.bundle.digest,
    ...(places === undefined && taken.inputs.length > 0 && { inputs: taken.inputs }),
    ...(defaults.length > 0 && {
      defaults: Object.fromEntries(defaults.map((one) => [one.input, String(one.default)])),
    }),
  });
  if (!execution.success) return off("Its program has too many, or too long, arguments or hosts.");
  return { ...about, inputSchema, execution: execution.data as JsonObject & { type: "command" } };
}

function hasProperty({ properties }: JsonObject, name: string): boolean {
  return isJsonObject(properties) && Object.hasOwn(properties, name);
}

function riskOf(value: JsonValue | undefined): RiskLevel | undefined {
  const word = shownText(value, 20).toUpperCase();
  return RiskLevel.safeParse(word === "MEDIUM" ? "MED" : word).data;
}

function timeoutOf({ timeout_sec, timeout_s, timeout_ms }: JsonObject): number {
  const seconds = timeout_sec ?? timeout_s;
  const given =
    typeof timeout_ms === "number" && seconds === undefined ? timeout_ms / 1_000 : seconds;
  const isGood = typeof given === "number" && given > 0;
  return isGood ? Math.min(given, MAX_TIMEOUT_S) : DEFAULT_TIMEOUT_S;
}
