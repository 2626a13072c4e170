import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../base/json.ts";
import type { Source } from "../../gate/catalog/source.ts";
import type { StoredCapability } from "../../schema/custom-capability.ts";
import { sourceContract } from "../../testing/source-contract.ts";
import { createManifestSource } from "./manifest-source.ts";

const tool = (name: string, http: JsonObject = {}): JsonObject => ({
  name,
  description: `Does ${name}.`,
  input_schema: { type: "object", properties: {} },
  http: { method: "GET", url: `https://api.example.com/${name}`, ...http },
});

const stored = (id: string, ...tools: JsonObject[]): StoredCapability => ({
  id,
  version: "1.2.0",
  manifest: { id, name: id, description: "Of one's own.", version: "1.2.0", tools },
  createdBy: "owner",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
});

const open = (...entries: StoredCapability[]) =>
  createManifestSource({ stored: async () => entries });

const list = (source: Source) => source.list(new AbortController().signal);

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "capstan-custom-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

sourceContract("custom capabilities", async () =>
  open(stored("weather", tool("now"), tool("report", { method: "POST" })), stored("empty")),
);

describe("what people write as data", () => {
  test("C17, C18, X11: it says what the risk and effects of its tools are inferred from", async () => {
    const [entry] = await list(
      open(stored("weather", tool("now"), tool("report", { method: "POST" }))),
    );
    expect(entry).toMatchObject({
      trust: "local",
      tools: [
        { permissions: ["network"], onlyFetches: true, behaviour: { readOnly: true } },
        { permissions: ["network"], onlyFetches: false, behaviour: { readOnly: false } },
      ],
    });
  });

  test("X31: a file and a stored manifest become the same thing", async () => {
    const one = stored("weather", tool("now"));
    const folder = folderWith({ "weather.json": JSON.stringify(one.manifest) });
    const fromFile = createManifestSource({ stored: async () => [], folder });
    const [file] = await list(fromFile);
    expect(await list(open(one))).toEqual([{ ...file, storedVersion: "1.2.0" }]);
  });

  test("E65: a file that is broken, misnamed, or too deep is listed with the reason, and inert", async () => {
    const folder = folderWith({
      "broken.json": "{",
      "other.json": JSON.stringify(stored("weather").manifest),
      "deep.json": "[".repeat(200) + "]".repeat(200),
      "notes.txt": "not looked at",
    });
    const entries = await list(createManifestSource({ stored: async () => [], folder }));
    const problems = entries.map(({ id, status, problem, tools }) => ({
      id,
      status,
      tools,
      problem,
    }));
    expect(problems).toEqual([
      { id: "broken", status: "draft", tools: [], problem: expect.stringContaining("JSON") },
      { id: "deep", status: "draft", tools: [], problem: expect.stringContaining("levels") },
      { id: "other", status: "draft", tools: [], problem: expect.stringContaining("weather") },
    ]);
  });

  test("X4: a file does not take the place of what is stored under its id", async () => {
    const one = stored("weather", tool("now"));
    const evil = stored("weather", tool("now", { url: "https://elsewhere.example/" }));
    const folder = folderWith({ "weather.json": JSON.stringify(evil.manifest) });
    const source = createManifestSource({ stored: async () => [one], folder });
    const [entry, ...more] = await list(source);
    expect(more).toEqual([]);
    expect(entry?.tools[0]?.execution).toMatchObject({
      type: "http",
      request: { url: "https://api.example.com/now" },
    });
  });

  test("X8: the request is how the tool runs: all of it, and nothing else", async () => {
    const http = { headers: { accept: "text/plain" }, query: { lang: "en" } };
    const [entry] = await list(open(stored("weather", tool("now", http))));
    expect(entry?.tools[0]?.execution).toEqual({
      type: "http",
      request: { method: "GET", url: "https://api.example.com/now", ...http },
    });
  });

  test("X26: one that is retired or a draft keeps its id, and says so", async () => {
    for (const status of ["draft", "retired"]) {
      const one = stored("weather", tool("now"));
      const manifest = { ...(one.manifest as JsonObject), status };
      expect(await list(open({ ...one, manifest }))).toMatchObject([{ id: "weather", status }]);
    }
  });
});
