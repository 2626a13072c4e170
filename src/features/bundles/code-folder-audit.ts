import type { FolderKindParts } from "./folder-kind.ts";

/** The audit records of skills and agents. */
export const CODE_FOLDER_AUDIT: FolderKindParts["audit"] = {
  types: {
    installed: "folder.installed",
    changed: "folder.changed",
    enabled: "folder.enabled",
    disabled: "folder.disabled",
    removed: "folder.removed",
  },
  of: ({ id }) => ({ capability_id: id }),
};
