import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Live, startLive } from "../../live-server.ts";
import { longTest } from "../../runs.ts";
import { fixture } from "./open-mcp-api.ts";
import { startServer } from "./start-server.ts";

const RIG = join(import.meta.dirname, "../../../rig/node_modules");

/** An extension that the gateway does not offer: the suite runs it, and does not count it. */
const NOT_SCORED = /^tasks-/;

let live: Live;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "capstan-conformance-"));
  live = await startLive({ settings: { policy: { profile: "auto" } } });
}, 60_000);
afterAll(async () => {
  await live.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Behind the gateway: a server of ours, added by an admin, under the usual policy and with audit. */
async function serve(id: string, server: Record<string, unknown>): Promise<string> {
  const body = { id, ...server, capstan: { risk: "LOW" } };
  const added = await live.call("POST", "/v1/mcp-servers", body, live.newAdminKey);
  expect(added, JSON.stringify(added)).toMatchObject({ status: 201, body: { state: "ready" } });
  // The suite sends no key.
  const front = createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${live.key}` };
    const { method } = request;
    const path = `/mcp?server=${id}`;
    const onward = send({ port: live.port, host: "127.0.0.1", method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  });
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  onTestFinished(() => {
    front.close();
    front.closeAllConnections();
  });
  return `http://localhost:${(front.address() as AddressInfo).port}/mcp`;
}

async function runSuite(url: string, version: string, args: readonly string[]) {
  const baseline = join(folder, `${version}.yaml`);
  // With a list, though empty, a warning counts as well.
  writeFileSync(baseline, "server: []\n");
  const child = spawn(
    process.execPath,
    [
      join(RIG, version, "dist/index.js"),
      ...["server", "--url", url, "--expected-failures", baseline, "-o", folder],
      ...args,
    ],
    { cwd: folder, stdio: ["ignore", "pipe", "pipe"] },
  );
  let said = "";
  child.stdout.on("data", (chunk) => (said += chunk));
  child.stderr.on("data", (chunk) => (said += chunk));
  const [code] = await once(child, "close");
  return { code, said: code === 0 ? said : `${said}\n${problemsIn(folder).join("\n")}` };
}

/** What it found wrong: its own words name scenarios alone. */
function problemsIn(results: string): string[] {
  return readdirSync(results, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("checks.json"))
    .flatMap((path) =>
      JSON.parse(readFileSync(join(results, path), "utf8"))
        .filter(({ status }: { status: string }) => status === "FAILURE" || status === "WARNING")
        .map((it: { id: string; status: string; errorMessage?: string }) =>
          [it.status, path, it.id, it.errorMessage].join(" "),
        ),
    );
}

/** The server of ours that has what the suite of its era asks for. */
const UPSTREAMS = {
  conformance: { script: "conformance.mjs", stdio: [], http: ["http"] },
  "conformance-2026": { script: "conformance-2026.mjs", stdio: ["stdio"], http: [] },
} as const;

async function startUpstream(version: keyof typeof UPSTREAMS, transport: "stdio" | "http") {
  const { script, ...args } = UPSTREAMS[version];
  if (transport === "stdio") return { command: "node", args: [fixture(script), ...args.stdio] };
  const { child } = await startServer(fixture(script), args.http);
  const [port] = await once(child.stdout, "data");
  return { url: `http://127.0.0.1:${String(port).trim()}/mcp` };
}

async function checkOld(transport: "stdio" | "http"): Promise<void> {
  const url = await serve(`old-${transport}`, await startUpstream("conformance", transport));
  const { code, said } = await runSuite(url, "conformance", []);
  expect(code, said).toBe(0);
}

async function checkNew(transport: "stdio" | "http"): Promise<void> {
  const url = await serve(`new-${transport}`, await startUpstream("conformance-2026", transport));
  const args = ["--requirements", "2026-07-28"];
  const { code, said } = await runSuite(url, "conformance-2026", args);
  expect(code, said).toBe(0);
  const failed = [...said.matchAll(/^✗ ([\w-]+):/gm)].map(([, name = ""]) => name);
  expect(failed.filter((name) => !NOT_SCORED.test(name))).toEqual([]);
}

longTest(
  "C1, C19: the official suite 0.1 finds nothing wrong with a server of 2025 behind the gateway",
  () => checkOld("stdio"),
  120_000,
);

test(
  "C1, C19: the official suite 0.2 finds nothing wrong with a server of 2026 behind the gateway",
  () => checkNew("http"),
  120_000,
);

longTest("the suite 0.1 again, with the server of 2025 over HTTP", () => checkOld("http"), 120_000);

longTest(
  "the suite 0.2 again, with the server of 2026 over its standard input and output",
  () => checkNew("stdio"),
  120_000,
);
