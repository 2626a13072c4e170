import type { Api } from "../../http/api.ts";
import { route } from "../../http/route.ts";
import { listOf } from "../../http/views.ts";
import { RefusedFolder } from "../../schema/installed-folder.ts";
import { Page } from "../../schema/page.ts";
import { FolderReportView } from "./folder-report-view.ts";
import { InstalledFolderView } from "./folder-view.ts";

const bundlesRoutes = [
  route({
    id: "listRefusedFolders",
    method: "GET",
    path: "/v1/refused-folders",
    summary: "Folders that were found when the server started and could not be installed.",
    scope: "approve",
    query: Page,
    answer: listOf(RefusedFolder),
    async handle({ engine, query: { limit, offset } }) {
      const all = engine.refusedFolders();
      return { items: all.slice(offset, offset + limit), total: all.length };
    },
  }),
];

export const bundlesApi: Api = {
  routes: bundlesRoutes,
  nouns: {
    FolderReport: FolderReportView,
    InstalledFolder: InstalledFolderView,
    RefusedFolder,
  },
};
