import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startNpmRegistry } from "../../../rig/packages/npm-registry.ts";
import { startPythonIndex } from "../../../rig/packages/python-index.ts";
import type { JsonObject } from "../../../src/base/json.ts";
import { openApi } from "../../open-api.ts";
import { IS_LONG, usually } from "../../runs.ts";
import { startOddHttp } from "./odd-http.ts";
import { fixture, SERVERS, withServers } from "./open-mcp-api.ts";
import { npmServer, storeWith, uvxServer } from "./pinned-servers.ts";
import { makeEnvironment } from "./python-environment.ts";

type Call = { readonly tool: string; readonly inputs?: JsonObject; readonly says: string };
type Place = Awaited<ReturnType<typeof prepare>>;
/** A server as an owner would add it, and what its tools answer. */
type Row = {
  readonly what: string;
  /** Its entry in `mcpServers`; left out for one that is there from the start, under its `id`. */
  readonly entry?: (place: Place) => Record<string, unknown>;
  readonly id?: string;
  readonly call: Call;
  /** A call that takes a while. */
  readonly beside?: Call;
  /** A call that asks a question, and the answer. */
  readonly asks?: Call & { readonly answer: JsonObject };
  /** In a long run alone. */
  readonly isLong?: boolean;
};

/** Longer than a server of the newer era has to say that it is one. */
const LATE_MS = IS_LONG ? 8_000 : 3_500;
const GREETS: Call = { tool: "plain", says: "hello from an environment" };
const ASKS = { tool: "asks", answer: { colour: "blue" }, says: "It is blue." };
const HTTP = { call: { tool: "plain", says: "hello" }, asks: ASKS };
const ODD = { ...HTTP, beside: { tool: "slow", says: "done" } };
const node = (...args: string[]) => ({ command: "node", args });
const odd = (...way: string[]) => node(fixture("odd.mjs"), ...way);

const ROWS: readonly Row[] = [
  {
    what: "F40: one of the newer era alone that starts late",
    entry: () => node(fixture("modern-stdio.mjs"), String(LATE_MS)),
    call: HTTP.call,
    isLong: true,
  },
  { what: "F40: one that starts late", entry: () => odd("late", String(LATE_MS)), ...ODD },
  { what: "F40: one that leaves unknown requests", entry: () => odd("silent"), ...ODD },
  { what: "F40: one over HTTP that leaves them", entry: ({ silent }) => silent, ...HTTP },
  { what: "F40: one that ends at them", entry: () => odd("ends"), ...ODD },
  { what: "one that prints before it speaks", entry: () => odd("prints"), ...ODD },
  {
    what: "one whose answer does not fit its schema",
    entry: () => odd(),
    ...ODD,
    call: { tool: "misfit", says: "OUTPUT_INVALID" },
  },
  { what: "one that answers with streams", entry: ({ streams }) => streams, ...HTTP },
  { what: "one that forgets its sessions", entry: ({ forgets }) => forgets, ...HTTP },
  {
    what: "F41: a script of an absolute interpreter",
    entry: ({ script }) => ({ command: process.execPath, args: [script] }),
    ...ODD,
  },
  {
    what: "F41: a script of a Python environment",
    entry: ({ python }) => ({ command: python.interpreter, args: [python.script] }),
    call: GREETS,
    asks: ASKS,
  },
  {
    what: "F41: a program of a Python environment",
    entry: ({ python }) => ({ command: python.program }),
    call: GREETS,
    asks: ASKS,
    isLong: true,
  },
  { what: "an npx server with its lock", id: "npx", ...ODD },
  {
    what: "a uvx server with its lock",
    id: "uvx",
    call: { tool: "hello", says: "hello from fixture-words 2.0.0" },
  },
  {
    what: "everything",
    entry: () => node(SERVERS.everything),
    call: { tool: "echo", inputs: { message: "hi" }, says: "Echo: hi" },
    asks: { tool: "trigger-elicitation-request", answer: { name: "Ann" }, says: "Ann" },
  },
  {
    what: "filesystem",
    entry: ({ data }) => ({
      ...node(SERVERS.filesystem, data),
      capstan: { access: { paths: [{ root: data, verbs: ["read", "write"] }] } },
    }),
    call: { tool: "list_allowed_directories", says: "data" },
    isLong: true,
  },
  {
    what: "memory",
    entry: ({ data }) => ({
      ...node(SERVERS.memory),
      env: { MEMORY_FILE_PATH: join(data, "memory.json") },
      capstan: { access: { paths: [{ root: data, verbs: ["read", "write"] }] } },
    }),
    call: { tool: "read_graph", says: "entities" },
    isLong: true,
  },
  {
    what: "sequential thinking",
    entry: () => node(SERVERS.thinking),
    call: {
      tool: "sequentialthinking",
      inputs: { thought: "one", nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
      says: "completed",
    },
    isLong: true,
  },
];

const endings: (() => void)[] = [];
const atEnd = (work: () => void) => void endings.push(work);
let place: Place;
let api: ReturnType<typeof withServers<Awaited<ReturnType<typeof openApi>>>>;

async function prepare() {
  const python = makeEnvironment();
  atEnd(() => rmSync(python.folder, { recursive: true, force: true }));
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "capstan-servers-")));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const script = join(folder, "odd.mjs");
  copyFileSync(fixture("odd.mjs"), script);
  const data = join(folder, "data");
  mkdirSync(data);
  const http = async (way: Parameters<typeof startOddHttp>[0]) => {
    const { url, close } = await startOddHttp(way);
    atEnd(close);
    return { url };
  };
  const [streams, forgets, silent] = [
    await http("streams"),
    await http("forgets"),
    await http("silent"),
  ];
  return { python, folder, script, data, streams, forgets, silent };
}

async function pinned() {
  const [npm, python] = [await startNpmRegistry(atEnd), await startPythonIndex({ atEnd })];
  return {
    servers: { npx: npmServer(npm, { script: "odd.mjs" }), uvx: uvxServer(python) },
    registries: { npm: npm.url, python: python.simple },
  };
}

beforeAll(async () => {
  place = await prepare();
  const { servers, registries } = await pinned();
  const store = await storeWith(servers);
  const contentFolder = join(place.folder, "content");
  api = withServers(
    await openApi({ profile: "auto", store, contentFolder, settings: { registries } }),
  );
}, 60_000);
afterAll(async () => {
  await api?.close();
  for (const end of endings.toReversed()) end();
});

test.concurrent.each(usually(ROWS, ({ isLong }) => !isLong))(
  "$what is listed, called, asked and started anew",
  async ({ what, entry, call, beside, asks, ...row }) => {
    const id = row.id ?? `s${ROWS.findIndex((one) => one.what === what)}`;
    const isReady = async () => expect(await api.state(id)).toMatchObject({ state: "ready" });
    const listed = () => vi.waitFor(isReady, { timeout: 90_000, interval: 100 });
    const answers = async ({ tool, inputs = {}, says }: Call) => {
      const outcome = await api.invoke(`mcp:${id}:${tool}`, inputs);
      expect(JSON.stringify(outcome)).toContain(says);
    };
    if (entry) await api.addEntry(id, entry(place));
    await listed();
    await answers(call);
    if (asks) {
      const path = `/v1/tools/mcp:${id}:${asks.tool}/invoke`;
      const running = beside && answers(beside);
      const { body } = await api.post<JsonObject>(path, { inputs: {} });
      expect(body).toMatchObject({ state: "input_required", input_request: { kind: "fields" } });
      await running;
      // While it waits.
      await answers(call);
      const { resume_token } = body;
      const done = await api.post(path, { resume_token, inputs: asks.answer });
      expect(JSON.stringify(done.body)).toContain(asks.says);
    }
    await api.post(`/v1/mcp-servers/${id}/refresh`, {}, { as: "admin" });
    await listed();
    await answers(call);
  },
  180_000,
);
