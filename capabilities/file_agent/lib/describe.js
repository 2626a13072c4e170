import { lstatSync } from "node:fs";
import { basename } from "node:path";
import { kindOf } from "./kinds.js";

/** A file in a list. */
export function describe(path, stats = lstatSync(path, { throwIfNoEntry: false })) {
  const name = basename(path);
  return {
    name,
    path,
    type: kindOf(name),
    size_bytes: stats?.size ?? 0,
    modified: stats ? stats.mtime.toISOString() : null,
  };
}
