import { folderSlug } from "../../schema/installed-folder.ts";
import type { FolderKindParts } from "../bundles/folder-kind.ts";
import { checkExtension } from "./check-extension.ts";
import { isExtension, loadExtension } from "./load-extension.ts";
import { testExtension } from "./test-extension.ts";
import { ExtensionView, viewExtension } from "./view-extension.ts";

export const extensionFolders: FolderKindParts = {
  kind: "ext",
  hubKind: "extension",
  called: "an extension",
  matches: isExtension,
  needs: {
    called: "an extension",
    fields: ["id", "capabilities"],
    file: "a folder commands/ or a file commands.yaml",
  },
  load: loadExtension,
  check: checkExtension,
  test: testExtension,
  slug: "conflict",
  scope: "admin",
  foundIn: [],
  listsBroken: true,
  audit: {
    types: {
      installed: "extension.installed",
      changed: "extension.changed",
      enabled: "extension.enabled",
      disabled: "extension.disabled",
      removed: "extension.removed",
    },
    of: (folder) => ({ extension_id: folderSlug(folder) }),
  },
  answer: { field: "extension", schema: ExtensionView, view: viewExtension },
};
