import { CapstanError } from "../../base/errors.ts";
import type { WebAnswer, WebRequest } from "../web-client.ts";
import { decoded } from "./decoded.ts";
import { explainFailure } from "./explain-failure.ts";
import { firstHop } from "./first-hop.ts";
import type { Hop } from "./hop.ts";
import { isRedirect, leavesHost, nextHop } from "./next-hop.ts";
import { readBody } from "./read-body.ts";
import { type Reach, resolveHost } from "./resolve-host.ts";
import { type Received, send } from "./send.ts";

const MAX_REDIRECTS = 5;

type Arrival = {
  readonly hop: Hop;
  readonly received: Received;
  readonly redirect?: URL;
};

const NO_BODY = new Uint8Array();

/** One request and its answer, over as many redirects as are followed. */
export async function exchange(request: WebRequest, reach: Reach): Promise<WebAnswer> {
  const { hop, received, redirect } = await untilFirstByte(request, reach);
  const { status, headers } = received;
  const url = hop.url.href;
  try {
    if (redirect) {
      return { url, status, headers, redirect: redirect.href, body: NO_BODY, cut: null };
    }
    const stream = hasBody(hop, status)
      ? decoded(received.body, headers.get("content-encoding") ?? "")
      : received.body;
    const { body, cut } = await readBody(stream, request);
    return { url, status, headers, redirect: null, body, cut };
  } catch (error) {
    throw request.signal.aborted ? request.signal.reason : explainFailure(error, hop.url);
  } finally {
    received.close();
  }
}

/** One deadline for names, connections and redirects together. */
async function untilFirstByte(request: WebRequest, reach: Reach): Promise<Arrival> {
  request.signal.throwIfAborted();
  const hop = firstHop(request);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(tooSlow(request.firstByteMs)), request.firstByteMs);
  try {
    const signal = AbortSignal.any([request.signal, late.signal]);
    return await follow(hop, reach, signal, request.onConnected);
  } finally {
    clearTimeout(timer);
  }
}

async function follow(
  first: Hop,
  reach: Reach,
  signal: AbortSignal,
  onConnected: (() => void) | undefined,
): Promise<Arrival> {
  let hop = first;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const addresses = await resolveHost(hop.url, reach, signal);
    const received = await send(hop, addresses, signal, onConnected);
    const location = received.headers.get("location");
    if (!isRedirect(received.status, location)) return { hop, received };
    const next = nextHop(hop, received.status, location);
    if (leavesHost(hop.url, next.url)) return { hop, received, redirect: next.url };
    received.close();
    hop = next;
  }
  throw new CapstanError(
    "WEB_FAILED",
    `"${first.url.hostname}" redirects more than ${MAX_REDIRECTS} times.`,
  );
}

function hasBody({ method }: Hop, status: number): boolean {
  return method !== "HEAD" && status !== 204 && status !== 304;
}

function tooSlow(ms: number): CapstanError {
  const time = `${ms / 1000} ${ms === 1000 ? "second" : "seconds"}`;
  return new CapstanError(
    "WEB_TIMED_OUT",
    `Nothing was fetched: the server did not respond within ${time}.`,
  );
}
