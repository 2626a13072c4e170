import { join } from "node:path";
import type { Engine } from "../../engine/engine.ts";
import type { FeatureKey } from "../../engine/feature-key.ts";
import { systemAudit } from "../../gate/audit/system-audit.ts";
import type { FoundMcpServer } from "../../schema/found-mcp-server.ts";
import { BUNDLES } from "./bundles.ts";
import { type Found, installFound, type Place } from "./found-folders.ts";

/** What other features find in trusted projects. */
export type Projects = {
  readonly serversIn: (projects: readonly string[]) => readonly FoundMcpServer[];
};

export const PROJECTS: FeatureKey<Projects> = { name: "projects" };

const TRUSTED = "trusted_folders";
const MAX_TRUSTED = 200;
/** Where a project, or a person, keeps skills. */
export const SKILL_FOLDERS = [".agents/skills", ".claude/skills"] as const;
const IN_PROJECTS = [...SKILL_FOLDERS, ".capstan/capabilities"];

/** From now on what lies in this project is found. */
export async function trustFolder(engine: Engine, path: string, by: string): Promise<Found> {
  const { gate } = engine;
  const folderShelf = engine.of(BUNDLES).shelf;
  const root = await folderShelf.rootOf(path);
  const trusted = await trustedFolders(engine);
  if (!trusted.includes(root)) {
    const value = JSON.stringify([...trusted, root].slice(-MAX_TRUSTED));
    await gate.store.journal.commit("folder.trust", [
      { type: "note.put", name: TRUSTED, value },
      systemAudit(gate, "folder.trusted", by, { path: root }),
    ]);
  }
  return installFound(engine, await trustedPlaces(engine), by);
}

/** Projects whose content is found. */
export async function trustedFolders({ gate }: Pick<Engine, "gate">): Promise<readonly string[]> {
  const noted = await gate.store.system.note(TRUSTED);
  const folders: unknown = noted === undefined ? [] : JSON.parse(noted);
  return Array.isArray(folders) ? folders.filter((folder) => typeof folder === "string") : [];
}

/** Where folders lie in them. */
export async function trustedPlaces(engine: Pick<Engine, "gate">): Promise<readonly Place[]> {
  const trusted = await trustedFolders(engine);
  return trusted.flatMap((folder) =>
    IN_PROJECTS.map((name): Place => ({ path: join(folder, name), in: "project" })),
  );
}
