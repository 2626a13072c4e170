import { CODE_FOLDER_AUDIT } from "../bundles/code-folder-audit.ts";
import type { FolderKindParts } from "../bundles/folder-kind.ts";
import { checkSkill } from "./check-skill.ts";
import { IMPLEMENTATION, loadSkill } from "./load-skill.ts";
import { testSkill } from "./test-skill.ts";

export const skillFolders: FolderKindParts = {
  kind: "skill",
  hubKind: "skill",
  called: "a skill with code",
  matches: (names) =>
    names.some((name) => /^skill\.md$/i.test(name)) &&
    names.some((name) => IMPLEMENTATION.test(name)),
  load: loadSkill,
  check: checkSkill,
  test: testSkill,
  slug: "conflict",
  scope: "admin",
  foundIn: ["shipped", "home"],
  listsBroken: true,
  audit: CODE_FOLDER_AUDIT,
};
