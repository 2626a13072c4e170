import { sha256 } from "../../base/digest.ts";
import { CapstanError } from "../../base/errors.ts";
import type { Capability, SourceType } from "../../schema/capability.ts";
import type { SourcedCapability } from "../../schema/sourced-capability.ts";
import type { Tool } from "../../schema/tool.ts";
import type { CatalogEntry } from "./catalog-entry.ts";
import { keepSame, mergeSources, NOTHING } from "./merge-sources.ts";
import { createToolIndex, type ToolIndex } from "./search/tool-index.ts";
import type { Source, SourceState } from "./source.ts";
import { matchesFilter, mentions, type ToolFilter } from "./tool-filter.ts";
import { type WatchedSource, watchSource } from "./watched-source.ts";

export type SourceReport = SourceState & {
  readonly id: string;
  readonly kind: SourceType;
  readonly tools: number;
};

/** One list of every capability and tool, whatever the source (C1, X1). */
export interface Catalog {
  /** Moves whenever anything in the catalog is another than before. */
  readonly version: number;
  getEntry(toolId: string): CatalogEntry | undefined;
  getTool(toolId: string): Tool | undefined;
  /** With `search`, the best first (C11, C13). */
  listTools(filter?: ToolFilter): readonly Tool[];
  getCapability(id: string): Capability | undefined;
  listCapabilities(): readonly Capability[];
  sources(): readonly SourceReport[];
  /** Why a tool cannot be reached at this moment; undefined when it can. */
  whyUnavailable(entry: CatalogEntry): string | undefined;
  /** Takes in one more source; resolves when it has listed, failed, or its time is up. */
  add(source: Source): Promise<void>;
  /** Closes a source; what it had is gone. */
  remove(sourceId: string): Promise<void>;
  /** Lists one source again, or each of them by itself. What a source no longer has is gone. */
  refresh(sourceId?: string): Promise<void>;
  onChange(listener: () => void): void;
  close(): Promise<void>;
}

/** Where the last good listings of sources are kept, for times when they cannot be reached. */
export interface Listings {
  load(): Promise<Map<string, readonly SourcedCapability[]>>;
  save(sourceId: string, capabilities: readonly SourcedCapability[]): Promise<void>;
  remove(sourceId: string): Promise<void>;
}

export type CatalogOptions = {
  readonly ttlMs?: number;
  readonly deadlineMs?: number;
  readonly listings?: Listings;
  readonly report?: (error: unknown) => void;
};

const TTL_MS = 60_000;
const DEADLINE_MS = 30_000;

/** Waits for these sources. Those that may be slow, or never answer, are added afterwards. */
export async function openCatalog(
  sources: readonly Source[],
  options: CatalogOptions = {},
): Promise<Catalog> {
  const { ttlMs = TTL_MS, deadlineMs = DEADLINE_MS, listings, report = () => {} } = options;
  const kept = (await listings?.load()) ?? new Map<string, readonly SourcedCapability[]>();
  const watched = new Map<string, WatchedSource>();
  const listeners: (() => void)[] = [];
  let merged = NOTHING;
  let version = 0;
  let index: { readonly version: number; readonly tools: ToolIndex } | undefined;

  function merge(): void {
    const now = keepSame(merged, mergeSources(watched.values()));
    const isUnmoved = now.entries === merged.entries && now.capabilities === merged.capabilities;
    merged = now;
    if (isUnmoved) return;
    version += 1;
    for (const listener of listeners) listener();
  }

  async function add(source: Source): Promise<void> {
    if (watched.has(source.id)) {
      throw new CapstanError("SETTINGS_INVALID", `There is a source "${source.id}" already.`);
    }
    const isKept = listings !== undefined && source.keepsListing === true;
    const known = isKept ? (kept.get(source.id) ?? []) : [];
    let saved = digestOf(known);
    const one = watchSource(source, {
      ttlMs,
      deadlineMs,
      kept: known,
      report,
      onListed(capabilities) {
        if (watched.get(source.id) !== one) return;
        merge();
        if (!isKept) return;
        const now = digestOf(capabilities);
        if (now === saved) return;
        saved = now;
        listings.save(source.id, capabilities).catch(report);
      },
    });
    watched.set(source.id, one);
    // What is kept of it is there at once.
    if (known.length > 0) merge();
    await one.refresh();
  }

  /** What the index finds, best first; then what only contains the text, such as a piece of an id. */
  function search(text: string): readonly Tool[] {
    const tools = all();
    if (index?.version !== version) index = { version, tools: createToolIndex(tools) };
    const found = index.tools.search(text, tools.length).map(({ tool }) => tool);
    const others = tools.filter((tool) =>
      mentions(tool, merged.capabilities.get(tool.capabilityId), text),
    );
    return [...new Set([...found, ...others])];
  }

  const all = () => [...merged.entries.values()].map(({ tool }) => tool);

  function stateOf({ source, state }: WatchedSource): SourceState {
    const { state: own, error } = state();
    const clash = merged.clashes.get(source.id);
    return own === "ready" && clash !== undefined
      ? { state: "degraded", error: clash }
      : { state: own, error };
  }

  await Promise.all(sources.map(add));
  return {
    get version() {
      return version;
    },
    getEntry: (toolId) => merged.entries.get(withoutSlash(toolId)),
    getTool: (toolId) => merged.entries.get(withoutSlash(toolId))?.tool,
    listTools(filter = {}) {
      const wanted = filter.search ? search(filter.search) : all();
      return wanted.filter((tool) => matchesFilter(tool, filter));
    },
    getCapability: (id) => merged.capabilities.get(id),
    listCapabilities: () => [...merged.capabilities.values()],
    sources: () =>
      [...watched.values()].map((one) => ({
        id: one.source.id,
        kind: one.source.kind,
        ...stateOf(one),
        tools: one.listing.reduce((sum, { entries }) => sum + entries.length, 0),
      })),
    whyUnavailable({ source }) {
      const state = watched.get(source)?.state();
      if (!state) return `Its source "${source}" was removed.`;
      if (state.state === "starting") return `Its source "${source}" is still starting.`;
      if (state.state === "failed")
        return `Its source "${source}" cannot be reached: ${state.error}`;
      return undefined;
    },
    add,
    async remove(sourceId) {
      const one = watched.get(sourceId);
      if (!one) return;
      watched.delete(sourceId);
      kept.delete(sourceId);
      merge();
      await Promise.all([one.close(), listings?.remove(sourceId)]);
    },
    async refresh(sourceId) {
      if (sourceId !== undefined) return watched.get(sourceId)?.refresh();
      await Promise.all([...watched.values()].map((one) => one.refresh()));
    },
    onChange(listener) {
      listeners.push(listener);
    },
    async close() {
      await Promise.all([...watched.values()].map((one) => one.close()));
    },
  };
}

function digestOf(capabilities: readonly SourcedCapability[]): string {
  return sha256(JSON.stringify(capabilities));
}

/** People type a command of an extension as its author writes it: `ext:demo.hello:/hello`. */
function withoutSlash(toolId: string): string {
  return toolId.replace(/^(ext:[^:/]+:)\//, "$1");
}
