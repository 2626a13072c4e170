import type { Keyring } from "../base/keyring.ts";

/**
 * Names exactly one waiting moment of one thing: any transition makes it stale (S42). Signed, so
 * that nobody can make one up from an id.
 */
export function resumeTokenOf(
  keyring: Pick<Keyring, "sign">,
  id: string,
  version: number,
  turn: number,
): string {
  const place = `${id}:${version}:${turn}`;
  return `${place}:${keyring.sign("resume", place)}`;
}
