import { CapstanError } from "../../base/errors.ts";
import type { Hop } from "./hop.ts";
import { parseUrl } from "./parse-url.ts";

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** All that a new origin is told. Not only authorization and cookie: a key may be in any header. */
const FOR_ANY_ORIGIN = ["accept", "accept-language", "content-type", "user-agent"];

export function isRedirect(status: number, location: string | undefined): location is string {
  return REDIRECTS.has(status) && location !== undefined;
}

/** Where a redirect leads, as far as its text says; its host is checked like any other. */
export function nextHop(hop: Hop, status: number, location: string): Hop {
  const url = targetOf(hop.url, location);
  const next = becomesGet(status, hop.method) ? withoutBody(hop) : hop;
  return { ...next, url, headers: url.origin === hop.url.origin ? next.headers : shared(next) };
}

/**
 * What was decided about one host says nothing of another. An open redirect on a host that is trusted
 * would lead past policy, and carry out what a session has read (A112).
 */
export function leavesHost(from: URL, to: URL): boolean {
  return from.hostname !== to.hostname || from.port !== to.port;
}

function targetOf(from: URL, location: string): URL {
  let url: URL;
  try {
    url = parseUrl(location, from);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : "";
    throw new CapstanError("HOST_REFUSED", `A redirect is not followed. ${why}`, { cause });
  }
  if (from.protocol === "https:" && url.protocol === "http:") {
    throw new CapstanError("HOST_REFUSED", "A redirect from https to http is not followed.");
  }
  return url;
}

function becomesGet(status: number, method: string): boolean {
  if (status === 303) return method !== "HEAD" && method !== "GET";
  return (status === 301 || status === 302) && method === "POST";
}

function withoutBody(hop: Hop): Hop {
  const headers = [...hop.headers].filter(([name]) => !name.startsWith("content-"));
  return { ...hop, method: "GET", body: null, headers: new Map(headers) };
}

function shared({ headers }: Hop): Hop["headers"] {
  return new Map([...headers].filter(([name]) => FOR_ANY_ORIGIN.includes(name)));
}
