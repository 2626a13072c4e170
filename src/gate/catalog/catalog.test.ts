import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { SourcedCapability } from "../../schema/sourced-capability.ts";
import { fixedSource } from "../../testing/fixed-source.ts";
import { makeCapability } from "../../testing/make-tool.ts";
import { type Listings, openCatalog } from "./catalog.ts";
import type { Source, SourceState } from "./source.ts";
import type { ToolFilter } from "./tool-filter.ts";

const files = makeCapability({ id: "files" }, [
  { name: "read", riskLevel: "LOW", sideEffectTags: ["fs.read"] },
  { name: "write", riskLevel: "MED", sideEffectTags: ["fs.read", "fs.write"] },
  { name: "erase", riskLevel: "HIGH", sideEffectTags: ["fs.delete"], enabled: false },
]);
const bank = makeCapability({ id: "bank", trust: "remote" }, [
  { name: "pay", description: "Sends MONEY abroad.", riskLevel: "CRITICAL" },
]);
const notes = makeCapability({ id: "notes" }, [{ name: "note" }]);

/** Can be made to list something else, to fail or to hang, as servers do. */
function changing(overrides: Partial<Source>, ...first: SourcedCapability[]) {
  const now = { entries: first as readonly SourcedCapability[], error: null as Error | null };
  let change = () => {};
  const source: Source = {
    ...fixedSource(() => now.entries),
    async list() {
      if (now.error) throw now.error;
      return now.entries;
    },
    start(onChange) {
      change = onChange;
    },
    ...overrides,
  };
  return { source, now, tellChange: () => change() };
}

const near = (...entries: SourcedCapability[]) => changing({ id: "near" }, ...entries).source;
const far = (...entries: SourcedCapability[]) =>
  changing({ id: "far", kind: "mcp" }, ...entries).source;
const hanging = (id: string): Source => ({
  ...fixedSource(() => []),
  id,
  kind: "mcp",
  list: () => new Promise(() => {}),
});
const GONE = new Error("The server is gone.");

const HOSTILE = ["__proto__", "constructor", "toString", "hasOwnProperty", "", "builtin:files:"];

test("C1, C45, X1: one catalog holds the capabilities and tools of every source, in their order", async () => {
  const catalog = await openCatalog([near(files), far(bank)]);
  expect(catalog.listCapabilities().map(({ id }) => id)).toEqual(["files", "mcp:bank"]);
  expect(catalog.listTools({ enabledOnly: false }).map(({ toolId }) => toolId)).toEqual([
    "builtin:files:read",
    "builtin:files:write",
    "builtin:files:erase",
    "mcp:bank:pay",
  ]);
});

test("C12: a tool and a capability are found by their id, and by nothing else", async () => {
  const catalog = await openCatalog([near(files), far(bank)]);
  expect(catalog.getTool("builtin:files:write")?.name).toBe("write");
  expect(catalog.getTool("mcp:bank:pay")?.trust).toBe("remote");
  expect(catalog.getCapability("mcp:bank")?.name).toBe("bank");
  for (const id of ["write", "builtin:FILES:write", "bank", "pay"]) {
    expect(catalog.getTool(id)).toBeUndefined();
    expect(catalog.getCapability(id)).toBeUndefined();
  }
});

test("X8: an entry holds the tool, how it runs and where it came from", async () => {
  const catalog = await openCatalog([far(bank)]);
  expect(catalog.getEntry("mcp:bank:pay")).toEqual({
    tool: catalog.getTool("mcp:bank:pay"),
    execution: { type: "test", of: "pay" },
    source: "far",
    storedVersion: null,
    perSession: false,
  });
});

test("C12: a tool that is not enabled is still found by its id", async () => {
  const catalog = await openCatalog([near(files)]);
  expect(catalog.getTool("builtin:files:erase")).toMatchObject({ enabled: false });
});

test("F32: words of a capability and its tags find its tools", async () => {
  const tagged = { ...bank, description: "Speaks HTTP.", tags: ["ledger"] };
  const catalog = await openCatalog([near(files), far(tagged)]);
  for (const search of ["http", "HTTP", "ledger"]) {
    expect(catalog.listTools({ search }).map(({ name }) => name)).toEqual(["pay"]);
  }
});

test.each(HOSTILE)("C12, X1: %j names nothing", async (name) => {
  const catalog = await openCatalog([near(files)]);
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
    const catalog = await openCatalog([near(files), far(bank)]);
    expect(catalog.listTools(filter).map(({ name }) => name)).toEqual(names);
  });
});

describe("nothing is ever shadowed", () => {
  const twin = makeCapability({ id: "files", name: "Impostor" });

  test("X1, C16: of one id that a source lists twice, the second is left out", async () => {
    const catalog = await openCatalog([near(files, twin)]);
    expect(catalog.getCapability("files")?.name).toBe("files");
    expect(catalog.sources()).toMatchObject([
      { state: "degraded", error: '"near" lists "files" twice: the second "files" was left out.' },
    ]);
  });

  test("X1, C16: of one id that two sources have, the later is left out, and says who has it", async () => {
    const other = changing({ id: "other" }, notes, twin).source;
    const catalog = await openCatalog([near(files), other]);
    expect(catalog.getCapability("files")?.name).toBe("files");
    expect(catalog.getTool("builtin:notes:note")).toBeDefined();
    expect(catalog.sources()).toMatchObject([
      { id: "near", state: "ready", error: null },
      {
        id: "other",
        state: "degraded",
        error: 'Both "near" and "other" have "files": "files" of "other" was left out.',
      },
    ]);
  });

  test("there cannot be two sources of one id", async () => {
    const catalog = await openCatalog([near(files)]);
    await expect(catalog.add(near(notes))).rejects.toMatchObject({ code: "SETTINGS_INVALID" });
  });
});

describe("a source that fails", () => {
  test("C16: does not touch the others, and says why", async () => {
    const reported: unknown[] = [];
    const broken = changing({ id: "far", kind: "mcp" });
    broken.now.error = GONE;
    const catalog = await openCatalog([broken.source, near(files)], {
      report: (error) => reported.push(error),
    });
    expect(catalog.getTool("builtin:files:read")).toBeDefined();
    expect(catalog.sources()).toEqual([
      { id: "far", kind: "mcp", state: "failed", error: "The server is gone.", tools: 0 },
      { id: "near", kind: "builtin", state: "ready", error: null, tools: 3 },
    ]);
    expect(reported).toEqual([GONE]);
  });

  test("C16: keeps what it last listed, which cannot be reached until it answers again", async () => {
    const { source, now } = changing({ id: "far", kind: "mcp" }, bank);
    const catalog = await openCatalog([source]);
    const entry = catalog.getEntry("mcp:bank:pay");
    if (!entry) throw new Error("The entry is missing.");
    expect(catalog.whyUnavailable(entry)).toBeUndefined();
    now.error = GONE;
    await catalog.refresh("far");
    expect(catalog.getEntry("mcp:bank:pay")).toBe(entry);
    expect(catalog.whyUnavailable(entry)).toBe(
      'Its source "far" cannot be reached: The server is gone.',
    );
    now.error = null;
    now.entries = [];
    await catalog.refresh();
    expect(catalog.getTool("mcp:bank:pay")).toBeUndefined();
    expect(catalog.sources()).toMatchObject([{ state: "ready", error: null }]);
  });

  test("C16: says itself whether it can be reached", async () => {
    const state: SourceState = { state: "failed", error: "The connection was lost." };
    const catalog = await openCatalog([changing({ state: () => state }, files).source]);
    const entry = catalog.getEntry("builtin:files:read");
    expect(entry && catalog.whyUnavailable(entry)).toContain("The connection was lost.");
  });

  test("C16: that never answers is given up after its time, and delays nobody", async () => {
    const catalog = await openCatalog([near(files)], { deadlineMs: 500 });
    const added = catalog.add(hanging("slow"));
    expect(catalog.sources()).toMatchObject([{ state: "ready" }, { state: "starting" }]);
    await catalog.refresh("near");
    await catalog.add(far(bank));
    expect(catalog.sources()).toMatchObject([{}, { state: "starting" }, { state: "ready" }]);
    expect(catalog.getTool("mcp:bank:pay")).toBeDefined();
    await added;
    expect(catalog.sources()[1]).toMatchObject({
      state: "failed",
      error: "It did not list its tools within 0.5 s.",
    });
    await catalog.close();
  });

  test("C16: that never answers does not hold up the end", async () => {
    const catalog = await openCatalog([near(files)]);
    const added = catalog.add(hanging("slow"));
    await catalog.close();
    await added;
  });

  test("lists no more tools than a catalog can hold", async () => {
    const tools = Array.from({ length: 20_001 }, (_, n) => ({ name: `t${n}` }));
    const catalog = await openCatalog([near(makeCapability({ id: "many" }, tools))]);
    expect(catalog.listTools()).toEqual([]);
    expect(catalog.sources()[0]?.error).toBe("It lists 20001 tools; 20000 are allowed.");
  });
});

describe("the list that is kept", () => {
  test("C15: is made anew when it is old, and nobody has to ask", async () => {
    const { source, now } = changing({}, files);
    const catalog = await openCatalog([source], { ttlMs: 20 });
    now.entries = [files, notes];
    await expect.poll(() => catalog.getTool("builtin:notes:note")).toBeDefined();
    await catalog.close();
  });

  test("C15: is a minute old at most", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const list = vi.fn(async () => [files]);
      const catalog = await openCatalog([fixedSource(() => [files], { list })]);
      await vi.advanceTimersByTimeAsync(59_999);
      expect(list).toHaveBeenCalledTimes(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(list).toHaveBeenCalledTimes(2);
      await catalog.close();
    } finally {
      vi.useRealTimers();
    }
  });

  test("C14: is made anew when its source says that something moved", async () => {
    const { source, now, tellChange } = changing({}, files);
    const catalog = await openCatalog([source]);
    const moved = vi.fn();
    catalog.onChange(moved);
    now.entries = [notes];
    for (let n = 0; n < 100; n++) tellChange();
    await expect.poll(() => catalog.getTool("builtin:notes:note")).toBeDefined();
    expect(moved).toHaveBeenCalledTimes(1);
    await catalog.close();
  });

  test("C14: a change that is told during a listing is not forgotten", async () => {
    const listed: PromiseWithResolvers<readonly SourcedCapability[]>[] = [];
    const list = () => {
      const one = Promise.withResolvers<readonly SourcedCapability[]>();
      listed.push(one);
      return one.promise;
    };
    const { source, tellChange } = changing({ id: "near", list });
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const opening = openCatalog([source]);
    await vi.advanceTimersByTimeAsync(0);
    expect(listed).toHaveLength(1);
    // Shorter than the pause between two listings, and longer.
    for (const [at, ms] of [50, 5_000].entries()) {
      tellChange();
      await vi.advanceTimersByTimeAsync(ms);
      listed[at]?.resolve([]);
      await vi.advanceTimersByTimeAsync(200);
      expect(listed).toHaveLength(at + 2);
    }
    listed[2]?.resolve([notes]);
    const catalog = await opening;
    await vi.advanceTimersByTimeAsync(200);
    expect(catalog.getTool("builtin:notes:note")).toBeDefined();
    expect(listed).toHaveLength(3);
    await catalog.close();
  });

  test("C14: one listing at a time; who asks meanwhile gets one that began after", async () => {
    let running = 0;
    let lists = 0;
    const source = fixedSource(() => [], {
      async list() {
        running += 1;
        lists += 1;
        expect(running).toBe(1);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
        return [];
      },
    });
    const catalog = await openCatalog([source]);
    await Promise.all(Array.from({ length: 20 }, () => catalog.refresh("fixed")));
    expect(lists).toBe(3);
    await catalog.close();
  });

  test("C14: what is as it was stays the same object, and the version stands", async () => {
    const catalog = await openCatalog([fixedSource(() => structuredClone([files]))]);
    const [entry, version] = [catalog.getEntry("builtin:files:read"), catalog.version];
    await catalog.refresh();
    expect(catalog.getEntry("builtin:files:read")).toBe(entry);
    expect(catalog.version).toBe(version);
  });

  test("C14: anything else moves the version, a new order too", async () => {
    const { source, now } = changing({}, files, notes);
    const catalog = await openCatalog([source]);
    for (const entries of [[notes, files], [notes], [notes, files]]) {
      const { version } = catalog;
      now.entries = entries;
      await catalog.refresh();
      expect(catalog.version).toBeGreaterThan(version);
    }
  });

  test("X8: another way to run is another entry with another digest", async () => {
    const { source, now } = changing({}, notes);
    const catalog = await openCatalog([source]);
    const before = catalog.getEntry("builtin:notes:note");
    now.entries = [makeCapability({ id: "notes" }, [{ name: "note", execution: { type: "x" } }])];
    await catalog.refresh();
    const after = catalog.getEntry("builtin:notes:note");
    expect(after?.execution).toEqual({ type: "x" });
    expect(after?.tool.digest).not.toBe(before?.tool.digest);
    expect(before?.execution).toEqual({ type: "test", of: "note" });
  });
});

describe("listings in the store", () => {
  function listings(...known: [string, readonly SourcedCapability[]][]) {
    const stored = new Map(known);
    const kept: Listings = {
      load: async () => new Map(stored),
      save: async (id, capabilities) => void stored.set(id, capabilities),
      remove: async (id) => void stored.delete(id),
    };
    return { kept, stored };
  }

  test("C16: a source that is down lists what it had in an earlier process, out of reach", async () => {
    const down = changing({ id: "far", kind: "mcp", keepsListing: true });
    down.now.error = GONE;
    const catalog = await openCatalog([down.source], {
      listings: listings(["far", [bank]]).kept,
    });
    const entry = catalog.getEntry("mcp:bank:pay");
    expect(entry && catalog.whyUnavailable(entry)).toContain("The server is gone.");
  });

  test("C16: while it starts, what it had is listed as starting", async () => {
    const catalog = await openCatalog([], { listings: listings(["slow", [bank]]).kept });
    const added = catalog.add({ ...hanging("slow"), keepsListing: true });
    const entry = catalog.getEntry("mcp:bank:pay");
    expect(entry && catalog.whyUnavailable(entry)).toBe('Its source "slow" is still starting.');
    await catalog.close();
    await added;
  });

  test("each good listing is stored once, and forgotten with its source", async () => {
    const { kept, stored } = listings();
    const save = vi.spyOn(kept, "save");
    const { source, now } = changing({ id: "far", kind: "mcp", keepsListing: true }, bank);
    const catalog = await openCatalog([near(files), source], { listings: kept });
    await catalog.refresh();
    expect(save).toHaveBeenCalledTimes(1);
    now.entries = [notes];
    await catalog.refresh();
    expect([...stored]).toEqual([["far", [notes]]]);
    await catalog.remove("far");
    expect(stored.size).toBe(0);
    expect(catalog.listTools().map(({ capabilityId }) => capabilityId)).toEqual(["files", "files"]);
  });
});

test("C1: a refresh reads every source again, and what a source no longer has is gone", async () => {
  const { source, now } = changing({}, files);
  const catalog = await openCatalog([source]);
  now.entries = [notes];
  expect(catalog.getTool("builtin:notes:note")).toBeUndefined();
  await catalog.refresh();
  expect(catalog.getTool("builtin:notes:note")).toBeDefined();
  expect(catalog.getTool("builtin:files:read")).toBeUndefined();
  expect(catalog.getCapability("files")).toBeUndefined();
});
