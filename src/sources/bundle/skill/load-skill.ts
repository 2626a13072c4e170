import { CapstanError } from "../../../base/errors.ts";
import type { FolderLoader } from "../../../ports/folder-shelf.ts";

/** What a folder with SKILL.md and `impl.*` is as a skill. */
export const loadSkill: FolderLoader = () => {
  throw new CapstanError("SKILL_INVALID", "This folder is a skill, which cannot be taken in yet.");
};
