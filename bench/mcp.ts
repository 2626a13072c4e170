import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { assemble } from "../src/app/assemble.ts";
import { Settings } from "../src/app/settings.ts";
import { MCP } from "../src/features/mcp/mcp-admin.ts";
import { directCall } from "../src/gate/direct-call.ts";
import { invoke } from "../src/gate/invoke.ts";
import { createOfflineModel } from "../src/models/offline/offline-model.ts";
import { openSqliteStore } from "../src/stores/sqlite/open-sqlite-store.ts";
import { measure, type Scale } from "./measure.ts";
import { type Row, ratio, wallOf } from "./report.ts";

const TARGET = 1.5;
const FIXTURES = fileURLToPath(new URL("../test/e2e/mcp/fixtures/", import.meta.url));
const RIG = fileURLToPath(new URL("../rig/node_modules/", import.meta.url));
const EVERYTHING = join(RIG, "@modelcontextprotocol", "server-everything", "dist", "index.js");
const ADMIN = {
  id: "prn_admin",
  scopes: ["invoke" as const, "approve" as const, "admin" as const],
};

/** A call through the gate, in a box and with its durable record, beside the bare client's. */
export async function benchMcp(scale: Scale): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "capstan-bench-"));
  const http = spawn(process.execPath, [join(FIXTURES, "modern-http.mjs"), "0"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [port] = await once(http.stdout, "data");
  const url = `http://127.0.0.1:${String(port).trim()}/mcp`;
  const bareStdio = await connect(
    new StdioClientTransport({ command: process.execPath, args: [EVERYTHING], stderr: "ignore" }),
    "legacy",
  );
  const bareHttp = await connect(new StreamableHTTPClientTransport(new URL(url)), "auto");
  const assembled = await assemble({
    store: openSqliteStore(join(folder, "capstan.db")),
    model: createOfflineModel(),
    settings: Settings.parse({ policy: { profile: "auto" } }),
  });
  const { gate } = assembled.engine;
  const mcp = assembled.engine.of(MCP);
  await mcp.add("stdio", { command: "node", args: [EVERYTHING], capstan: { trust: true } }, ADMIN);
  await mcp.add("http", { url }, ADMIN);
  const call = async (toolId: string, inputs: Record<string, string>) => {
    const { state } = await invoke(gate, directCall(gate, { toolId, inputs, actor: ADMIN }));
    if (state !== "completed") throw new Error(`${toolId} ended as ${state}.`);
  };
  const message = "hello";
  try {
    const [stdio, governedStdio, overHttp, governedHttp] = await measure(
      [
        {
          name: "the bare client, stdio",
          async run() {
            await bareStdio.callTool({ name: "echo", arguments: { message } });
          },
        },
        { name: "governed call, stdio", run: () => call("mcp:stdio:echo", { message }) },
        {
          name: "the bare client, HTTP",
          async run() {
            await bareHttp.callTool({ name: "hello", arguments: {} });
          },
        },
        { name: "governed call, HTTP", run: () => call("mcp:http:hello", {}) },
      ],
      scale,
    );
    return [
      ratio(governedStdio, stdio, TARGET, [wallOf]),
      ratio(governedHttp, overHttp, TARGET, [wallOf]),
    ];
  } finally {
    await Promise.all([bareStdio.close(), bareHttp.close(), assembled.stop()]);
    http.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function connect(
  transport: StdioClientTransport | StreamableHTTPClientTransport,
  mode: "legacy" | "auto",
): Promise<Client> {
  const client = new Client({ name: "bare", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(transport);
  await client.listTools();
  return client;
}
