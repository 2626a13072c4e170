import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { textOf } from "../../../src/features/mcp/gateway/testing/open-client.ts";
import { bundledEnv } from "../../bundled-env.ts";
import { IS_LONG } from "../../runs.ts";

const CAPSTAN = join(import.meta.dirname, "../../../bin/capstan.mjs");
const WRITE_FILE = "builtin:session_file_system:write_file";
/** How long an approval lasts where one is left to expire. */
const SHORT_S = 2;

type Era = "2025" | "2026";
type Transport = "http" | "stdio";
type Cell = { readonly era: Era; readonly transport: Transport; readonly end: End };
type End = "approved" | "denied" | "declined" | "expired" | "killed";
type Reply = {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: { decision: string };
};
type Approval = { readonly id: string; readonly state: string; readonly invocation_id: string };

const CELLS = (["approved", "denied", "declined", "expired", "killed"] as const).flatMap((end) =>
  (["2025", "2026"] as const).flatMap((era) =>
    (["http", "stdio"] as const).map((transport): Cell => ({ era, transport, end })),
  ),
);

/** One of each end usually, so that each era and each transport is among them. */
const USUALLY: readonly Cell[] = [
  { era: "2025", transport: "http", end: "approved" },
  { era: "2026", transport: "http", end: "denied" },
  { era: "2026", transport: "http", end: "declined" },
  { era: "2025", transport: "http", end: "expired" },
  { era: "2026", transport: "stdio", end: "killed" },
];

type Gateway = Awaited<ReturnType<typeof startGateway>>;
let lasting: Gateway;
let short: Gateway;

beforeAll(async () => {
  [lasting, short] = await Promise.all([startGateway(86_400), startGateway(SHORT_S)]);
}, 60_000);
afterAll(async () => {
  await Promise.all([lasting?.stop(), short?.stop()]);
});

/** `capstan serve` with a home and a port that outlast it. */
async function startGateway(approvalTtlS: number) {
  const home = mkdtempSync(join(tmpdir(), "capstan-home-"));
  const limits = { approval_ttl_s: approvalTtlS };
  const settings = { model: "offline", policy: { profile: "strict" }, limits };
  writeFileSync(join(home, "settings.json"), JSON.stringify(settings));
  const port = await freePort();
  const env = bundledEnv({ HOME: home, CAPSTAN_HOME: home, CAPSTAN_PORT: String(port) });
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    child = spawn(process.execPath, [CAPSTAN, "serve"], { env, stdio: "ignore" });
    const isUp = async () => expect((await fetch(`${url}/healthz`)).ok).toBe(true);
    await vi.waitFor(isUp, { timeout: 30_000, interval: 50 }).catch(async (error) => {
      await end("SIGKILL");
      throw error;
    });
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  }
  const key = () => readFileSync(join(home, "api-key"), "utf8").trim();
  async function api<T>(method: string, path: string): Promise<T> {
    const headers = { authorization: `Bearer ${key()}`, "content-type": "application/json" };
    const response = await fetch(url + path, {
      method,
      headers,
      ...(method === "POST" && { body: "{}" }),
    });
    return (await response.json()) as T;
  }
  await start();
  return {
    env,
    url,
    key,
    api,
    start,
    kill: () => end("SIGKILL"),
    async stop() {
      await end("SIGTERM");
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}

async function connect(
  { env, url, key }: Gateway,
  { era, transport }: Cell,
  form: () => Promise<Reply>,
) {
  const client = new Client(
    { name: "matrix", version: "1" },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: era === "2025" ? "legacy" : { pin: "2026-07-28" } },
    },
  );
  client.setRequestHandler("elicitation/create", form);
  const headers = { authorization: `Bearer ${key()}` };
  await client.connect(
    transport === "http"
      ? new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } })
      : new StdioClientTransport({
          command: process.execPath,
          args: [CAPSTAN, "mcp", "serve", "--approve"],
          env,
          stderr: "ignore",
        }),
  );
  return client;
}

const REPLIES: Readonly<Partial<Record<End, Reply>>> = {
  approved: { action: "accept", content: { decision: "run" } },
  denied: { action: "accept", content: { decision: "deny" } },
  declined: { action: "decline" },
};

const callOf = ({ era, transport, end }: Cell) => ({
  name: WRITE_FILE,
  arguments: { path: `/${era}-${transport}-${end}.txt`, content: "x" },
});

async function newest(gateway: Gateway): Promise<Approval> {
  const { items } = await gateway.api<{ items: Approval[] }>("GET", "/v1/approvals?limit=1");
  const [approval] = items;
  if (!approval) throw new Error("Nothing was asked.");
  return approval;
}

const stateOf = async (gateway: Gateway, { id }: Approval) =>
  (await gateway.api<Approval>("GET", `/v1/approvals/${id}`)).state;

async function endsOf(gateway: Gateway, { invocation_id: id }: Approval): Promise<string[]> {
  const { items } = await gateway.api<{
    items: { invocation_id: string; data: { state: string } }[];
  }>("GET", "/v1/audit?type=invocation.ended&limit=200");
  return items.filter((it) => it.invocation_id === id).map(({ data }) => data.state);
}

const STATES = { approved: "used", denied: "denied", declined: "denied" } as const;

async function answeredAtOnce(cell: Cell, end: keyof typeof STATES): Promise<void> {
  let forms = 0;
  const client = await connect(lasting, cell, async () => {
    forms += 1;
    return REPLIES[end] ?? { action: "cancel" };
  });
  const result = await client.callTool(callOf(cell));
  await client.close();
  expect(forms).toBe(1);
  expect(Boolean(result.isError), textOf(result)).toBe(end !== "approved");
  const approval = await newest(lasting);
  expect(approval.state).toBe(STATES[end]);
  expect(await endsOf(lasting, approval)).toEqual(end === "approved" ? ["completed"] : []);
}

/** The form is answered too late, with run. */
async function leftToExpire(cell: Cell): Promise<void> {
  const client = await connect(short, cell, async () => {
    const approval = await newest(short);
    await expect.poll(() => stateOf(short, approval), { timeout: 30_000 }).toBe("expired");
    return { action: "accept", content: { decision: "run" } };
  });
  const result = await client.callTool(callOf(cell), { timeout: 60_000 });
  await client.close();
  expect(result.isError).toBe(true);
  expect(textOf(result)).toMatch(/expired/i);
  expect(await endsOf(short, await newest(short))).not.toContain("completed");
}

/** The gateway is killed under the open form; a person approves after it was started again. */
async function killedMeanwhile(cell: Cell): Promise<void> {
  let forms = 0;
  let asked: Approval | undefined;
  const approveElsewhere = async (): Promise<Reply> => {
    forms += 1;
    if (asked) return { action: "decline" };
    asked = await newest(lasting);
    await lasting.kill();
    await lasting.start();
    expect(await stateOf(lasting, asked)).toBe("pending");
    if (cell.transport === "http") await lasting.api("POST", `/v1/approvals/${asked.id}/run`);
    else {
      const args = [CAPSTAN, "approvals", "run", asked.id, "--json"];
      const { status, stderr } = spawnSync(process.execPath, args, { env: lasting.env });
      expect(status, String(stderr)).toBe(0);
    }
    return { action: "accept", content: { decision: "run" } };
  };
  const first = await connect(lasting, cell, approveElsewhere);
  const over = new AbortController();
  const limits = { timeout: 60_000, signal: over.signal };
  const early = first.callTool(callOf(cell), limits).catch(() => undefined);
  await expect.poll(() => asked && stateOf(lasting, asked), { timeout: 60_000 }).toBe("used");
  const approval = asked ?? expect.fail("Nobody was asked.");
  // In the older era its session died with the gateway; mcp serve opens it again by itself.
  const isLost = cell.era === "2025" && cell.transport === "http";
  if (isLost) over.abort();
  const client = isLost ? await connect(lasting, cell, approveElsewhere) : first;
  const result = (await early) ?? (await client.callTool(callOf(cell), { timeout: 60_000 }));
  expect(result.isError, textOf(result)).toBeFalsy();
  expect(forms).toBe(1);
  expect(await endsOf(lasting, approval)).toEqual(["completed"]);
  // Once: the same call asks anew.
  const again = await client.callTool(callOf(cell));
  expect(again.isError).toBe(true);
  expect(forms).toBe(2);
  expect((await newest(lasting)).id).not.toBe(approval.id);
  await client.close();
  if (isLost) await first.close().catch(() => {});
}

test.each(IS_LONG ? CELLS : USUALLY)(
  "X36: a call that asks, in $era over $transport, is $end",
  async (cell) => {
    const { end } = cell;
    if (end === "expired") await leftToExpire(cell);
    else if (end === "killed") await killedMeanwhile(cell);
    else await answeredAtOnce(cell, end);
  },
  120_000,
);
