import type { Api } from "../../http/api.ts";
import { FolderReportView } from "./folder-report-view.ts";
import { InstalledFolderView } from "./folder-view.ts";

export const bundlesApi: Api = {
  nouns: {
    FolderReport: FolderReportView,
    InstalledFolder: InstalledFolderView,
  },
};
