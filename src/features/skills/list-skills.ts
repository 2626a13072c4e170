import { CapstanError } from "../../base/errors.ts";
import type { Engine } from "../../engine/engine.ts";
import { folderSlug, type InstalledFolder } from "../../schema/installed-folder.ts";
import type { SkillContract } from "../../schema/skill-contract.ts";
import { toolIdOf } from "../../schema/tool.ts";
import { BUNDLES } from "../bundles/bundles.ts";

export type Skill = {
  readonly name: string;
  readonly capabilityId: string;
  readonly version: string;
  readonly description: string;
  /** Why it does not run; null when it does. */
  readonly problem: string | null;
  /** Null for one that cannot be read. */
  readonly contract: SkillContract | null;
  readonly warnings: readonly string[];
};

type Reads = Pick<Engine, "gate" | "of">;

export function listSkills(engine: Reads): readonly Skill[] {
  const skills = [...engine.of(BUNDLES).installed().values()].filter(
    ({ kind }) => kind === "skill",
  );
  return skills.map((folder) => describe(engine, folder));
}

export function findSkill(engine: Reads, name: string): Skill {
  const id = name.startsWith("skill:") ? name : `skill:${name}`;
  const all = listSkills(engine);
  const found = all.find((skill) => skill.capabilityId === id);
  if (found) return found;
  const known = all.slice(0, MOST_NAMED).map((skill) => skill.name);
  const others = all.length > known.length ? ", and others" : "";
  const there = known.length > 0 ? ` There are: ${known.join(", ")}${others}.` : "";
  const message = `No skill "${name}".${there}`;
  throw new CapstanError("SKILL_NOT_FOUND", message, { details: { name } });
}

const MOST_NAMED = 10;

/** One that can run, with what it is held to. */
export function requireSkill(
  engine: Reads,
  name: string,
): { readonly toolId: string; readonly contract: SkillContract } {
  const { capabilityId, contract, problem } = findSkill(engine, name);
  if (contract) return { toolId: toolIdOf("skill", capabilityId.slice(6), "run"), contract };
  throw new CapstanError("SKILL_NOT_FOUND", `The skill "${name}" cannot be used: ${problem}`);
}

function describe({ gate, of }: Reads, folder: InstalledFolder): Skill {
  const entry = gate.catalog.getEntry(toolIdOf("skill", folderSlug(folder), "run"));
  const { name, id, version, description, warnings } = folder;
  return {
    name,
    capabilityId: id,
    version,
    description,
    problem: gate.catalog.getCapability(id)?.problem ?? null,
    contract: entry?.contract ?? null,
    warnings: [
      ...warnings,
      ...missingSkills(of(BUNDLES).installed(), entry?.contract?.depends_on ?? []),
    ],
  };
}

/** Looked up when it is shown: what it needs may come later (S62). */
function missingSkills(
  known: ReadonlyMap<string, InstalledFolder>,
  needed: readonly string[],
): string[] {
  const missing = needed.filter((name) => !known.has(`skill:${name}`));
  return missing.length === 0
    ? []
    : [`depends_on names skills that are not here: ${missing.join(", ")}.`];
}
