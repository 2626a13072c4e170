import { basename } from "node:path";
import { CapstanError } from "../../../base/errors.ts";
import type { Engine } from "../../../engine/engine.ts";
import { type Comparison, compareVersions } from "../../../gate/catalog/compare-versions.ts";
import { folderId } from "../../../schema/installed-folder.ts";
import type { SourcedCapability } from "../../../schema/sourced-capability.ts";
import { checkFound } from "../../skills/check-skill.ts";
import type { FoundFolder } from "../folder-shelf.ts";
import type { FolderReport, TestedItem } from "./folder-tester.ts";

/**
 * Holds a folder of any kind against all that is asked of one that is published, item by item. Nothing of
 * it runs, and what is wrong with it is an item.
 */
export async function checkFolder(
  engine: Engine,
  found: FoundFolder & { readonly path: string },
): Promise<FolderReport> {
  const { kind } = found;
  const { name, items } = await CHECKS[kind](engine, found);
  return { kind, name, ok: items.every(({ state }) => state !== "failed"), items };
}

/** The folder at a path, of whatever kind it is. */
export async function findFolder({ packShelf, folderShelf }: Engine, wanted: string) {
  const path = await packShelf.rootOf(wanted);
  return { ...(await folderShelf.find({ path })), path };
}

type Check = (
  engine: Engine,
  found: FoundFolder & { readonly path: string },
) => Promise<Pick<FolderReport, "name" | "items">>;

const checkAgent: Check = async (engine, found) => {
  const { folderShelf } = engine;
  const { read, path } = found;
  const checked = folderShelf.check("agent", read).map(({ item, problems, isOnlySeen }) => {
    if (problems.length > 0) return itemOf(item, "failed", problems.join(" "));
    return isOnlySeen ? itemOf(item, "seen", NOT_TRIED) : itemOf(item, "passed", "");
  });
  const loaded = loadIfPossible(() => folderShelf.load("agent", read).capability);
  const version = loaded ? await versionItem(engine, found, loaded) : [];
  return { name: loaded?.name ?? basename(path), items: [...checked, ...version] };
};

const NOT_TRIED = "seen in the text, not tried: a test tries it";

const checkSkill: Check = async (engine, found) => {
  const { name, problems } = checkFound(engine, found);
  return { name, items: wellFormed(found, problems) };
};

const checkPack: Check = async ({ packShelf }, found) => {
  try {
    const { metadata } = await packShelf.check(found.path, null);
    return { name: metadata.name, items: wellFormed(found, []) };
  } catch (error) {
    if (!(error instanceof CapstanError)) throw error;
    const listed: unknown = error.details?.problems;
    const problems = Array.isArray(listed) ? listed.map(String) : [error.message];
    return { name: basename(found.path), items: wellFormed(found, problems) };
  }
};

/** Each command, and each step of the plan: what nothing here does is left to a person. */
const checkExtension: Check = async ({ folderShelf }, found) => {
  const { metadata, capability, plan = [] } = folderShelf.load("ext", found.read);
  const commands = capability.tools.map(({ name, problem }) =>
    itemOf(name, problem === undefined ? "passed" : "failed", problem ?? "runs"),
  );
  const steps = plan.map(({ when, action, problem }) =>
    problem === null
      ? itemOf(`${when} step`, "passed", action)
      : itemOf(`${when} step`, "skipped", `${action}, by hand: ${problem}`),
  );
  // That there is a plan is not wrong.
  const warnings = metadata.warnings.filter((it) => !it.startsWith("Its install plan has "));
  const { problem } = capability;
  const problems = [...(problem === undefined ? [] : [problem]), ...warnings];
  return {
    name: metadata.id ?? metadata.name,
    items: [...wellFormed(found, problems), ...commands, ...steps],
  };
};

const CHECKS: Readonly<Record<FoundFolder["kind"], Check>> = {
  agent: checkAgent,
  skill: checkSkill,
  pack: checkPack,
  ext: checkExtension,
};

/** Every problem is an item of its own, where there are any. */
function wellFormed({ read }: FoundFolder, problems: readonly string[]): TestedItem[] {
  const count = read.bundle.files.length;
  if (problems.length > 0) return problems.map((problem) => itemOf("check", "failed", problem));
  return [itemOf("check", "passed", `well formed: ${count} ${count === 1 ? "file" : "files"}`)];
}

function itemOf(name: string, state: TestedItem["state"], message: string): TestedItem {
  return { name, state, message, durationMs: 0 };
}

function loadIfPossible(load: () => SourcedCapability): SourcedCapability | undefined {
  try {
    return load();
  } catch (error) {
    if (error instanceof CapstanError) return undefined;
    throw error;
  }
}

/** Against the one of this name that is installed; a first version has nothing to be compared with. */
async function versionItem(
  { installedFolders, folderShelf }: Engine,
  { read }: FoundFolder,
  now: SourcedCapability,
): Promise<TestedItem[]> {
  const installed = installedFolders().get(folderId("agent", now.id));
  if (!installed || installed.digest === read.bundle.digest) return [];
  const before = await folderShelf.stored("agent", installed.digest).catch(() => undefined);
  if (!before) return [];
  const comparison = compareVersions(releaseOf(before.capability), releaseOf(now));
  const { problem } = comparison;
  const state = problem === null ? "passed" : "failed";
  return [itemOf(`version after ${installed.version}`, state, problem ?? tell(comparison))];
}

function tell({ step, changes }: Comparison): string {
  return `${step.toUpperCase()}${changes.length > 0 ? `: ${changes.join(", ")}` : ""}`;
}

function releaseOf({ version = "0.0.0", tools }: SourcedCapability) {
  return {
    version,
    actions: tools.map(({ name, inputSchema, outputSchema }) => ({
      name,
      inputSchema,
      outputSchema: outputSchema ?? null,
    })),
  };
}
