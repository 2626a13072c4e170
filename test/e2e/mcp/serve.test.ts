import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { textOf } from "../../../src/features/mcp/gateway/testing/open-client.ts";
import { bundledEnv } from "../../bundled-env.ts";
import { longTest, usually } from "../../runs.ts";

const CAPSTAN = join(import.meta.dirname, "../../../bin/capstan.mjs");
// By its id: other capabilities have a tool of this name too.
const WRITE_FILE = "builtin:session_file_system:write_file";
const WRITE = { name: WRITE_FILE, arguments: { path: "/a.txt", content: "x" } };

let home: string;
let env: Record<string, string>;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "capstan-home-"));
  const settings = { model: "offline", policy: { profile: "strict" } };
  writeFileSync(join(home, "settings.json"), JSON.stringify(settings));
  const own = { HOME: home, CAPSTAN_HOME: home, CAPSTAN_PORT: "0", CAPSTAN_IDLE_EXIT_S: "60" };
  env = bundledEnv(own);
});
afterAll(async () => {
  if (isAlive(serverPid())) process.kill(serverPid(), "SIGTERM");
  await vi.waitFor(() => expect(existsSync(join(home, "serve.json"))).toBe(false), 10_000);
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

const serverPid = (): number => JSON.parse(readFileSync(join(home, "serve.json"), "utf8")).pid;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function capstan(...args: string[]) {
  const { stdout } = spawnSync(process.execPath, [CAPSTAN, ...args, "--json"], {
    env,
    encoding: "utf8",
  });
  return JSON.parse(stdout);
}

type Form = () => Promise<{ action: "accept"; content: Record<string, string> }>;

async function connect(
  era: "2025" | "2026",
  { form, flags = [] }: { form?: Form; flags?: string[] } = {},
) {
  const client = new Client(
    { name: "stdio-client", version: "1" },
    {
      capabilities: form ? { elicitation: { form: {} } } : {},
      versionNegotiation: { mode: era === "2025" ? "legacy" : { pin: "2026-07-28" } },
    },
  );
  if (form) client.setRequestHandler("elicitation/create", form);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CAPSTAN, "mcp", "serve", ...flags],
    env,
    stderr: "ignore",
  });
  await client.connect(transport);
  return { client, pid: transport.pid ?? 0 };
}

test.each(usually(["2025", "2026"] as const, (era) => era === "2025"))(
  "C1: mcp serve in %s lists, calls, asks, and ends with its client",
  async (era) => {
    const form = vi
      .fn<Form>()
      .mockResolvedValue({ action: "accept", content: { decision: "run" } });
    const { client, pid } = await connect(era, { form, flags: ["--approve"] });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContainEqual(expect.stringMatching(/write_file$/));
    const result = await client.callTool(WRITE);
    expect(textOf(result)).toContain("a.txt");
    expect(form).toHaveBeenCalledTimes(1);
    await expect(client.callTool({ name: "nothing" })).rejects.toMatchObject({ code: -32602 });
    expect(isAlive(pid)).toBe(true);
    await client.close();
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 5_000);
  },
  60_000,
);

test("A115, X36: without a flag the key of the home only invokes, whatever the client answers", async () => {
  const form = vi.fn<Form>().mockResolvedValue({ action: "accept", content: { decision: "run" } });
  const { client } = await connect("2025", { form });
  const call = { ...WRITE, arguments: { path: "/not-approved.txt", content: "x" } };
  const result = await client.callTool(call);
  expect(textOf(result)).toContain("waits for a person to approve it");
  expect(form).not.toHaveBeenCalled();
  const { items } = capstan("approvals", "list", "--state", "pending");
  expect(capstan("approvals", "deny", items[0].id).state).not.toBe("pending");
  await client.close();
}, 60_000);

test("the flags of mcp serve say what a client is shown", async () => {
  const { client } = await connect("2025", { flags: ["--search"] });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["search_tools", "call_tool"]);
  await client.close();
  const { client: some } = await connect("2026", { flags: ["--allow", "*_file,add"] });
  const names = (await some.listTools()).tools.map(({ name }) => name);
  expect(names).toContainEqual(expect.stringMatching(/write_file$/));
  expect(names).toContain("add");
  expect(names).not.toContain("web_fetch");
  await some.close();
});

longTest(
  "a call that waits survives the death of the server: approved elsewhere, it runs once",
  async () => {
    const shown = Promise.withResolvers<void>();
    const form: Form = () => {
      shown.resolve();
      return new Promise(() => {});
    };
    const { client } = await connect("2025", { form, flags: ["--approve"] });
    const call = { ...WRITE, arguments: { path: "/once.txt", content: "x" } };
    const lost = expect(client.callTool(call)).rejects.toThrow("repeat exactly the same call");
    await shown.promise;
    process.kill(serverPid(), "SIGKILL");
    await lost;
    const { items } = capstan("approvals", "list", "--state", "pending");
    expect(items).toHaveLength(1);
    expect(capstan("approvals", "run", items[0].id).outcome.state).toBe("completed");
    const result = await client.callTool(call);
    expect(result.isError).toBeFalsy();
    const audit = capstan("audit", "tail", "--limit", "200");
    const ended = audit.items.filter(
      (it: { type: string; invocation_id: string }) =>
        it.type === "invocation.ended" && it.invocation_id === items[0].invocation_id,
    );
    expect(ended).toHaveLength(1);
    expect(capstan("approvals", "list", "--state", "pending").items).toEqual([]);
    await client.close();
  },
  60_000,
);

test("who is killed leaves no orphan: mcp serve ends when its standard input does", async () => {
  const script = `
    const { spawn } = require("node:child_process");
    const child = spawn(process.execPath, [${JSON.stringify(CAPSTAN)}, "mcp", "serve"], { stdio: ["pipe", "pipe", "ignore"] });
    child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}\\n');
    child.stdout.once("data", () => console.log(child.pid));`;
  const parent = spawn(process.execPath, ["-e", script], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [said] = await once(parent.stdout, "data");
  const pid = Number(String(said));
  expect(isAlive(pid)).toBe(true);
  parent.kill("SIGKILL");
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 5_000);
});
