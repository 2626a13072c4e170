import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../../src/app/start-server.ts";

// Makes the home of this version that every later version has to open: run once for each release,
// `node test/kept/make-home.ts <version>`, and kept for ever.
const [version = ""] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error("Name the version: 0.1.0");
const home = mkdtempSync(join(tmpdir(), "capstan-kept-"));
const script = join(home, "script.json");
writeFileSync(
  script,
  JSON.stringify({
    steps: [
      { tool_calls: [{ name: "add", input: { a: 2, b: 40 } }] },
      { text: "It is 42." },
      { tool_calls: [{ name: "write_file", input: { path: "/notes/a.txt", content: "kept" } }] },
      { text: "Written." },
      { tool_calls: [{ name: "delete_file", input: { path: "/notes/a.txt" } }] },
      { text: "Deleted." },
    ],
  }),
);
// What waits in it must still wait when it is opened years from now.
const limits = { approval_ttl_s: 100 * 365 * 86_400 };
writeFileSync(join(home, "settings.json"), JSON.stringify({ limits }));
const running = await startServer({
  env: {
    CAPSTAN_HOME: home,
    CAPSTAN_PORT: "0",
    CAPSTAN_API_KEY: "kept-key",
    CAPSTAN_ADMIN_KEY: "kept-admin-key",
    CAPSTAN_MODEL: `scripted:${script}`,
  },
  version,
  report: (error) => process.stderr.write(`${error}\n`),
});

async function call(method: string, path: string, body?: unknown, key = "kept-key") {
  const response = await fetch(running.url + path, {
    method,
    headers: { authorization: `Bearer ${key}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return (await response.json()) as {
    id: string;
    input_request?: { approval_ids?: string[] };
  };
}

const { id } = await call("POST", "/v1/sessions", { title: "Kept" });
for (const content of ["add 2 and 40", "write a note", "delete it"]) {
  await call("POST", `/v1/sessions/${id}/messages?wait_ms=5000`, { content });
}
await call("PUT", "/v1/secrets/KEPT", { value: "a-kept-secret-value" }, "kept-admin-key");
await call("POST", "/v1/capabilities", {
  id: "kept",
  name: "Kept",
  description: "A capability of its own.",
  tools: [
    {
      name: "order",
      description: "Orders one.",
      input_schema: { type: "object", properties: { item: { type: "string" } } },
      http: { method: "POST", url: "https://shop.example.com/orders", body: { item: "{{item}}" } },
    },
  ],
});
// A question about a tool that is written as data, outside any session.
await call("POST", "/v1/tools/ext:kept:order/invoke", { inputs: { item: "tea" } });
// An answer that is remembered for every call of a tool.
const other = await call("POST", "/v1/sessions", { title: "Remembered" });
const file = { path: "/notes/b.txt", content: "b" };
const writes = "/v1/tools/builtin:session_file_system:write_file/invoke";
await call("POST", writes, { inputs: file, session_id: other.id });
const deletes = "/v1/tools/builtin:session_file_system:delete_file/invoke";
const asked = await call("POST", deletes, { inputs: { path: file.path }, session_id: other.id });
const [approvalId] = asked.input_request?.approval_ids ?? [];
await call("POST", `/v1/approvals/${approvalId}/run`, {
  remember: { scope: "always", match: "tool" },
});
await call("POST", "/v1/tokens", { name: "kept", scopes: ["invoke"] }, "kept-admin-key");
await running.stop();
const folder = join(import.meta.dirname, version);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const name of ["capstan.db", "master-key"]) cpSync(join(home, name), join(folder, name));
rmSync(home, { recursive: true });
process.stdout.write(`Made ${folder}\n`);
