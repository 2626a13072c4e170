import type { FolderKindParts } from "../features/bundles/folder-kind.ts";
import { extensionFolders } from "../features/extensions/extension-folders.ts";
import { agentFolders } from "../features/manifest-agents/agent-folders.ts";
import { packFolders } from "../features/packs/pack-folders.ts";
import { skillFolders } from "../features/skills/skill-folders.ts";

/** What a folder can be, in the order in which it is asked; the last one takes what no other does. */
export const FOLDER_KINDS: readonly FolderKindParts[] = [
  skillFolders,
  agentFolders,
  extensionFolders,
  packFolders,
];
