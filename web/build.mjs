// Builds the console into `dist/`, unless what is there was built from the same sources.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const root = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
const dist = join(root, "dist");
const mark = join(dist, ".fingerprint");
const started = Date.now();

const wanted = fingerprint();
if (existsSync(mark) && readFileSync(mark, "utf8") === wanted) {
  process.stdout.write("console: up to date\n");
} else {
  const { build } = await import("vite");
  await build({ configFile: join(root, "vite.config.ts"), logLevel: "warn" });
  list();
  writeFileSync(mark, wanted);
  process.stdout.write(`console: built in ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
}

function fingerprint() {
  const hash = createHash("sha256");
  for (const name of ["build.mjs", "index.html", "package.json", "vite.config.ts"]) add(name);
  for (const name of readdirSync(join(root, "src"), { recursive: true }).map(String).sort()) {
    if (/\.(tsx?|css)$/.test(name) && !name.includes(".test.")) add(join("src", name));
  }
  for (const name of ["is-as-shown.ts", "canonical-json.ts"]) {
    add(join("..", "src", "base", name));
  }
  return hash.digest("hex");

  function add(name) {
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(root, name)))
      .update("\0");
  }
}

/** The names that the server may serve, each also compressed: it looks up names, never paths. */
function list() {
  const assets = readdirSync(join(dist, "assets"))
    .filter((name) => /\.(js|css)$/.test(name))
    .sort();
  for (const path of ["index.html", ...assets.map((name) => join("assets", name))]) {
    const file = join(dist, path);
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
  }
  writeFileSync(join(dist, "files.json"), JSON.stringify(assets));
}
