import { sha256 } from "./digest.ts";

const MAX_LENGTH = 64;
const HASH_LENGTH = 16;
/** Clients of the gateway put up to 14 characters in front, such as `mcp__capstan__`. */
const MAX_CLIENT_LENGTH = MAX_LENGTH - 14;
const CLIENT_HASH_LENGTH = 8;
const OTHERS = /[^a-zA-Z0-9_-]/g;

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
  const legible = name.replaceAll(OTHERS, "_").slice(0, MAX_LENGTH - HASH_LENGTH - 1);
  // As JSON: as UTF-8, halves of surrogate pairs would all be the same.
  return `${legible}_${sha256(JSON.stringify(name)).slice(0, HASH_LENGTH)}`;
}

/** The name of a tool for clients of the gateway, as it is written: two tools may have the same. */
export function clientNameOf(name: string): string {
  return name.replaceAll(OTHERS, "_").slice(0, MAX_CLIENT_LENGTH) || "tool";
}

/** A name of its own for each id. */
export function ownClientNameOf(name: string, id: string): string {
  const legible = clientNameOf(name).slice(0, MAX_CLIENT_LENGTH - CLIENT_HASH_LENGTH - 1);
  return `${legible}_${sha256(JSON.stringify(id)).slice(0, CLIENT_HASH_LENGTH)}`;
}
