import { after } from "../../base/deadlines.ts";
import type { SourcedCapability } from "../../schema/sourced-capability.ts";
import { type DescribedCapability, describeCapability } from "./describe-capability.ts";
import type { Source, SourceState } from "./source.ts";

/** One source in the catalog: listed by itself, so that it delays and harms no other (C16). */
export interface WatchedSource {
  readonly source: Source;
  /** The last good listing; at first the one that is kept in the store. */
  readonly listing: readonly DescribedCapability[];
  state(): SourceState;
  /** Resolves when it has listed, failed, or its time is up. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

export type WatchOptions = {
  /** How old a listing may be before it is made anew (C15). */
  readonly ttlMs: number;
  readonly deadlineMs: number;
  /** What it listed in an earlier process. */
  readonly kept: readonly SourcedCapability[];
  readonly onListed: (capabilities: readonly SourcedCapability[]) => void;
  readonly report: (error: unknown) => void;
};

/** A server that tells of changes without end is listed ten times a second at most. */
const CHANGES_MS = 100;
const MAX_TOOLS = 20_000;

export function watchSource(source: Source, options: WatchOptions): WatchedSource {
  const { ttlMs, deadlineMs, onListed, report } = options;
  const described = new WeakMap<SourcedCapability, DescribedCapability>();
  let listing = describeAll(options.kept);
  let hasListed = false;
  let error: string | null = null;
  let reading: Promise<void> | undefined;
  let again: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  const closed = new AbortController();

  /** A source may give the same objects each time: describing and digesting them is most of the cost. */
  function describeAll(capabilities: readonly SourcedCapability[]): DescribedCapability[] {
    return capabilities.map((sourced) => {
      const known = described.get(sourced) ?? describeCapability(source, sourced);
      described.set(sourced, known);
      return known;
    });
  }

  async function read(): Promise<void> {
    callOff();
    try {
      const capabilities = await listInTime(source, deadlineMs, closed.signal);
      listing = describeAll(capabilities);
      hasListed = true;
      error = null;
      onListed(capabilities);
    } catch (cause) {
      if (closed.signal.aborted) return;
      error = cause instanceof Error ? cause.message : String(cause);
      report(cause);
    }
    listIn(ttlMs);
  }

  /** Only ever sooner: whoever tells of changes without end, or while it lists, is listed all the same. */
  function listIn(ms: number): void {
    const at = performance.now() + ms;
    if (closed.signal.aborted || at >= dueAt) return;
    callOff();
    dueAt = at;
    timer = setTimeout(refresh, ms).unref();
  }

  function callOff(): void {
    clearTimeout(timer);
    dueAt = Number.POSITIVE_INFINITY;
  }

  /** One at a time. Who asks while one is under way waits for the next: that one sees every change. */
  function refresh(): Promise<void> {
    if (!reading) {
      reading = read().finally(() => {
        reading = undefined;
      });
      return reading;
    }
    again ??= reading.then(() => {
      again = undefined;
      return refresh();
    });
    return again;
  }

  source.start(() => listIn(CHANGES_MS));
  return {
    source,
    get listing() {
      return listing;
    },
    state() {
      if (error !== null) return { state: "failed", error };
      return hasListed ? source.state() : { state: "starting", error: null };
    },
    refresh,
    async close() {
      callOff();
      closed.abort();
      await source.close();
    },
  };
}

async function listInTime(
  source: Source,
  deadlineMs: number,
  closed: AbortSignal,
): Promise<readonly SourcedCapability[]> {
  const stop = new AbortController();
  const { promise: given, reject: giveUp } = Promise.withResolvers<never>();
  const onClose = () => giveUp(new Error("It was closed."));
  const callOff = after(deadlineMs, () => {
    giveUp(new Error(`It did not list its tools within ${deadlineMs / 1_000} s.`));
  });
  closed.addEventListener("abort", onClose, { once: true });
  try {
    const capabilities = await Promise.race([source.list(stop.signal), given]);
    const count = capabilities.reduce((sum, { tools }) => sum + tools.length, 0);
    if (count <= MAX_TOOLS) return capabilities;
    throw new Error(`It lists ${count} tools; ${MAX_TOOLS} are allowed.`);
  } finally {
    callOff();
    closed.removeEventListener("abort", onClose);
    stop.abort();
  }
}
