import type { PriorDiscovery } from "@modelcontextprotocol/client";
import type { McpAnswer, McpCall, McpListing, McpServer } from "../ports/mcp-client.ts";
import type { SourceState } from "../ports/source.ts";
import { backoffMs } from "./backoff.ts";
import type { BoundedLog } from "./bounded-log.ts";
import { callTool, isUnknownSession } from "./call-tool.ts";
import { createSlots } from "./limit-concurrency.ts";
import { Broken, type Connection, type OpenTransport, openConnection } from "./open-connection.ts";

export type McpServerOptions = {
  readonly id: string;
  readonly digest: string;
  readonly version: string;
  readonly log: BoundedLog;
  /** Between 0 and 1. */
  readonly chance: () => number;
  /** Starts a process, or prepares to ask over HTTP. */
  readonly open: (log: BoundedLog) => Promise<OpenTransport>;
};

const CONNECT_MS = 20_000;
const CALLS_AT_ONCE = 16;
const MAX_WAITING = 256;
/** As many failures in a row as a server may have before its tools are out of reach. */
const PATIENCE = 3;
/** One that stood so long is as good as new. */
const STABLE_MS = 30_000;

type Held = {
  readonly connection: Connection;
  readonly since: number;
  listing: McpListing | undefined;
  /** How often the server has said that its tools are others. */
  changes: number;
};

/**
 * Keeps one connection to a server: made when it is needed, made anew when it breaks, after a pause
 * that grows. Nothing of it is shared with another server.
 */
export function openMcpServer(options: McpServerOptions): McpServer {
  const slots = createSlots(CALLS_AT_ONCE, MAX_WAITING);
  const listeners: (() => void)[] = [];
  let closing = new AbortController();
  let held: Held | undefined;
  let connecting: Promise<Held> | undefined;
  let verdict: PriorDiscovery | undefined;
  let state: SourceState = { state: "starting", error: null };
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  const tell = () => {
    for (const listener of listeners) listener();
  };

  function noteFailure(error: string): void {
    failures += 1;
    state = { state: failures < PATIENCE ? "degraded" : "failed", error };
    clearTimeout(retry);
    if (isClosed) return;
    retry = setTimeout(
      () => {
        connect().then(tell, () => {});
      },
      backoffMs(failures, options.chance),
    );
    retry.unref();
  }

  function onClose(broken: Connection | undefined): void {
    if (!held || (broken && held.connection !== broken)) return;
    const { connection, since } = held;
    held = undefined;
    if (isClosed || closing.signal.aborted) return;
    if (performance.now() - since > STABLE_MS) failures = 0;
    noteFailure(connection.whyBroken() ?? "The connection was closed.");
    tell();
  }

  function connect(): Promise<Held> {
    if (held) return Promise.resolve(held);
    connecting ??= make().finally(() => {
      connecting = undefined;
    });
    return connecting;
  }

  async function make(): Promise<Held> {
    if (isClosed) throw new Error("The server was removed.");
    clearTimeout(retry);
    try {
      const connection = await negotiate();
      if (isClosed) {
        await connection.close();
        throw new Error("The server was removed.");
      }
      held = { connection, listing: undefined, changes: 0, since: performance.now() };
      verdict = connection.verdict;
      state = { state: "ready", error: null };
      return held;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (!isClosed) noteFailure(message);
      throw error;
    }
  }

  /** Some servers of the older era end at a question that they do not know: they are asked anew. */
  async function negotiate(): Promise<Connection> {
    if (verdict) {
      return open(verdict).catch((error) => {
        // It may have been replaced by one of the other era.
        verdict = undefined;
        throw error;
      });
    }
    try {
      return await open(undefined);
    } catch (error) {
      if (closing.signal.aborted || !(error instanceof Broken)) throw error;
      return open({ kind: "legacy" });
    }
  }

  async function open(prior: PriorDiscovery | undefined): Promise<Connection> {
    let own: Connection | undefined;
    own = await openConnection({
      version: options.version,
      open: () => options.open(options.log),
      prior,
      timeoutMs: CONNECT_MS,
      signal: closing.signal,
      onListChanged() {
        if (held && held.connection === own) {
          held.listing = undefined;
          held.changes += 1;
        }
        tell();
      },
      onClose: () => onClose(own),
    });
    return own;
  }

  async function listed(signal: AbortSignal): Promise<Held & { listing: McpListing }> {
    const current = await connect();
    const listing = current.listing ?? (await listOf(current, signal));
    return { ...current, listing };
  }

  /** What was on its way while the tools changed is not kept. */
  async function listOf(current: Held, signal: AbortSignal): Promise<McpListing> {
    const { changes } = current;
    const listing = await current.connection.list(signal);
    if (current.changes === changes) current.listing = listing;
    return listing;
  }

  async function call(asked: McpCall): Promise<McpAnswer> {
    let free: () => void;
    try {
      free = await slots.take(asked.signal);
    } catch (error) {
      return unreached(asked.signal.aborted ? "It was cancelled before it began." : told(error));
    }
    try {
      const first = await attempt(asked);
      if (!isUnknownSession(first)) return first;
      // The server has forgotten us, and so has run nothing.
      await drop();
      return await attempt(asked);
    } finally {
      free();
    }
  }

  async function attempt(asked: McpCall): Promise<McpAnswer> {
    let current: Held & { listing: McpListing };
    try {
      current = await listed(asked.signal);
    } catch (error) {
      return unreached(`"${options.id}" cannot be reached: ${told(error)}`);
    }
    const tool = current.listing.tools.find(({ name }) => name === asked.tool);
    if (tool?.digest !== asked.digest) {
      tell();
      const message = tool
        ? `"${options.id}" has changed "${asked.tool}" since this call was judged. Nothing was sent: call it again.`
        : `"${options.id}" has no tool "${asked.tool}" any more. Nothing was sent.`;
      return { type: "failed", code: "TOOL_CHANGED", message, mayHaveRun: false };
    }
    const answer = await callTool(current.connection, asked, tool);
    if (answer.type === "failed" && answer.code === "SOURCE_UNAVAILABLE") {
      await drop(current.connection);
      noteFailure(answer.message);
      tell();
    }
    return answer;
  }

  /** Closes the connection, unless another has taken its place already. */
  async function drop(only?: Connection): Promise<void> {
    const before = held;
    if (!before || (only && before.connection !== only)) return;
    held = undefined;
    await before.connection.close().catch(() => {});
  }

  /** One that cannot list any more is made anew: an HTTP server may have forgotten us. */
  async function listAnew(signal: AbortSignal): Promise<McpListing> {
    const before = held;
    try {
      return await listNow(signal);
    } catch (error) {
      if (signal.aborted || closing.signal.aborted) throw error;
      if (before) await drop(before.connection);
      if (!before) throw error;
      return listNow(signal);
    }
  }

  async function listNow(signal: AbortSignal): Promise<McpListing> {
    const current = await connect();
    try {
      return await listOf(current, signal);
    } catch (error) {
      const why = current.connection.whyBroken();
      throw why === undefined ? error : new Error(why, { cause: error });
    }
  }

  return {
    id: options.id,
    digest: options.digest,
    get enforcement() {
      return held?.connection.enforcement ?? null;
    },
    state: () => state,
    list: listAnew,
    call,
    log: () => options.log.text(),
    onChange(listener) {
      listeners.push(listener);
    },
    async reconnect() {
      closing.abort();
      clearTimeout(retry);
      await connecting?.catch(() => {});
      await drop();
      closing = new AbortController();
      failures = 0;
      verdict = undefined;
      state = { state: "starting", error: null };
    },
    async close() {
      isClosed = true;
      closing.abort();
      clearTimeout(retry);
      await connecting?.catch(() => {});
      await drop();
    },
  };
}

function unreached(message: string): McpAnswer {
  return { type: "failed", code: "SOURCE_UNAVAILABLE", message, mayHaveRun: false };
}

function told(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
