import type { WebAnswer, WebRequest } from "../../web-client.ts";
import { createWebClient, type WebClientOptions } from "../create-web-client.ts";

/** One request with limits that a test never reaches unless it sets them. */
export function ask(
  url: string,
  { allowHosts = [], lookup, ...request }: Partial<WebRequest & WebClientOptions> = {},
): Promise<WebAnswer> {
  const client = createWebClient({ allowHosts, ...(lookup && { lookup }) });
  return client.request({
    url,
    method: "GET",
    firstByteMs: 5_000,
    bodyMs: 5_000,
    maxBytes: 1_000_000,
    signal: new AbortController().signal,
    ...request,
  });
}
