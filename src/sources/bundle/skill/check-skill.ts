import type { FolderCheck } from "../../../ports/folder-shelf.ts";
import { undeclaredImports } from "../agent-check/undeclared-imports.ts";

/** What lies in `runners/` for a skill's code. */
const KIT = new Set([
  ...["capstan/skill", "capstan_skill", "runtime"],
  ...["runtime.adapter", "runtime.protocol", "runtime.state_store"],
]);

/** What its front matter cannot say. */
export const checkSkill: FolderCheck = (read) => [
  { item: "imports", problems: undeclaredImports(read, KIT) },
];
