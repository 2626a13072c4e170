import { existsSync } from "node:fs";
import { createRequire } from "node:module";

/** A checkout gives its source as it is, and the package what was built from it; so does bin/. */
export function load(source, built) {
  const require = createRequire(import.meta.url);
  return require(existsSync(new URL(source, import.meta.url)) ? source : built);
}
