import type { PriorDiscovery } from "@modelcontextprotocol/client";
import type { SourceState } from "../../../gate/catalog/source.ts";
import type {
  McpAccess,
  McpAnswer,
  McpCall,
  McpListing,
  McpNotice,
  McpServer,
} from "../mcp-client.ts";
import { answerRequests } from "./answer-requests.ts";
import { backoffMs } from "./backoff.ts";
import type { BoundedLog } from "./bounded-log.ts";
import { callTool, isUnknownSession } from "./call-tool.ts";
import { isSameAccess, isWithin, NO_MCP_ACCESS } from "./compare-access.ts";
import { type Attempt, connectInTime } from "./connect-in-time.ts";
import { createWishes } from "./keep-wishes.ts";
import { createSlots } from "./limit-concurrency.ts";
import { type Connection, type OpenTransport, openConnection, Told } from "./open-connection.ts";
import { readSampling } from "./read-sampling.ts";
import { createRunningCalls, type RunningCalls } from "./running-calls.ts";
import { whyUnusable } from "./why-unusable.ts";

export type McpServerOptions = {
  readonly id: string;
  readonly digest: string;
  readonly version: string;
  readonly log: BoundedLog;
  /** Between 0 and 1. */
  readonly chance: () => number;
  /** What is open to its process now; undefined for one that is reached over HTTP. */
  readonly access: (() => McpAccess) | undefined;
  /** The owner lets it ask a model. */
  readonly maySample: boolean;
  /** It asked a model outside of any call. */
  readonly onRefused: (asked: string, reason: string) => void;
  /** Which era it speaks, where that is known. */
  readonly verdict?: PriorDiscovery | undefined;
  /** Starts a process, or prepares to ask over HTTP. */
  readonly open: (log: BoundedLog, access: McpAccess) => Promise<OpenTransport>;
};

/** From the start of a program, which may load a whole virtual machine first, to its first answer. */
const START_MS = 60_000;
const CONNECT_MS = 20_000;
const CALLS_AT_ONCE = 16;
const MAX_WAITING = 256;
/** As many failures in a row as a server may have before its tools are out of reach. */
const PATIENCE = 3;
/** One that stood so long is as good as new. */
const STABLE_MS = 30_000;

/** A server of the older era asks one thing at a time, and gives it no key. */
const KEY = "request";
const NO_CALL = "A model is asked only in the middle of a call.";
const SEVERAL_CALLS = "Several calls run, and it is unknown which of them asks.";

type Opened = { readonly connection: Connection; readonly calls: RunningCalls };

type Held = Opened & {
  readonly since: number;
  /** What its process finds of this machine. */
  readonly access: McpAccess;
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
  const noticed = new Set<(notice: McpNotice) => void>();
  const wishes = createWishes();
  /** Tools that have asked something. */
  const askers = new Set<string>();
  let closing = new AbortController();
  let held: Held | undefined;
  let connecting: Promise<Held> | undefined;
  let verdict = options.verdict;
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
    if (isClosed) throw new Told("The server was removed.");
    clearTimeout(retry);
    try {
      const access = standing();
      const { connection, calls } = await negotiate(access);
      if (isClosed) {
        await connection.close();
        throw new Told("The server was removed.");
      }
      if (!isSameAccess(access, standing())) {
        await connection.close();
        return make();
      }
      const since = performance.now();
      held = { connection, access, since, listing: undefined, changes: 0, calls };
      verdict = connection.verdict;
      wishes.connected(connection.client);
      state = { state: "ready", error: null };
      return held;
    } catch (error) {
      const told = whyUnusable(error);
      if (!isClosed) noteFailure(told.message);
      throw told;
    }
  }

  function negotiate(access: McpAccess): Promise<Opened> {
    const timeoutMs = options.access ? START_MS : CONNECT_MS;
    const attempt = (asked: Attempt) => open(asked, access);
    return connectInTime(attempt, verdict, timeoutMs, closing.signal).catch((error) => {
      // It may have been replaced by one of the other era.
      verdict = undefined;
      throw error;
    });
  }

  async function open(attempt: Attempt, access: McpAccess): Promise<Opened> {
    const calls = createRunningCalls(askers);
    let own: Connection | undefined;
    own = await openConnection({
      version: options.version,
      open: () => options.open(options.log, access),
      ...attempt,
      onListChanged() {
        if (held && held.connection === own) {
          held.listing = undefined;
          held.changes += 1;
        }
        tell();
      },
      onClose: () => onClose(own),
      maySample: options.maySample,
      onNotice: (notice) => {
        if (held?.connection === own) for (const listener of noticed) listener(notice);
      },
      onLog(message) {
        // With several calls it is unknown whose log this is.
        calls.only()?.peer?.onLog(message);
      },
      async onRequest(request) {
        const call = await calls.asker();
        if (!call && request.method === "elicitation/create") return { action: "cancel" };
        if (!call) {
          const reason = calls.size > 0 ? SEVERAL_CALLS : NO_CALL;
          options.onRefused(readSampling(request.params).messages.at(-1)?.text ?? "", reason);
          throw new Error(reason);
        }
        const answers = await answerRequests(call, { [KEY]: request }, options.maySample);
        return answers[KEY] ?? {};
      },
    });
    return { connection: own, calls };
  }

  async function listed(signal: AbortSignal) {
    const current = await connect();
    return { current, listing: current.listing ?? (await listOf(current, signal)) };
  }

  const standing = (): McpAccess => options.access?.() ?? NO_MCP_ACCESS;

  /** On a connection of its own, which sees the access of this call alone. */
  async function callAlone(asked: McpCall): Promise<McpAnswer> {
    const access = options.access && (() => asked.access);
    const alone = openMcpServer({ ...options, verdict, access });
    try {
      return await alone.call(asked);
    } finally {
      await alone.close();
    }
  }

  /** Ends a process that finds more than it may at once, and one that finds less after its last call. */
  async function accessChanged(): Promise<void> {
    if (isClosed || !options.access || isSameAccess(held?.access ?? NO_MCP_ACCESS, standing()))
      return;
    failures = 0;
    const before = held;
    if (before && before.calls.size > 0 && isWithin(before.access, standing())) held = undefined;
    else await drop();
    tell();
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
      return unreached(
        asked.signal.aborted ? "It was cancelled before it began." : whyUnusable(error).message,
      );
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
    if (options.access) {
      if (!isSameAccess(asked.access, standing())) return callAlone(asked);
      if (held && !isSameAccess(asked.access, held.access)) await accessChanged();
    }
    let current: Held;
    let listing: McpListing;
    try {
      ({ current, listing } = await listed(asked.signal));
    } catch (error) {
      return unreached(`"${options.id}" cannot be reached: ${whyUnusable(error).message}`);
    }
    const tool = listing.tools.find(({ name }) => name === asked.tool);
    if (tool?.digest !== asked.digest) {
      tell();
      const message = tool
        ? `"${options.id}" has changed "${asked.tool}" since this call was judged. Nothing was sent: call it again.`
        : `"${options.id}" has no tool "${asked.tool}" any more. Nothing was sent.`;
      return { type: "failed", code: "TOOL_CHANGED", message, mayHaveRun: false };
    }
    if (!current.calls.mayJoin(asked.tool)) return callAlone(asked);
    current.calls.add(asked);
    const answer = await callTool(current.connection, asked, tool, options.maySample);
    current.calls.end(asked, answer.type === "answered");
    if (held !== current && current.calls.size === 0) {
      // It was replaced while it still had this to do.
      await current.connection.close().catch(() => {});
    }
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
    // Its start took longer than the lister waits.
    if (signal.aborted) tell();
    try {
      return await listOf(current, signal);
    } catch (error) {
      const why = current.connection.whyBroken();
      throw why === undefined ? whyUnusable(error) : new Told(why, { cause: error });
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
    accessChanged,
    log: () => options.log.text(),
    offers: wishes.offers,
    async setLogLevel(level) {
      await connect();
      await wishes.setLogLevel(level);
    },
    async watch(uri) {
      await connect();
      return wishes.watch(uri);
    },
    onNotice(listener) {
      noticed.add(listener);
      return () => noticed.delete(listener);
    },
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
