#!/usr/bin/env node
// Read by whichever Node the system has, however old: nothing here is newer than Node 16.
import fs from "node:fs";
import module from "node:module";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 24 || (major === 24 && minor < 15)) {
  const { runWithAnother } = await import("./other-node.mjs");
  await runWithAnother(process.argv.slice(1));
} else {
  // Without the cache most of a short command is compiling: measured in bench/results.md.
  module.enableCompileCache();
  // A checkout runs its source as it is; the package, and tests, run what was bundled from it.
  const source = new URL("../src/app/main.ts", import.meta.url);
  const bundled = process.env.CAPSTAN_BUNDLE || !fs.existsSync(source);
  await import(bundled ? new URL("../build/app/main.js", import.meta.url).href : source.href);
}
