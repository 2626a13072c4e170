import type { InstalledFolder } from "../schema/installed-folder.ts";
import { fixtureTime } from "./fixtures.ts";

export function makeFolder(overrides: Partial<InstalledFolder> = {}): InstalledFolder {
  return {
    id: "skill:hello",
    kind: "skill",
    name: "Hello",
    version: "1.0.0",
    description: "Greets people.",
    path: "/skills/hello",
    digest: "sha256:a",
    enabled: true,
    approvedDigest: null,
    runsDraft: false,
    origin: "local",
    about: {},
    warnings: [],
    installedBy: "admin",
    installedAt: fixtureTime(),
    updatedAt: fixtureTime(),
    ...overrides,
  };
}

export function makePack(overrides: Partial<InstalledFolder> = {}): InstalledFolder {
  return makeFolder({
    id: "pack:csv",
    kind: "pack",
    name: "csv",
    version: "0.0.0",
    description: "Profiles CSV files.",
    path: "/packs/csv",
    about: {
      ...{ wantedEntryDoc: null, entryDoc: "SKILL.md" },
      ...{ hasToolsJson: false, allowedTools: null },
    },
    ...overrides,
  });
}
