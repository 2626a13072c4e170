import { expect, test } from "vitest";
import { hubTools, packTree } from "../../../../test/hub-tools.ts";
import { readTree } from "../../bundles/testing/read-tree.ts";
import { unifiedDiff } from "./unified-diff.ts";

const tools = (...names: string[]) =>
  JSON.stringify({
    tools: names.map((name) => ({
      name,
      description: "Does it.",
      inputSchema: { type: "object" },
      side_effect_tags: [`fs.${name}`],
      exec: { command: "ls", network: [`${name}.example`] },
    })),
  });

test("A99: an update shows what changed: files, permissions, hosts, effects, actions", () => {
  const { client } = hubTools();
  const more = { "gone.md": "old\n", "same.md": "same", "pic.png": new Uint8Array([0, 1]) };
  const before = readTree(packTree("1.0.0", "a\nb\nc", { ...more, "tools.json": tools("read") }));
  const after = readTree({
    ...packTree("1.1.0", "a\nB\nc", { "same.md": "same", "new.md": "new" }),
    "pic.png": new Uint8Array([0, 2]),
    "tools.json": tools("read", "write"),
  });
  const { files, ...rest } = client.compare(before, after);
  expect(files.map(({ path, change }) => `${change} ${path}`)).toEqual([
    "changed SKILL.md",
    "removed gone.md",
    "added new.md",
    "changed pic.png",
    "changed tools.json",
  ]);
  const diffs = new Map(files.map(({ path, diff }) => [path, diff]));
  expect(diffs.get("SKILL.md")).toContain("-version: 1.0.0\n+version: 1.1.0");
  expect(diffs.get("SKILL.md")).toContain(" a\n-b\n+B\n c");
  expect(diffs.get("new.md")).toBe("--- new.md\n+++ new.md\n@@ -1 +1 @@\n+new");
  expect(diffs.get("pic.png")).toBeNull();
  expect(rest).toEqual({
    permissions: { added: [], removed: [] },
    hosts: { added: ["write.example"], removed: [] },
    effects: { added: ["fs.write"], removed: [] },
    actions: { added: ["write"], removed: [], changed: [] },
  });
});

test("a long file shows its changes, and little around them", () => {
  const lines = Array.from({ length: 1_000 }, (_, at) => `line ${at}`);
  const changed = lines.with(500, "other");
  expect(unifiedDiff("a", lines.join("\n"), changed.join("\n"))).toBe(
    [
      ...["--- a", "+++ a", "@@ -498 +498 @@", " line 497", " line 498", " line 499"],
      ...["-line 500", "+other", " line 501", " line 502", " line 503"],
    ].join("\n"),
  );
  expect(unifiedDiff("a", "x\n".repeat(5_000), "")).toBeNull();
});
