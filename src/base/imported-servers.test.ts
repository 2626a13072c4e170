import { expect, test } from "vitest";
import { importedServers } from "./imported-servers.ts";

test.each([
  { mcpServers: { files: { command: "npx", args: ["-y", "files"], env: { A: "1" } } } },
  { servers: { files: { type: "stdio", command: "npx", args: ["-y", "files"], env: { A: "1" } } } },
  { mcp: { servers: { files: { command: "npx", args: ["-y", "files"], env: { A: "1" } } } } },
  { mcp: { files: { type: "local", command: ["npx", "-y", "files"], environment: { A: "1" } } } },
  {
    context_servers: {
      files: { command: { path: "npx", args: ["-y", "files"], env: { A: "1" } } },
    },
  },
])("reads the servers of another program, as it spells them: %j", (settings) => {
  expect(importedServers(settings).get("files")).toMatchObject({
    command: "npx",
    args: ["-y", "files"],
    env: { A: "1" },
  });
});

test("a name becomes an id, and what is switched off stays off", () => {
  const settings = { mcpServers: { "My Files!": { command: "x", enabled: false } } };
  expect([...importedServers(settings)]).toEqual([["My-Files-", { command: "x", disabled: true }]]);
});

test("a file without servers has none", () => {
  expect(importedServers({ theme: "dark" }).size).toBe(0);
});
