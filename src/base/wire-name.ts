import { sha256 } from "./digest.ts";

const MAX_LENGTH = 64;
const HASH_LENGTH = 16;

/** Ends as a derived name does, or is spelled as the base tools of packs are. */
const RESERVED = /_[0-9a-f]{16}$|^capability_packs_/;
const PACK_TOOL = /^capability_packs\.(?!.*_[0-9a-f]{16}$)/;

/**
 * The name that a model sees: letters, digits, `_` and `-`, at most 64 (X3). Only a name that is
 * one already stays as it is; every other gets digits of its hash, and so does one that could pass
 * for a derived name, so that no two names ever meet in one. The base tools of packs alone are
 * spelled with `_` for `.` (X4).
 */
export function wireNameOf(name: string): string {
  const plain = name.replace(PACK_TOOL, "capability_packs_");
  const isOwn = plain !== name || !RESERVED.test(name);
  if (isOwn && /^[a-zA-Z0-9_-]{1,64}$/.test(plain)) return plain;
  const legible = name.replaceAll(/[^a-zA-Z0-9_-]/g, "_").slice(0, MAX_LENGTH - HASH_LENGTH - 1);
  // As JSON: as UTF-8, halves of surrogate pairs would all be the same.
  return `${legible}_${sha256(JSON.stringify(name)).slice(0, HASH_LENGTH)}`;
}
