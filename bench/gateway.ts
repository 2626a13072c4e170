import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { measure, type Scale } from "./measure.ts";
import { type Row, ratio, wallOf } from "./report.ts";

const TARGET = 1.3;
/** A dozen processes: they are steady soon, and each round takes seconds. */
const WARM_UPS = 5;
const ROOT = fileURLToPath(new URL("../", import.meta.url));
const RIG = join(ROOT, "rig/node_modules");
const UPSTREAM = join(RIG, "@modelcontextprotocol/server-everything/dist/index.js");
const BARE = join(ROOT, "bench/gateway/bare-gateway.ts");
const PROXY = join(RIG, "mcp-proxy/dist/bin/mcp-proxy.mjs");
const CAPSTAN = join(ROOT, "bin/capstan.mjs");

/** One call of one tool behind a gateway: directly, through one that does nothing, and through ours. */
export async function benchGateway(scale: Scale): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), "capstan-bench-"));
  const children: ChildProcess[] = [];
  const clients: Client[] = [];
  const run = (args: string[], env: Record<string, string> = {}) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "ignore"],
    });
    children.push(child);
    return child;
  };
  const env = { CAPSTAN_HOME: home, CAPSTAN_PORT: "0", CAPSTAN_MODEL: "offline" };
  writeFileSync(join(home, "settings.json"), JSON.stringify({ policy: { profile: "auto" } }));
  const server = { command: "node", args: [UPSTREAM], capstan: { trust: true } };
  writeFileSync(join(home, "mcp.json"), JSON.stringify({ mcpServers: { up: server } }));

  async function connect(transport: StdioClientTransport | StreamableHTTPClientTransport) {
    const client = new Client({ name: "bench", version: "1" });
    await client.connect(transport);
    for (let tries = 0; tries < 100; tries++) {
      const { tools } = await client.listTools();
      if (tools.some(({ name }) => name === "echo")) break;
      await sleep(100);
    }
    clients.push(client);
    return client;
  }
  const stdio = (args: string[], more: Record<string, string> = {}) =>
    connect(
      new StdioClientTransport({
        command: process.execPath,
        args,
        env: { PATH: process.env.PATH ?? "", ...more },
        stderr: "ignore",
      }),
    );
  const http = (url: string, key?: string) =>
    connect(
      new StreamableHTTPClientTransport(new URL(url), {
        ...(key && { requestInit: { headers: { authorization: `Bearer ${key}` } } }),
      }),
    );

  try {
    const capstan = run([CAPSTAN, "serve", "--json"], env);
    const [said] = await once(capstan.stdout ?? capstan, "data");
    const { url } = JSON.parse(String(said));
    const key = readFileSync(join(home, "api-key"), "utf8").trim();
    const bare = run([BARE, "http", UPSTREAM]);
    const [port] = await once(bare.stdout ?? bare, "data");
    const directPort = await freePort();
    run([UPSTREAM, "streamableHttp"], { PORT: String(directPort) });
    await listening(directPort);
    const proxyPort = await freePort();
    run([
      PROXY,
      "--port",
      String(proxyPort),
      "--host",
      "127.0.0.1",
      "--",
      process.execPath,
      UPSTREAM,
    ]);
    await listening(proxyPort);
    const works = [
      { name: "direct, stdio", client: await stdio([UPSTREAM]) },
      { name: "a bare gateway, stdio", client: await stdio([BARE, "stdio", UPSTREAM]) },
      {
        name: "Capstan, stdio",
        client: await stdio([CAPSTAN, "mcp", "serve", "--server", "up"], env),
      },
      { name: "direct, HTTP", client: await http(`http://127.0.0.1:${directPort}/mcp`) },
      {
        name: "a bare gateway, HTTP",
        client: await http(`http://127.0.0.1:${String(port).trim()}/mcp`),
      },
      { name: "npm mcp-proxy, HTTP", client: await http(`http://127.0.0.1:${proxyPort}/mcp`) },
      { name: "Capstan, HTTP", client: await http(`${url}/mcp?server=up`, key) },
    ].map(({ name, client }) => ({
      name,
      async run() {
        const { isError } = await client.callTool({ name: "echo", arguments: { message: "hi" } });
        if (isError) throw new Error(`${name} failed.`);
      },
    }));
    const [direct, bareStdio, ownStdio, directHttp, bareHttp, proxy, ownHttp] = await measure(
      works,
      {
        ...scale,
        warmUps: WARM_UPS,
      },
    );
    return [
      ratio(bareStdio, direct, null, [wallOf]),
      ratio(ownStdio, bareStdio, TARGET, [wallOf]),
      ratio(bareHttp, directHttp, null, [wallOf]),
      ratio(proxy, directHttp, null, [wallOf]),
      ratio(ownHttp, bareHttp, TARGET, [wallOf]),
      ratio(ownHttp, proxy, 1, [wallOf]),
    ];
  } finally {
    await Promise.all(clients.map((client) => client.close().catch(() => {})));
    for (const child of children) child.kill();
    await Promise.all(children.map((child) => child.exitCode === null && once(child, "exit")));
    rmSync(home, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const isOpen = await fetch(`http://127.0.0.1:${port}/ping`).then(
      () => true,
      () => false,
    );
    if (isOpen) return;
    await sleep(100);
  }
}
