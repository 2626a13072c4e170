import { createHash } from "node:crypto";
import { sha256 } from "./digest.ts";
import { isJsonObject } from "./json.ts";

const ERASED = /"erased":"([0-9a-f]{64})"\}$/;

/**
 * A record's body without its data. It carries the hash of what it was, so that the chain holds: a
 * chain links hashes of bodies. The same body for ever: erasing it again changes nothing.
 */
export function eraseBody(body: string): string {
  if (erasedHash(body) !== undefined) return body;
  const value: unknown = JSON.parse(body);
  const frame = isJsonObject(value) ? value : {};
  return JSON.stringify({ ...frame, data: {}, erased: sha256(body) });
}

/** The hash that the chain links, of a body that may have been erased. */
export function bodyHash(body: string): string {
  return erasedHash(body) ?? sha256(body);
}

/** What the hash of a body was, if it has been erased. No other body ends like this. */
function erasedHash(body: string): string | undefined {
  return ERASED.exec(body.slice(-80))?.[1];
}

/**
 * Over all bodies of a stream that was erased, in order: the record of the erasure holds it, so that
 * nobody erases in secret, or changes what is left. Undefined when nothing was erased.
 */
export function createErasureTally() {
  const hash = createHash("sha256");
  let erased = false;
  return {
    take(body: string): void {
      erased ||= erasedHash(body) !== undefined;
      hash.update(body).update("\n");
    },
    digest: () => (erased ? hash.digest("hex") : undefined),
  };
}

export function erasureDigest(bodies: readonly string[]): string {
  const tally = createErasureTally();
  for (const body of bodies) tally.take(body);
  return tally.digest() ?? "";
}
