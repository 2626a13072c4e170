import type { WebRequest } from "../web-client.ts";
import type { Hop } from "./hop.ts";
import { parseUrl } from "./parse-url.ts";

/** Set by the connection alone: a caller's `host` would ask one server for another's page. */
const NOT_FOR_CALLERS: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

export function firstHop({ url, method, headers = {}, body }: WebRequest): Hop {
  const given = Object.entries(headers)
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => !NOT_FOR_CALLERS.has(name));
  return {
    url: parseUrl(url),
    method: method.toUpperCase(),
    headers: new Map(given),
    body: body ?? null,
  };
}
