import { expect, test } from "vitest";
import { runAgainst } from "../testing/run-cli.ts";

const SERVER = {
  id: "files",
  state: "starting",
  error: null,
  tools: 0,
  trust: "remote",
  from: "added",
  command: "npx",
  args: ["-y", "files"],
  package: null,
  unseen: [],
  log: "",
  sign_in: "none",
  changed: [],
  asks: { approval_ids: ["apr_1"], packages: ["files 1.0.0 (3 kB)", "words 2.0.0 (1 kB)"] },
};

test("F10: mcp add shows every package, says how to approve them, and exits 3", async () => {
  const routes = { "POST /v1/mcp-servers": { body: SERVER } };
  const { code, out, err } = await runAgainst(
    routes,
    ["mcp", "add", "files", "--", "npx", "-y", "files"],
    { env: { CAPSTAN_ADMIN_KEY: "k1" } },
  );
  expect({ code, err }).toEqual({ code: 3, err: "" });
  expect(out).toContain("files needs 2 packages, which an admin approves:");
  expect(out).toContain("  words 2.0.0 (1 kB)");
  expect(out).toMatch(/approvals run apr_1/);
});
