import { createHash } from "node:crypto";
import { sha256 } from "../digest.ts";
import { isJsonObject } from "../json.ts";

const ERASED = /"erased":"([0-9a-f]{64})"\}$/;

/**
 * A record's body without its data. It carries the hash of what it was, so that the chain holds: a
 * chain links hashes of bodies. The same body for ever: erasing it again changes nothing.
 */
export function eraseBody(body: string): string {
  if (isErased(body)) return body;
  const value: unknown = JSON.parse(body);
  const frame = isJsonObject(value) ? value : {};
  return JSON.stringify({ ...frame, data: {}, erased: sha256(body) });
}

/** The hash that the chain links, of a body that says of itself that it was erased, too. */
export function bodyHash(body: string): string {
  return erasedHash(body) ?? sha256(body);
}

/** Only what the body says: whether that counts, the record of an erasure says. */
export function isErased(body: string): boolean {
  return erasedHash(body) !== undefined;
}

/** No body that was not erased ends like this. */
function erasedHash(body: string): string | undefined {
  return ERASED.exec(body.slice(-80))?.[1];
}

/** Over the bodies that an erasure leaves of a stream, in order. */
export function createErasureDigest() {
  const hash = createHash("sha256");
  return {
    take: (body: string): void => void hash.update(body).update("\n"),
    end: (): string => hash.digest("hex"),
  };
}

export function erasureDigest(bodies: readonly string[]): string {
  const digest = createErasureDigest();
  for (const body of bodies) digest.take(body);
  return digest.end();
}
