import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { textOf } from "../../../src/features/mcp/gateway/testing/open-client.ts";
import { bundledEnv } from "../../bundled-env.ts";
import { type Live, startLive } from "../../live-server.ts";
import { IS_LONG } from "../../runs.ts";

const ROOT = join(import.meta.dirname, "../../..");
const CAPSTAN = join(ROOT, "bin/capstan.mjs");
const RIG = join(ROOT, "rig");
const INSPECTOR = join(
  RIG,
  "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
);

type Transport = "http" | "stdio";
type Tool = { readonly name: string };
type Result = {
  readonly isError?: boolean | undefined;
  readonly structuredContent?: unknown;
  readonly content: unknown;
};
/** What each client does here: as a person would have it do that. */
type RealClient = {
  list(): Promise<readonly Tool[]>;
  call(name: string, args: Record<string, unknown>): Promise<Result>;
  /** How many forms it showed; undefined for one that shows none. */
  forms(): number | undefined;
  close(): Promise<void>;
};

let live: Live;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "capstan-clients-"));
  live = await startLive({ settings: { policy: { profile: "strict" } } });
}, 60_000);
afterAll(async () => {
  await live.stop();
  rmSync(folder, { recursive: true, force: true });
});

const serveArgs = (flags: readonly string[]) => [CAPSTAN, "mcp", "serve", ...flags];
const env = () => bundledEnv({ HOME: folder, CAPSTAN_HOME: live.home });
const headers = () => ({ authorization: `Bearer ${live.key}` });
const url = () => `${live.url}/mcp`;
const INFO = { name: "a real client", version: "1" };
const RUN = { action: "accept" as const, content: { decision: "run" } };

/** The library's client of the older era, `@modelcontextprotocol/sdk`. */
async function openV1(transport: Transport): Promise<RealClient> {
  const require = createRequire(join(RIG, "package.json"));
  const load = (name: string) =>
    import(pathToFileURL(require.resolve(`@modelcontextprotocol/sdk/${name}.js`)).href);
  const [index, http, stdio, types] = await Promise.all(
    ["client/index", "client/streamableHttp", "client/stdio", "types"].map(load),
  );
  const client = new index.Client(INFO, { capabilities: { elicitation: {} } });
  let forms = 0;
  client.setRequestHandler(types.ElicitRequestSchema, async () => {
    forms += 1;
    return RUN;
  });
  await client.connect(
    transport === "http"
      ? new http.StreamableHTTPClientTransport(new URL(url()), {
          requestInit: { headers: headers() },
        })
      : new stdio.StdioClientTransport({
          command: process.execPath,
          args: serveArgs(["--approve"]),
          env: env(),
          stderr: "ignore",
        }),
  );
  return {
    list: async () => (await client.listTools()).tools,
    call: (name, args) => client.callTool({ name, arguments: args }),
    forms: () => forms,
    close: () => client.close(),
  };
}

/** The library's client of today, which finds out itself which era is spoken. */
async function openV2(transport: Transport): Promise<RealClient> {
  const client = new Client(INFO, {
    capabilities: { elicitation: { form: {} } },
    versionNegotiation: { mode: "auto" },
  });
  let forms = 0;
  client.setRequestHandler("elicitation/create", async () => {
    forms += 1;
    return RUN;
  });
  await client.connect(
    transport === "http"
      ? new StreamableHTTPClientTransport(new URL(url()), { requestInit: { headers: headers() } })
      : new StdioClientTransport({
          command: process.execPath,
          args: serveArgs(["--approve"]),
          env: env(),
          stderr: "ignore",
        }),
  );
  expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
  return {
    list: async () => (await client.listTools()).tools,
    call: (name, args) => client.callTool({ name, arguments: args }),
    forms: () => forms,
    close: () => client.close(),
  };
}

/** The official inspector, from the command line: a process for each request. */
function openInspector(era: "legacy" | "modern") {
  return async (transport: Transport): Promise<RealClient> => {
    const target =
      transport === "http"
        ? [url(), "--transport", "http", "--header", `Authorization: Bearer ${live.key}`]
        : // It gives programs that it starts no variables but these.
          ["-e", `CAPSTAN_HOME=${live.home}`, process.execPath, ...serveArgs([])];
    const ask = async (...args: string[]) => {
      const all = [...target, "--protocol-era", era, "--format", "json", "--quiet", ...args];
      const { stdout } = await promisify(execFile)(process.execPath, [INSPECTOR, "--cli", ...all], {
        env: env(),
        maxBuffer: 20_000_000,
        timeout: 60_000,
      }).catch((error: { stdout: string; stderr: string }) => {
        if (error.stdout) return error;
        throw new Error(`${args}: ${error.stderr}`);
      });
      return JSON.parse(stdout);
    };
    return {
      list: async () => resultIn(await ask("--method", "tools/list")).tools,
      call: async (name, args) =>
        resultIn(
          await ask(
            ...["--method", "tools/call", "--tool-name", name],
            ...["--tool-args-json", JSON.stringify(args)],
          ),
        ),
      forms: () => undefined,
      close: async () => {},
    };
  };
}

const resultIn = (said: { result?: unknown }) =>
  (said.result ?? said) as Result & { tools: Tool[] };

const CLIENTS = [
  { client: "SDK 1", open: openV1 },
  { client: "SDK 2", open: openV2 },
  { client: "the inspector in 2025", open: openInspector("legacy") },
  { client: "the inspector in 2026", open: openInspector("modern") },
];
const ALL = CLIENTS.flatMap((it) =>
  (["http", "stdio"] as const).map((transport) => ({ ...it, transport })),
);
/** Other tests have the newer library; the inspector takes seconds to start, for each request. */
const USUALLY = ALL.filter(({ client, transport }) => client === "SDK 1" && transport === "http");

test.each(IS_LONG ? ALL : USUALLY)(
  "C1: $client over $transport lists, is asked before a call, and has structured output",
  async ({ client, open, transport }) => {
    const real = await open(transport);
    const names = (await real.list()).map(({ name }) => name);
    expect(names).toContain("add");
    // Another sum for each: the same call, made again, is the one that was asked about.
    const a = 10 + ALL.findIndex((it) => it.client === client && it.transport === transport);
    const add = () => real.call("add", { a, b: 100 });
    let result = await add();
    if (real.forms() === undefined) {
      expect(textOf(result)).toContain("waits for a person to approve it");
      const [, id = ""] = /approvals run (\S+)/.exec(textOf(result)) ?? [];
      const { status } = await live.call("POST", `/v1/approvals/${id}/run`, {});
      expect(status).toBe(200);
      result = await add();
    } else expect(real.forms()).toBe(1);
    expect(result.isError, textOf(result)).toBeFalsy();
    expect(JSON.stringify(result.structuredContent)).toContain(String(a + 100));
    await real.close();
  },
  120_000,
);
