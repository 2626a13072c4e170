import { describe, expect, test } from "vitest";
import type { Source, SourcedCapability } from "../ports/source.ts";
import { makeCapability } from "../testing/make-tool.ts";
import { createManualClock } from "../testing/manual-clock.ts";
import { openCatalog } from "./catalog.ts";
import type { ToolFilter } from "./tool-filter.ts";

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

test("C1, C45, X1: one catalog holds the capabilities and tools of every source, in their order", async () => {
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
  ])("C1, C11: $title", async ({ filter, names }) => {
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
  ])(
    "X1, C16: the id of $what is left out when it is taken, and its source says so",
    async ({ sources, id }) => {
      const catalog = await openCatalog(sources);
      expect(catalog.getCapability("files")?.name).toBe("files");
      expect(catalog.getTool("builtin:files:read")).toBe(files.tools[0]);
      expect(catalog.sources().at(-1)).toMatchObject({
        state: "failed",
        error: expect.stringContaining(id),
      });
    },
  );
});

describe("a source that fails", () => {
  const broken: Source = {
    kind: "mcp",
    list: async () => {
      throw new Error("The server is gone.");
    },
  };

  test("C16: does not touch the others, and says why", async () => {
    const reported: unknown[] = [];
    const report = (error: unknown) => reported.push(error);
    const catalog = await openCatalog([broken, sourceOf(files)], { report });
    expect(catalog.getTool("builtin:files:read")).toBeDefined();
    expect(catalog.sources()).toEqual([
      { kind: "mcp", state: "failed", error: "The server is gone." },
      { kind: "builtin", state: "ready", error: null },
    ]);
    expect(reported).toHaveLength(1);
  });

  test("C16: keeps what it last listed, until it answers again", async () => {
    const source = sourceOf(bank);
    const list = source.list;
    const catalog = await openCatalog([source]);
    source.list = broken.list;
    await catalog.refresh();
    expect(catalog.getTool("mcp:bank:pay")).toBe(bank.tools[0]);
    source.list = list;
    source.entries = [];
    await catalog.refresh();
    expect(catalog.getTool("mcp:bank:pay")).toBeUndefined();
    expect(catalog.sources()).toMatchObject([{ state: "ready", error: null }]);
  });
});

describe("the list that is kept", () => {
  test("C15: is read again after a minute, behind the back of who asks", async () => {
    const clock = createManualClock();
    const source = sourceOf(files);
    const catalog = await openCatalog([source], { clock });
    source.entries = [files, bank];
    clock.advance(59_999);
    expect(catalog.getTool("mcp:bank:pay")).toBeUndefined();
    clock.advance(1);
    expect(catalog.getTool("mcp:bank:pay")).toBeUndefined();
    await expect.poll(() => catalog.getTool("mcp:bank:pay")).toBeDefined();
  });

  test("C14: what is as it was stays the same object, and the version stands", async () => {
    const catalog = await openCatalog([
      { kind: "builtin", list: async () => structuredClone([files]) },
    ]);
    const [tool, version] = [catalog.getTool("builtin:files:read"), catalog.version];
    await catalog.refresh();
    expect(catalog.getTool("builtin:files:read")).toBe(tool);
    expect(catalog.version).toBe(version);
  });

  test("C14: anything else moves the version, a new order too", async () => {
    const source = sourceOf(files, bank);
    const catalog = await openCatalog([source]);
    for (const entries of [[bank, files], [bank], [bank, files]]) {
      const { version } = catalog;
      source.entries = entries;
      await catalog.refresh();
      expect(catalog.version).toBeGreaterThan(version);
    }
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
