import { describe, expect, test } from "vitest";
import type { Source, SourcedCapability } from "../ports/source.ts";
import { makeCapability } from "../testing/make-tool.ts";
import { openCatalog, type ToolFilter } from "./catalog.ts";

const files = makeCapability({ id: "files" }, [
  { name: "read", riskLevel: "LOW", sideEffectTags: ["fs.read"] },
  { name: "write", riskLevel: "MED", sideEffectTags: ["fs.read", "fs.write"] },
  { name: "erase", riskLevel: "HIGH", sideEffectTags: ["fs.delete"], enabled: false },
]);
const bank = makeCapability({ id: "mcp:bank", kind: "mcp" }, [
  { name: "pay", description: "Sends MONEY abroad.", riskLevel: "CRITICAL", trust: "remote" },
]);

/** A source whose list can be changed, as folders and servers do. */
function sourceOf(...entries: SourcedCapability[]): Source & { entries: SourcedCapability[] } {
  const source = { kind: "builtin" as const, entries, list: async () => source.entries };
  return source;
}

const HOSTILE = ["__proto__", "constructor", "toString", "hasOwnProperty", "", "builtin:files:"];

test("C1, X1: one catalog holds the capabilities and tools of every source, in their order", async () => {
  const catalog = await openCatalog([sourceOf(files), sourceOf(bank)]);
  expect(catalog.listCapabilities().map(({ id }) => id)).toEqual(["files", "mcp:bank"]);
  expect(catalog.listTools({ enabledOnly: false })).toEqual([...files.tools, ...bank.tools]);
});

test("C12: a tool and a capability are found by their id, and by nothing else", async () => {
  const catalog = await openCatalog([sourceOf(files, bank)]);
  expect(catalog.getTool("builtin:files:write")).toBe(files.tools[1]);
  expect(catalog.getTool("mcp:bank:pay")).toBe(bank.tools[0]);
  expect(catalog.getCapability("mcp:bank")).toBe(bank.capability);
  for (const id of ["write", "builtin:FILES:write", "bank", "pay"]) {
    expect(catalog.getTool(id)).toBeUndefined();
    expect(catalog.getCapability(id)).toBeUndefined();
  }
});

test("C12: a tool that is not enabled is still found by its id", async () => {
  const catalog = await openCatalog([sourceOf(files)]);
  expect(catalog.getTool("builtin:files:erase")).toMatchObject({ enabled: false });
});

test.each(HOSTILE)("C12, X1: %j names nothing", async (name) => {
  const catalog = await openCatalog([sourceOf(files)]);
  expect(catalog.getTool(name)).toBeUndefined();
  expect(catalog.getCapability(name)).toBeUndefined();
});

describe("listTools", () => {
  test.each<{ title: string; filter: ToolFilter; names: string[] }>([
    { title: "lists what is enabled", filter: {}, names: ["read", "write", "pay"] },
    {
      title: "lists all on request",
      filter: { enabledOnly: false },
      names: ["read", "write", "erase", "pay"],
    },
    { title: "keeps one source", filter: { sourceTypes: ["mcp"] }, names: ["pay"] },
    {
      title: "keeps several sources",
      filter: { sourceTypes: ["mcp", "builtin"] },
      names: ["read", "write", "pay"],
    },
    { title: "keeps no source", filter: { sourceTypes: [] }, names: [] },
    { title: "keeps up to LOW", filter: { riskMax: "LOW" }, names: ["read"] },
    { title: "keeps up to MED", filter: { riskMax: "MED" }, names: ["read", "write"] },
    { title: "keeps up to HIGH", filter: { riskMax: "HIGH" }, names: ["read", "write"] },
    {
      title: "keeps up to HIGH of all",
      filter: { riskMax: "HIGH", enabledOnly: false },
      names: ["read", "write", "erase"],
    },
    {
      title: "keeps up to CRITICAL",
      filter: { riskMax: "CRITICAL" },
      names: ["read", "write", "pay"],
    },
    {
      title: "drops an effect",
      filter: { excludeSideEffects: ["fs.write"] },
      names: ["read", "pay"],
    },
    {
      title: "drops any of several effects",
      filter: { excludeSideEffects: ["fs.write", "fs.read"] },
      names: ["pay"],
    },
    {
      title: "drops no effect",
      filter: { excludeSideEffects: [] },
      names: ["read", "write", "pay"],
    },
    { title: "searches names", filter: { search: "WRI" }, names: ["write"] },
    { title: "searches descriptions", filter: { search: "money" }, names: ["pay"] },
    { title: "searches ids", filter: { search: "builtin:files" }, names: ["read", "write"] },
    { title: "finds nothing", filter: { search: "(.*" }, names: [] },
    { title: "searches for nothing", filter: { search: "" }, names: ["read", "write", "pay"] },
    {
      title: "holds all conditions at once",
      filter: { search: "files", riskMax: "LOW", sourceTypes: ["builtin"] },
      names: ["read"],
    },
  ])("C1: $title", async ({ filter, names }) => {
    const catalog = await openCatalog([sourceOf(files, bank)]);
    expect(catalog.listTools(filter).map(({ name }) => name)).toEqual(names);
  });
});

describe("nothing is ever shadowed", () => {
  const twin = makeCapability({ id: "files", name: "Impostor" });
  const thief = makeCapability({ id: "thief" }, [{ name: "read", sourceId: "files" }]);

  test.each([
    { what: "a capability", sources: [sourceOf(files, twin)], id: "files" },
    {
      what: "a capability of another source",
      sources: [sourceOf(files), sourceOf(twin)],
      id: "files",
    },
    { what: "a tool", sources: [sourceOf(files), sourceOf(thief)], id: "builtin:files:read" },
  ])("X1: the id of $what is refused when it is taken", async ({ sources, id }) => {
    await expect(openCatalog(sources)).rejects.toThrow(
      expect.objectContaining({ code: "SETTINGS_INVALID", message: expect.stringContaining(id) }),
    );
  });

  test("X1: a refresh that is refused leaves the catalog as it was", async () => {
    const source = sourceOf(files);
    const catalog = await openCatalog([source]);
    source.entries = [bank, files, thief];
    await expect(catalog.refresh()).rejects.toThrow("builtin:files:read");
    expect(catalog.listCapabilities()).toEqual([files.capability]);
    expect(catalog.listTools({ enabledOnly: false })).toEqual(files.tools);
  });
});

test("C1: a refresh reads every source again, and what a source no longer has is gone", async () => {
  const source = sourceOf(files);
  const catalog = await openCatalog([source]);
  source.entries = [bank];
  expect(catalog.getTool("mcp:bank:pay")).toBeUndefined();
  await catalog.refresh();
  expect(catalog.getTool("mcp:bank:pay")).toBe(bank.tools[0]);
  expect(catalog.getTool("builtin:files:read")).toBeUndefined();
  expect(catalog.getCapability("files")).toBeUndefined();
});
