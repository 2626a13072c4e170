import * as z from "zod";
import type { Api } from "../../http/api.ts";
import { route } from "../../http/route.ts";
import { listOf } from "../../http/views.ts";
import { RefusedFolder } from "../../schema/installed-folder.ts";
import { Page } from "../../schema/page.ts";
import { FolderReportView } from "./folder-report-view.ts";
import { InstalledFolderView } from "./folder-view.ts";
import { findFolder } from "./tests/check-folder.ts";

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
  route({
    id: "lockFolder",
    method: "POST",
    path: "/v1/capabilities/lock-folder",
    summary: "Find the packages that a folder asks for without a lock. Nothing is installed.",
    // It says what lies on the server's machine.
    scope: "approve",
    body: z.strictObject({ path: z.string().min(1).max(4_096) }),
    example: { path: "/home/me/skills/chart" },
    answer: z.object({
      /** Files to put into the folder. */
      locks: z
        .array(
          z.object({
            file: z.string(),
            text: z.string(),
            packages: z.array(z.string()).readonly(),
          }),
        )
        .readonly(),
    }),
    async handle({ engine, body }) {
      const { read } = await findFolder(engine, body.path);
      return { locks: await engine.proposeLocks(read) };
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
