#!/usr/bin/env node
import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 24 || (major === 24 && minor < 15)) {
  process.stderr.write(
    `Capstan needs Node 24.15 or newer; this is ${process.versions.node}.\n` +
      "In a checkout, run it as: npm run -s capstan -- <command>\n",
  );
  process.exit(1);
}

// Without the cache most of a short command is compiling: measured in bench/results.md.
enableCompileCache();
// A checkout runs its source as it is; the package, and tests, run what was bundled from it.
const source = new URL("../src/app/main.ts", import.meta.url);
const bundled = process.env.CAPSTAN_BUNDLE || !existsSync(source);
await import(bundled ? new URL("../build/app/main.js", import.meta.url).href : source.href);
