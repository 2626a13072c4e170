import { CapstanError } from "../../../base/errors.ts";
import type { WebClient } from "../../../sandbox/web-client.ts";
import type { HubCall } from "../hub.ts";

const FIRST_BYTE_MS = 15_000;
const BODY_MS = 120_000;
const NOT_MODIFIED = 304;

type Wanted = {
  readonly url: string;
  readonly maxBytes: number;
  readonly headers: Readonly<Record<string, string>>;
};

/** One request, bounded in time and size. Null: not modified. */
export async function fetchBytes(
  web: WebClient,
  { url, maxBytes, headers }: Wanted,
  { signal, onBytes }: HubCall,
): Promise<{ readonly bytes: Uint8Array; readonly etag: string | null } | null> {
  const limits = { firstByteMs: FIRST_BYTE_MS, bodyMs: BODY_MS, maxBytes, signal };
  const told = onBytes && { onBytes };
  const answer = await web.request({ url, method: "GET", headers, ...limits, ...told });
  if (answer.status === NOT_MODIFIED) return null;
  if (answer.redirect !== null) {
    throw wrong(
      `${url} leads to another host, ${answer.redirect}. Name that one, if you trust it.`,
    );
  }
  if (answer.status !== 200)
    throw wrong(`${url} answered ${answer.status}${meaning(answer.status)}.`);
  if (answer.cut === "size") throw wrong(`${url} has more than ${maxBytes} bytes.`);
  if (answer.cut === "time") {
    throw wrong(`${url} had not come to its end after ${BODY_MS / 1_000} seconds.`);
  }
  return { bytes: answer.body, etag: answer.headers.get("etag") ?? null };
}

function meaning(status: number): string {
  if (status === 401 || status === 403) return ": it does not show this to everyone";
  return status === 404 ? ": there is nothing at this address" : "";
}

function wrong(message: string): CapstanError {
  return new CapstanError("HUB_INVALID", message);
}
