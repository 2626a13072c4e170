import type { LookupFunction } from "node:net";
import type { Pool } from "undici";
import { CapstanError } from "../../base/errors.ts";
import type { WebStreams } from "../web-streams.ts";
import { createAllowList } from "./allow-list.ts";
import { boundBody } from "./bound-body.ts";
import { explainFailure } from "./explain-failure.ts";
import { parseUrl } from "./parse-url.ts";
import { type Lookup, type Reach, resolveHost } from "./resolve-host.ts";
import { systemLookup } from "./system-lookup.ts";

type WebStreamOptions = {
  /** The one server that is asked: its scheme, host and port. */
  readonly url: string;
  /** `host` or `host:port`: reached though private. */
  readonly allowHosts: readonly string[];
  /** Of a body, or of one event of a stream of events. */
  readonly maxBytes: number;
  readonly connectMs: number;
  readonly lookup?: Lookup;
};

const MAX_HEADER_BYTES = 64 * 1024;
const MAX_CONNECTIONS = 64;

/**
 * Requests to one server whose answers are read as they come, over connections that are kept. Each
 * connection goes to an address that was checked when it was made, as the web client's do.
 */
export function createWebStreams(options: WebStreamOptions): WebStreams {
  const { maxBytes, connectMs } = options;
  const { origin } = parseUrl(options.url);
  const reach = {
    allows: createAllowList(options.allowHosts),
    lookup: options.lookup ?? systemLookup,
  };
  let pool: Promise<Pool> | undefined;
  return {
    async fetch(target, init = {}) {
      const url = parseUrl(String(target));
      if (url.origin !== origin) {
        throw new CapstanError("HOST_REFUSED", `"${url.origin}" is another server than this one.`);
      }
      const { fetch } = await import("undici");
      pool ??= openPool(new URL(origin), reach, connectMs);
      // A literal address never reaches a connection's lookup: without this it would not be checked.
      await resolveHost(url, reach, init.signal ?? AbortSignal.timeout(connectMs));
      const asked = { ...init, redirect: "manual", dispatcher: await pool };
      try {
        const answer = await fetch(url, asked as Parameters<typeof fetch>[1]);
        return boundBody(answer as unknown as Response, url, maxBytes);
      } catch (error) {
        if (init.signal?.aborted) throw init.signal.reason;
        throw explainFailure(error instanceof Error ? (error.cause ?? error) : error, url);
      }
    },
    async close() {
      await (await pool)?.destroy();
    },
  };
}

async function openPool(origin: URL, reach: Reach, connectMs: number): Promise<Pool> {
  const { Pool } = await import("undici");
  const lookup: LookupFunction = (_host, { all }, callback) => {
    resolveHost(origin, reach, AbortSignal.timeout(connectMs)).then(
      (addresses) => {
        const [first] = addresses;
        if (all) callback(null, [...addresses]);
        else callback(null, first?.address ?? "", first?.family);
      },
      (error) => callback(error, ""),
    );
  };
  return new Pool(origin.href, {
    connect: { lookup, timeout: connectMs, rejectUnauthorized: true },
    connections: MAX_CONNECTIONS,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
}
