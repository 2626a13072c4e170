import { join } from "node:path";
import { CapstanError } from "../../base/errors.ts";
import { systemAudit } from "../../runtime/system-audit.ts";
import type { Engine } from "../engine.ts";
import { addPack } from "./registry.ts";

const TRUSTED = "trusted_folders";
const MAX_TRUSTED = 200;
/** Where a project, or a person, keeps skills. */
export const SKILL_FOLDERS = [".agents/skills", ".claude/skills"] as const;
const IN_PROJECTS = [...SKILL_FOLDERS, ".capstan/capabilities"];

export type Found = {
  /** Ids of packs that were not known before. */
  readonly added: readonly string[];
  /** Folders that could not be taken in, and why. */
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
};

/** Takes in what lies in these folders and in trusted projects. Nothing is attached (P3). */
export async function takeInFound(
  engine: Engine,
  folders: readonly string[],
  by: string,
): Promise<Found> {
  const trusted = await trustedFolders(engine);
  const places = trusted.flatMap((folder) => IN_PROJECTS.map((name) => join(folder, name)));
  const added: string[] = [];
  const refused: { path: string; reason: string }[] = [];
  for (const place of [...folders, ...places]) {
    for (const folder of await engine.packShelf.find(place)) {
      if (engine.drain.requested) return { added, refused };
      try {
        const path = await engine.packShelf.rootOf(folder);
        // One that is known stays what it is, until somebody reads it again.
        if ([...engine.packs().values()].some((pack) => pack.path === path)) continue;
        added.push((await addPack(engine, { from: { path } }, by)).id);
      } catch (error) {
        if (!(error instanceof CapstanError)) throw error;
        refused.push({ path: folder, reason: error.message });
      }
    }
  }
  return { added, refused };
}

/** From now on what lies in this project is found. */
export async function trustFolder(engine: Engine, path: string, by: string): Promise<Found> {
  const { gate, packShelf } = engine;
  const root = await packShelf.rootOf(path);
  const trusted = await trustedFolders(engine);
  if (!trusted.includes(root)) {
    const value = JSON.stringify([...trusted, root].slice(-MAX_TRUSTED));
    await gate.store.journal.commit("folder.trust", [
      { type: "note.put", name: TRUSTED, value },
      systemAudit(gate, "folder.trusted", by, { path: root }),
    ]);
  }
  return takeInFound(engine, [], by);
}

async function trustedFolders({ gate }: Engine): Promise<readonly string[]> {
  const noted = await gate.store.system.note(TRUSTED);
  const folders: unknown = noted === undefined ? [] : JSON.parse(noted);
  return Array.isArray(folders) ? folders.filter((folder) => typeof folder === "string") : [];
}
