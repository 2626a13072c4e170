import type { Api } from "../../http/api.ts";
import { RefusedFolder } from "../../schema/installed-folder.ts";
import type { FolderKindParts } from "./folder-kind.ts";
import { FolderReportView } from "./folder-report-view.ts";
import { InstalledFolderView } from "./folder-view.ts";
import { foldersRoutes, installRoute } from "./folders-routes.ts";

export function createBundlesApi(kinds: readonly FolderKindParts[]): Api {
  return {
    routes: [...foldersRoutes, installRoute(kinds)],
    nouns: {
      FolderReport: FolderReportView,
      InstalledFolder: InstalledFolderView,
      RefusedFolder,
    },
  };
}
