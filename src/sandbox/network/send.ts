import type { LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import { Client } from "undici";
import { explainFailure } from "./explain-failure.ts";
import type { Hop } from "./hop.ts";
import type { Address } from "./resolve-host.ts";

const MAX_HEADER_BYTES = 64 * 1024;

export type Received = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Readable;
  /** Ends the connection, whatever is still on its way. */
  readonly close: () => void;
};

/**
 * Sends one request over a connection of its own to one of these addresses. Time limits are the
 * caller's signal: those of undici measure idle time, which a slow drip never exceeds (A79).
 */
export async function send(
  { url, method, headers, body }: Hop,
  addresses: readonly Address[],
  signal: AbortSignal,
  onConnected: () => void = () => {},
): Promise<Received> {
  const client = new Client(url.origin, {
    connect: { lookup: pinnedTo(addresses), timeout: 0, rejectUnauthorized: true },
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  client.once("connect", onConnected);
  const close = () => void client.destroy();
  try {
    const answer = await client.request({
      path: `${url.pathname}${url.search}`,
      method,
      headers: { ...Object.fromEntries(headers), "accept-encoding": "gzip, br" },
      body,
      reset: true,
      signal,
    });
    // Closing a body nobody reads any more is an error event, and one without a listener throws.
    answer.body.on("error", () => {});
    return {
      status: answer.statusCode,
      headers: joined(answer.headers),
      body: answer.body,
      close,
    };
  } catch (error) {
    close();
    throw signal.aborted ? signal.reason : explainFailure(error, url);
  }
}

function pinnedTo(addresses: readonly Address[]): LookupFunction {
  const [first] = addresses;
  return (host, { all }, callback) => {
    if (all) callback(null, [...addresses]);
    else if (first) callback(null, first.address, first.family);
    else callback(new Error(`"${host}" has no address.`), "");
  };
}

function joined(headers: Record<string, string | string[] | undefined>): Map<string, string> {
  return new Map(
    Object.entries(headers).map(([name, value = ""]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(", ") : value,
    ]),
  );
}
