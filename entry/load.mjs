import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { isTooOld, LEAST } from "../bin/other-node.mjs";

const { node } = process.versions;
if (isTooOld(node)) {
  throw new Error(
    `Capstan needs Node ${LEAST} or newer, and this is Node ${node}. Where one came with it, "npx node <file>" uses that.`,
  );
}

/** A checkout gives its source as it is, and the package what was built from it; so does bin/. */
export function load(source, built) {
  const require = createRequire(import.meta.url);
  return require(existsSync(new URL(source, import.meta.url)) ? source : built);
}
