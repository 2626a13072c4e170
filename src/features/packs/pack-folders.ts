import type { AuditType } from "../../schema/audit-record.ts";
import { folderSlug } from "../../schema/installed-folder.ts";
import { packOf } from "../../schema/pack.ts";
import type { FolderKindParts } from "../bundles/folder-kind.ts";
import { checkPackFolder } from "./check-pack-folder.ts";
import { loadPackFolder } from "./load-pack-folder.ts";
import { readKeptTools } from "./pack-shelf.ts";
import { testPack } from "./test-pack.ts";
import { PackView, viewPack } from "./view-pack.ts";

const CHANGED: AuditType = "pack.changed";

export const packFolders: FolderKindParts = {
  kind: "pack",
  hubKind: "pack",
  called: "a pack",
  // Beside an entry doc, manifest.json may be anybody's file.
  matches: (names) =>
    names.some((name) => /\.md$/i.test(name)) &&
    (!names.includes("manifest.json") || names.some((name) => /^skill\.md$/i.test(name))),
  load: loadPackFolder,
  async list(folder, kept) {
    const { id, name, description, digest, hasToolsJson } = packOf(folder);
    const read = hasToolsJson ? await readKeptTools(kept, digest) : undefined;
    const tools = read && "tools" in read ? read.tools : [];
    const about = { id, name, description, status: "available", trust: "local" } as const;
    return { capability: { ...about, perSession: true, tools } };
  },
  check: checkPackFolder,
  test: testPack,
  slug: "suffix",
  // Text, and tools that ask at each call.
  scope: "approve",
  foundIn: ["shipped", "home", "project"],
  inBatches: true,
  readsAsk: true,
  listsBroken: false,
  audit: {
    types: {
      ...{ installed: "pack.added", removed: "pack.removed" },
      ...{ changed: CHANGED, enabled: CHANGED, disabled: CHANGED },
    },
    of: (folder) => ({ pack_id: folderSlug(folder), name: folder.name }),
  },
  answer: {
    field: "pack",
    schema: PackView,
    view: (engine, folder, actor) => viewPack(engine, packOf(folder), actor),
  },
};
