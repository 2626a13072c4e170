import { packSlug } from "../../base/slug.ts";
import type { PackAbout } from "../../schema/pack.ts";
import type { FolderLoader } from "../bundles/folder-kind.ts";
import { authorIn, versionIn } from "../bundles/read/author-in.ts";
import { loadPack } from "./load-pack.ts";
import { readToolsJson } from "./read-tools-json.ts";

const NO_VERSION = "0.0.0";

/** A folder as a pack, for the registry: its tools are those of `tools.json`. */
export const loadPackFolder: FolderLoader = (read, { folder = "", asked = {} } = {}) => {
  const { wantedEntryDoc: wanted } = asked;
  const wantedEntryDoc = typeof wanted === "string" ? wanted : null;
  const pack = loadPack(read, { folder, entryDoc: wantedEntryDoc });
  const { name, description, warnings, fields, entryDoc, hasToolsJson, allowedTools } = pack;
  const about = { wantedEntryDoc, entryDoc, hasToolsJson, allowedTools } satisfies PackAbout;
  const id = packSlug(name, folder);
  const version = versionIn(fields) ?? NO_VERSION;
  const own = readToolsJson(read);
  return {
    metadata: {
      ...{ id, name, version, description, warnings },
      about: { ...about, allowedTools: allowedTools && [...allowedTools] },
    },
    capability: {
      ...{ id, name, description, status: "available", trust: "local", perSession: true },
      ...(own && "problem" in own && { problem: own.problem }),
      tools: own && "tools" in own ? own.tools : [],
    },
    declares: { author: authorIn(fields), permissions: allowedTools ?? [] },
  };
};
