import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../ports/clock.ts";
import type { Source, SourcedCapability } from "../ports/source.ts";
import type { Capability, SourceType } from "../schema/capability.ts";
import type { Tool } from "../schema/tool.ts";
import { createToolIndex, type ToolIndex } from "./search/tool-index.ts";
import { matchesFilter, mentions, type ToolFilter } from "./tool-filter.ts";

/** How a source fared when it was last read. */
export type SourceReport = {
  readonly kind: SourceType;
  readonly state: "ready" | "failed";
  readonly error: string | null;
};

/** One list of every capability and tool, whatever the source (C1, X1). */
export interface Catalog {
  /** Moves whenever anything in the catalog is another than before. */
  readonly version: number;
  getTool(toolId: string): Tool | undefined;
  /** With `search`, the best first (C11, C13). */
  listTools(filter?: ToolFilter): readonly Tool[];
  getCapability(id: string): Capability | undefined;
  listCapabilities(): readonly Capability[];
  sources(): readonly SourceReport[];
  /** Reads every source again. What a source no longer has is gone. */
  refresh(): Promise<void>;
}

export type CatalogOptions = {
  readonly clock?: Clock;
  /** How old the list may be before it is read again, behind the back of who asked (C15). */
  readonly ttlMs?: number;
  readonly report?: (error: unknown) => void;
};

type Listed = {
  readonly source: Source;
  entries: readonly SourcedCapability[];
  error: string | null;
};

const TTL_MS = 60_000;

/** One that fails keeps what it last listed, and does not touch the others (C16). */
export async function openCatalog(
  sources: readonly Source[],
  { clock, ttlMs = TTL_MS, report = () => {} }: CatalogOptions = {},
): Promise<Catalog> {
  const listed: Listed[] = sources.map((source) => ({ source, entries: [], error: null }));
  // Names come from outside: "constructor" would hit Object.prototype in a plain object.
  let tools = new Map<string, Tool>();
  let capabilities = new Map<string, Capability>();
  let version = 0;
  let readAt = 0;
  let reading: Promise<void> | undefined;
  let index: { readonly version: number; readonly tools: ToolIndex } | undefined;

  async function read(one: Listed): Promise<void> {
    try {
      one.entries = await one.source.list();
      one.error = null;
    } catch (error) {
      one.error = error instanceof Error ? error.message : String(error);
      report(error);
    }
  }

  async function refresh(): Promise<void> {
    await Promise.all(listed.map(read));
    const [newTools, newCapabilities] = [new Map<string, Tool>(), new Map<string, Capability>()];
    for (const one of listed) merge(one, newTools, newCapabilities);
    readAt = clock?.now() ?? 0;
    const same = [keepSame(tools, newTools), keepSame(capabilities, newCapabilities)];
    if (same.every(Boolean)) return;
    [tools, capabilities] = [newTools, newCapabilities];
    version += 1;
  }

  /** Who asks gets what is there at once; the next one gets what is new. */
  function freshen(): void {
    if (!clock || reading || clock.now() - readAt < ttlMs) return;
    reading = refresh()
      .catch(report)
      .finally(() => {
        reading = undefined;
      });
  }

  /** What the index finds, best first; then what only contains the text, such as a piece of an id. */
  function search(text: string): readonly Tool[] {
    if (index?.version !== version) {
      index = { version, tools: createToolIndex([...tools.values()]) };
    }
    const found = index.tools.search(text, tools.size).map(({ tool }) => tool);
    const containing = [...tools.values()].filter((tool) => mentions(tool, text));
    return [...new Set([...found, ...containing])];
  }

  await refresh();
  return {
    get version() {
      // Who has all it needs in a cache asks for nothing but this.
      freshen();
      return version;
    },
    getTool(toolId) {
      freshen();
      return tools.get(toolId);
    },
    listTools(filter = {}) {
      freshen();
      const wanted = filter.search ? search(filter.search) : [...tools.values()];
      return wanted.filter((tool) => matchesFilter(tool, filter));
    },
    getCapability: (id) => capabilities.get(id),
    listCapabilities: () => [...capabilities.values()],
    sources: () =>
      listed.map(({ source, error }) => ({
        kind: source.kind,
        state: error === null ? "ready" : "failed",
        error,
      })),
    refresh,
  };
}

/** Never shadows: an id that an earlier source has is left out of a later one, which says so. */
function merge(one: Listed, tools: Map<string, Tool>, capabilities: Map<string, Capability>): void {
  for (const entry of one.entries) {
    const { capability } = entry;
    const taken =
      [capability.id].find((id) => capabilities.has(id)) ??
      entry.tools.find(({ toolId }) => tools.has(toolId))?.toolId;
    if (taken !== undefined) {
      one.error = `"${taken}" exists twice in the catalog: "${capability.id}" was left out.`;
      continue;
    }
    capabilities.set(capability.id, capability);
    for (const tool of entry.tools) tools.set(tool.toolId, tool);
  }
}

/**
 * What is as it was stays the very same object: caches hang on it. True when all of it is, in the
 * same order.
 */
function keepSame<T>(before: ReadonlyMap<string, T>, after: Map<string, T>): boolean {
  for (const [id, value] of after) {
    const known = before.get(id);
    if (known !== undefined && isDeepStrictEqual(known, value)) after.set(id, known);
  }
  const order = [...before.keys()];
  const isSameOrder = [...after.keys()].every((id, index) => order[index] === id);
  return (
    before.size === after.size &&
    isSameOrder &&
    [...after].every(([id, value]) => before.get(id) === value)
  );
}
