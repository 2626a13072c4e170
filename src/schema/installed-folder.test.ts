import { describe, expect, test } from "vitest";
import type { Trust } from "./capability.ts";
import {
  type FolderKind,
  type FolderOrigin,
  isStrangers,
  originOf,
  trustOfOrigin,
} from "./installed-folder.ts";

const TABLE: Readonly<Record<FolderOrigin, Trust>> = {
  shipped: "builtin",
  local: "local",
  zip: "remote",
  git: "remote",
  hub: "remote",
  npm: "remote",
  url: "remote",
  remote: "remote",
};
const ORIGINS = Object.entries(TABLE) as [FolderOrigin, Trust][];

describe("F18, A128: where a folder came from decides how far it is trusted", () => {
  test.each(ORIGINS)("%s is %s, of whatever kind it is", (origin, trust) => {
    expect(trustOfOrigin(origin)).toBe(trust);
  });

  test("a zip has no folder, and is no folder of its owner's", () => {
    expect(originOf({ path: null })).toBe("zip");
    expect(originOf({ path: "/home/me/skills/one" })).toBe("local");
  });
});

describe("F84: whose code is a stranger's", () => {
  const kinds: FolderKind[] = ["ext", "skill", "agent", "pack"];
  test.each(kinds.flatMap((kind) => ORIGINS.map(([origin]) => ({ kind, origin }))))(
    "$kind from $origin",
    ({ kind, origin }) => {
      const expected = { shipped: false, local: kind === "ext" };
      const isAsked = kind !== "pack" && (expected[origin as "local"] ?? true);
      expect(isStrangers({ kind, origin })).toBe(isAsked);
    },
  );
});
