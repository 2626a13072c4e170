import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { messagesOf, type Send } from "./exchange.ts";
import {
  errorFor,
  isRequest,
  type Message,
  modernHeaders,
  readMessage,
  revisionOf,
} from "./message.ts";

export type Bridge = {
  /** One line of the client's. Resolves when the next may be read. */
  take(line: string): Promise<void>;
  /** The client is gone: so is all that it had here. */
  close(): Promise<void>;
};

type Options = {
  readonly send: Send;
  /** Where the server is now; one is started when none runs. */
  readonly find: () => Promise<{ readonly url: string; readonly key: string | undefined }>;
  /** What of the catalog is shown, as the address says it. */
  readonly query: string;
  readonly write: (line: string) => void;
};

const MOST_AT_ONCE = 256;
const LISTEN_AGAIN_MS = 1_000;
const GOODBYE_MS = 1_000;
const ACCEPT = "application/json, text/event-stream";

const LOST =
  "The connection to Capstan was lost, so the result of this call is unknown. If it waits for approval, repeat exactly the same call: it does not ask twice.";

/**
 * Standard input and output on one side, the server of the home on the other. Messages pass as they are;
 * when the server was started anew, the client's session is opened again behind its back.
 */
export function createBridge({ send, find, query, write }: Options): Bridge {
  const over = new AbortController();
  const running = new Map<string | number, AbortController>();
  let server: { url: string; key: string | undefined } | undefined;
  /** Of the older era: how the client began, and what it was answered. */
  let first: string | undefined;
  let session: { readonly id: string; readonly revision: string } | undefined;
  let room = Promise.withResolvers<void>();

  async function post(line: string, headers: Record<string, string>, signal: AbortSignal) {
    server ??= await find();
    return send({
      method: "POST",
      url: `${server.url}/mcp${query}`,
      headers: { ...common(), "content-type": "application/json", ...headers },
      body: line,
      signal,
    });
  }

  function common(): Record<string, string> {
    return {
      accept: ACCEPT,
      ...(server?.key && { authorization: `Bearer ${server.key}` }),
      ...(session && {
        "mcp-session-id": session.id,
        ...(session.revision !== "" && { "mcp-protocol-version": session.revision }),
      }),
    };
  }

  /** Sends it once; again only where it has certainly not been heard. */
  async function deliver(line: string, message: Message, signal: AbortSignal) {
    const revision = revisionOf(message);
    const headers = revision === undefined ? {} : modernHeaders(message, revision);
    try {
      const response = await post(line, headers, signal);
      if (response.statusCode !== 404 || revision !== undefined || !session) return response;
      response.resume();
    } catch (error) {
      if (!isUnheard(error)) throw error;
      server = undefined;
    }
    if (revision === undefined && message.method !== "initialize") await openAgain(signal);
    return post(line, headers, signal);
  }

  async function openAgain(signal: AbortSignal): Promise<void> {
    if (first === undefined) return;
    session = undefined;
    const response = await post(first, {}, signal);
    for await (const text of messagesOf(response)) noteSession(response, text);
    (await post('{"jsonrpc":"2.0","method":"notifications/initialized"}', {}, signal)).resume();
    listen();
  }

  function noteSession(response: IncomingMessage, text: string): void {
    const id = response.headers["mcp-session-id"];
    const { result } = (readMessage(text) ?? {}) as { result?: { protocolVersion?: string } };
    if (typeof id === "string" && result) session = { id, revision: result.protocolVersion ?? "" };
  }

  async function pass(line: string, message: Message): Promise<void> {
    const { id, method } = message;
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, over.signal]);
    if (isRequest(message) && id !== undefined) running.set(id, stop);
    let isAnswered = !isRequest(message);
    try {
      const response = await deliver(line, message, signal);
      const isProblem = (response.statusCode ?? 500) >= 400;
      for await (const text of messagesOf(response)) {
        if (method === "initialize") noteSession(response, text);
        const said = readMessage(text);
        const isAnswer = said?.method === undefined;
        if (isProblem && isAnswer && isAnswered) continue;
        isAnswered ||= isAnswer;
        write(isProblem && isAnswer ? withId(text, id ?? null) : text.replaceAll("\n", " "));
      }
      if (!isAnswered) write(errorFor(id ?? null, LOST));
    } catch (error) {
      if (signal.aborted || isAnswered) return;
      const why = error instanceof Error && isUnheard(error) ? error.message : LOST;
      write(errorFor(id ?? null, why));
    } finally {
      if (id !== undefined && running.get(id) === stop) running.delete(id);
      room.resolve();
    }
  }

  /** What the server says of itself, in the older era. */
  function listen(): void {
    const mine = session;
    const isCurrent = () => session === mine && !over.signal.aborted;
    const go = async () => {
      while (mine && server && isCurrent()) {
        const url = `${server.url}/mcp${query}`;
        const headers = { ...common(), accept: "text/event-stream" };
        const response = await send({ method: "GET", url, headers, signal: over.signal });
        if (response.statusCode !== 200) return void response.resume();
        for await (const text of messagesOf(response)) write(text.replaceAll("\n", " "));
        await sleep(LISTEN_AGAIN_MS, undefined, { signal: over.signal });
      }
    };
    // A server that is gone is looked for with the next message.
    go().catch(() => {});
  }

  return {
    async take(line) {
      const message = readMessage(line);
      if (!message) return write(errorFor(null, "This is not a JSON-RPC message.", -32_700));
      if (message.method === "initialize") first = line;
      const cancelled = message.params?.requestId as string | number | undefined;
      if (message.method === "notifications/cancelled" && !session && cancelled !== undefined) {
        // In the newer era who hangs up has cancelled.
        running.get(cancelled)?.abort();
        return;
      }
      const passing = pass(line, message);
      // What has to be heard first is; calls run side by side.
      if (!isRequest(message) || message.method === "initialize") await passing;
      if (message.method === "notifications/initialized") listen();
      while (running.size >= MOST_AT_ONCE) {
        room = Promise.withResolvers();
        await room.promise;
      }
    },
    async close() {
      over.abort();
      if (!session || !server) return;
      const signal = AbortSignal.timeout(GOODBYE_MS);
      const url = `${server.url}/mcp${query}`;
      await send({ method: "DELETE", url, headers: common(), signal }).catch(() => {});
    },
  };
}

/** Before a connection stood, nothing can have been heard. */
function isUnheard(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === "ECONNREFUSED" || code === "ENOENT" || code === "SERVER_UNREACHABLE";
}

/** A refusal that names no request belongs to this one. */
function withId(text: string, id: string | number | null): string {
  const said = readMessage(text);
  if (!said) return errorFor(id, text.slice(0, 500));
  return JSON.stringify({ ...said, id: said.id ?? id });
}
