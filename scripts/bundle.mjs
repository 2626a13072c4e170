// Puts a program and the small packages that every start needs into a few files: a start resolves
// some 600 modules one by one otherwise, which is most of it. What is large or seldom needed stays
// outside and is loaded when it is used.
import { cpSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const INSIDE = [
  "zod",
  "hono",
  "@hono/node-server",
  "semver",
  "tokenx",
  "mime",
  "@cfworker/json-schema",
];

/**
 * Into a folder two levels below the root, such as `build/app`: what the source finds beside itself
 * (`../../web`, `../policy/profiles`) lies there as well.
 */
export async function bundle(entry, folder, { clean = true } = {}) {
  const out = join(ROOT, folder);
  if (clean) rmSync(out, { recursive: true, force: true });
  const program = await rolldown({
    input: join(ROOT, entry),
    platform: "node",
    cwd: ROOT,
    logLevel: "silent",
    external: (id) =>
      id.startsWith("node:") ||
      (/^[@a-z]/i.test(id) && !INSIDE.some((name) => id === name || id.startsWith(`${name}/`))),
  });
  await program.write({
    dir: out,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
  });
  await program.close();
  for (const name of ["profiles", "examples"]) {
    cpSync(join(ROOT, "src/policy", name), join(out, "../policy", name), { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await bundle("src/app/main.ts", "build/app");
  process.stdout.write("Bundled build/app.\n");
}
