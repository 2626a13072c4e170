import { sha256 } from "./digest.ts";

const MAX_LENGTH = 64;
const SUFFIX_LENGTH = 9;

/**
 * The name that a model sees: letters, digits, `_` and `-`, at most 64 (X3). A name that had to be
 * changed beyond `.` and `:` gets a few digits of its hash, so that two names never meet in one.
 */
export function wireNameOf(name: string): string {
  const plain = name.replaceAll(/[.:]/g, "_");
  if (/^[a-zA-Z0-9_-]{1,64}$/.test(plain)) return plain;
  const legible = plain.replaceAll(/[^a-zA-Z0-9_-]/g, "_").slice(0, MAX_LENGTH - SUFFIX_LENGTH);
  return `${legible}_${sha256(name).slice(0, SUFFIX_LENGTH - 1)}`;
}
