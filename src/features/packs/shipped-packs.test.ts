import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32, inflateSync } from "node:zlib";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { openApi } from "../../../test/open-api.ts";
import type { JsonObject } from "../../base/json.ts";
import { installFound } from "../bundles/found-folders.ts";
import { readFolder } from "../bundles/read/read-folder.ts";
import { makeTree } from "../bundles/testing/make-tree.ts";
import { loadPack } from "./load-pack.ts";
import { PACKS } from "./packs.ts";

let close = async () => {};
afterEach(() => close());

const SHIPPED = fileURLToPath(new URL("../../../capabilities/", import.meta.url));
const NAMES = ["changelog", "csv-profile", "incident-triage", "write-a-pack"];
const ALLOW = { allow: ["builtin:capability_packs:*", "pack:*"] };

async function open(options: Parameters<typeof openApi>[0] = {}) {
  const contentFolder = mkdtempSync(join(tmpdir(), "capstan-content-"));
  const api = await openApi({
    contentFolder,
    permissions: ALLOW,
    shippedPacks: SHIPPED,
    packFolders: [],
    ...options,
  });
  close = api.close;
  await expect
    .poll(() => [...api.engine.of(PACKS).known().keys()].sort(), { timeout: 20_000 })
    .toEqual(NAMES);
  return api;
}

/** A session that has a shipped pack with its tools enabled, and these files. */
async function openWith(pack_id: string, files: Record<string, string>, options = {}) {
  const api = await open(options);
  const { id: session_id } = await api.openSession();
  for (const [path, text] of Object.entries(files)) {
    await api.engine.filesOf(session_id).write(path, Buffer.from(text));
  }
  await api.request("PUT", `/v1/sessions/${session_id}/packs/${pack_id}`);
  const invoke = async (tool: string, inputs: JsonObject) =>
    (await api.post<Ran>(`/v1/tools/${tool}/invoke`, { inputs, session_id })).body;
  expect(await invoke("builtin:capability_packs:enable_tools", { pack_id })).toMatchObject({
    state: "completed",
  });
  const read = async (path: string) =>
    Buffer.from(await api.engine.filesOf(session_id).read(path, 0, 10_000_000));
  return {
    api,
    session_id,
    read,
    use: (name: string, inputs: JsonObject) => invoke(`pack:${pack_id}:${name}`, inputs),
  };
}

type Ran = JsonObject & {
  readonly outputs: { readonly ok: boolean; readonly stdout: string; readonly stderr: string };
  readonly artifacts: readonly {
    readonly path: string;
    readonly mime?: string;
    readonly size_bytes?: number;
  }[];
};

const CSV = "city,age\nParis,31\nParis,45\nRome,28\nOslo,39\nRome,\n";

test("P28, P30, P32, P33: csv-profile describes a table and draws a column, as files of the session", async () => {
  const { api, session_id, use, read } = await openWith("csv-profile", { "/data/people.csv": CSV });
  const profiled = await use("profile", { file: "data/people.csv" });
  expect(profiled).toMatchObject({ state: "completed", outputs: { ok: true, stderr: "" } });
  expect(profiled.outputs.stdout).toContain("city");
  const [page] = profiled.artifacts;
  expect((await read(page?.path ?? "")).toString()).toContain("age");

  const drawn = await use("chart", { file: "data/people.csv", column: "age" });
  expect(drawn).toMatchObject({ state: "completed", outputs: { ok: true } });
  const of = (mime: string) => drawn.artifacts.find((one) => one.mime === mime)?.path ?? "";
  expect(drawn.artifacts).toMatchObject([
    { type: "file", size_bytes: expect.any(Number) },
    { type: "file", size_bytes: expect.any(Number) },
  ]);
  expect((await read(of("image/svg+xml"))).toString()).toMatch(/^<svg [\s\S]*<\/svg>\s*$/);
  expect(decodePng(await read(of("image/png")))).toBeGreaterThan(1);
  const events = await api.get<{ items: { type: string; data: JsonObject }[] }>(
    `/v1/sessions/${session_id}/events?limit=100`,
  );
  const created = events.body.items.filter(({ type }) => type === "artifact.created");
  expect(created.map(({ data }) => data.path)).toEqual(
    expect.arrayContaining([page?.path, of("image/png")]),
  );
  const missing = await use("profile", { file: "data/none.csv" });
  expect(missing).toMatchObject({ state: "completed", outputs: { ok: false } });
  expect(missing.outputs.stderr).not.toBe("");
}, 120_000);

test("incident-triage makes a timeline of a log, and begins a report", async () => {
  const log = [
    "2026-11-18T09:40:00Z INFO started",
    "2026-11-18T09:41:10Z ERROR database gone",
    "2026-11-18T09:41:30Z ERROR database gone",
    "2026-11-18T09:50:00Z INFO fine",
  ].join("\n");
  const { use, read } = await openWith("incident-triage", { "/app.log": log });
  const ran = await use("timeline", { file: "app.log" });
  expect(ran).toMatchObject({ state: "completed", outputs: { ok: true, stderr: "" } });
  const text = (await read(ran.artifacts[0]?.path ?? "")).toString();
  expect(text).toContain("09:41");
  expect(text).toContain("database gone");
  const begun = await use("new_report", {
    title: "Checkout down",
    severity: 1,
    started_at: "2026-11-18 09:40",
    summary: "Nobody can pay.",
  });
  expect(begun).toMatchObject({
    outputs: { ok: true },
    artifacts: [{ path: "/outputs/incident.md" }],
  });
  const report = (await read("/outputs/incident.md")).toString();
  expect(report).toContain("Checkout down");
  expect(report).not.toContain("{{");
}, 120_000);

test("changelog groups commits", async () => {
  const commits = "abc1234 feat: add export\ndef5678 fix: mend login\n1234567 Remove old API\n";
  const { use, read } = await openWith("changelog", { "/commits.txt": commits });
  const ran = await use("changelog", { file: "commits.txt", version: "1.2.0", date: "2026-11-18" });
  expect(ran).toMatchObject({ state: "completed", outputs: { ok: true, stderr: "" } });
  const text = (await read("/outputs/CHANGELOG.md")).toString();
  expect(text).toContain("1.2.0");
  expect(text).toContain("2026-11-18");
  expect(text).toMatch(/xport[\s\S]*ogin|ogin[\s\S]*xport/);
}, 120_000);

test("write-a-pack makes a folder that passes the strict check and can be attached", async () => {
  const { use, read } = await openWith("write-a-pack", {});
  const ran = await use("new_pack", {
    name: "my-pack",
    description: 'Says hello: use it when "asked".',
  });
  expect(ran).toMatchObject({ state: "completed", outputs: { ok: true, stderr: "" } });
  const files: Record<string, string> = {};
  for (const { path } of ran.artifacts) {
    files[path.replace("/outputs/", "")] = (await read(path)).toString();
  }
  const folder = join(makeTree(files), "my-pack");
  expect(loadPack(await readFolder(folder), { folder: "my-pack", entryDoc: null })).toMatchObject({
    name: "my-pack",
    hasToolsJson: true,
    warnings: [],
  });
}, 120_000);

test("without a box they run all the same: they are Capstan's own", async () => {
  vi.stubEnv("PATH", "/nowhere");
  onTestFinished(() => void vi.unstubAllEnvs());
  const { api, use } = await openWith("csv-profile", { "/a.csv": CSV });
  expect(await use("profile", { file: "a.csv" })).toMatchObject({
    state: "completed",
    outputs: { ok: true },
  });
  const ended = (await api.records()).findLast(({ type }) => type === "invocation.ended");
  expect(ended?.data).toMatchObject({ enforcement: "degraded" });
}, 120_000);

test("P3: they are listed as Capstan's own, attached to nothing, each passes the strict check", async () => {
  const api = await open();
  expect((await api.openSession()).attachments).toEqual([]);
  for (const name of NAMES) {
    const read = await readFolder(join(SHIPPED, name));
    expect(loadPack(read, { folder: name, entryDoc: null })).toMatchObject({ name, warnings: [] });
    for (const { trust } of api.engine.gate.catalog
      .listTools()
      .filter(({ capabilityId }) => capabilityId === `pack:${name}`)) {
      expect(trust).toBe("builtin");
    }
  }
});

test("what the owner removed does not come back; what is there is found once", async () => {
  const api = await open();
  expect(await api.request("DELETE", "/v1/packs/changelog")).toMatchObject({ status: 200 });
  expect(await installFound(api.engine, [{ path: SHIPPED, in: "shipped" }], "capstan")).toEqual({
    added: [],
    refused: [],
  });
  expect([...api.engine.of(PACKS).known().keys()].sort()).toEqual(
    NAMES.filter((name) => name !== "changelog"),
  );
});

/** How many colours the picture has; throws for what is no PNG. */
function decodePng(bytes: Buffer): number {
  expect(bytes.subarray(0, 8)).toEqual(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"));
  const data: Buffer[] = [];
  let [width, height] = [0, 0];
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const chunk = bytes.subarray(at + 4, at + 8 + length);
    expect(crc32(chunk)).toBe(bytes.readUInt32BE(at + 8 + length));
    const type = chunk.toString("latin1", 0, 4);
    if (type === "IHDR") [width, height] = [chunk.readUInt32BE(4), chunk.readUInt32BE(8)];
    if (type === "IDAT") data.push(chunk.subarray(4));
    at += 12 + length;
  }
  const pixels = inflateSync(Buffer.concat(data));
  expect(width * height).toBeGreaterThan(10_000);
  expect(pixels.length).toBeGreaterThanOrEqual(height * (Math.ceil(width / 8) + 1));
  return new Set(pixels).size;
}
