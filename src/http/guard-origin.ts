import { CapstanError } from "../base/errors.ts";

const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * A browser can be made to call this server: by another site (Origin tells), or by a name that an
 * attacker points at 127.0.0.1 (Host tells). Both are refused before anything else is looked at.
 */
export function guardOrigin(headers: Headers, allowedHosts: ReadonlySet<string>): void {
  const host = headers.get("host") ?? "";
  const name = hostName(host);
  if (!LOOPBACK.has(name) && !allowedHosts.has(name)) {
    throw new CapstanError("HOST_FOREIGN", `This server does not answer for "${host}".`);
  }
  const origin = headers.get("origin");
  if (origin !== null && origin !== `http://${host}` && origin !== `https://${host}`) {
    throw new CapstanError("ORIGIN_FOREIGN", `Pages of "${origin}" may not call this server.`);
  }
}

function hostName(host: string): string {
  return host.replace(/:\d+$/, "").toLowerCase();
}
