import { sha256 } from "../digest.ts";

/**
 * The chain of an audit stream. It links hashes of bodies, not bodies: erasing a body keeps the
 * chain valid. Plain text concatenation, so that PostgreSQL can compute a link itself.
 */
export function chainStart(stream: string): string {
  return sha256(`capstan.audit:${stream}`);
}

export function chainLink(previous: string, sequence: number, bodyHash: string): string {
  return sha256(`${previous}:${sequence}:${bodyHash}`);
}
