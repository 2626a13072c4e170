import * as z from "zod";
import { FolderKind } from "../../schema/installed-folder.ts";

/** What came of checking or testing a folder, item by item. */
export const FolderReportView = z.object({
  kind: FolderKind,
  name: z.string(),
  ok: z.boolean(),
  items: z
    .array(
      z.object({
        name: z.string(),
        state: z.enum(["passed", "failed", "skipped", "seen"]),
        message: z.string(),
        durationMs: z.number(),
      }),
    )
    .readonly(),
});
