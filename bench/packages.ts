import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { npmLock, type Published, startNpmRegistry } from "../rig/packages/npm-registry.ts";
import { boxedPrograms, openIsolation } from "../src/app/open-isolation.ts";
import { openPackages } from "../src/app/open-packages.ts";
import { Settings } from "../src/app/settings.ts";
import { systemClock } from "../src/app/system-clock.ts";
import { removeTree } from "../src/features/bundles/write-tree.ts";
import { nodeOf } from "../src/features/programs/boxed-programs.ts";
import { measure } from "./measure.ts";
import { type Row, ratio, wallOf } from "./report.ts";

const PACKAGES = 50;
const TARGET = 1.5;
const MAX_BYTES = 3_000_000;
const MODULES = fileURLToPath(new URL("../node_modules/", import.meta.url));
const run = promisify(execFile);

/** What it costs to install a lock of 50 real packages, all of them fetched before. */
export async function benchPackages({ rounds }: { rounds: number }): Promise<Row[]> {
  const ends: (() => void)[] = [];
  const registry = await startNpmRegistry((end) => void ends.push(end));
  const lock = npmLock(publishOwn(registry.publish));
  const home = mkdtempSync(join(tmpdir(), "capstan-bench-packages-"));
  const isolation = openIsolation({
    setting: "auto",
    proxy: { open: () => Promise.reject(new Error("No host is asked for.")) },
    env: process.env,
  });
  const settings = Settings.parse({ registries: { npm: registry.url } });
  const layouts = join(home, "packages/layouts");
  let runs = 0;
  const own = async () => {
    // A new process each time: it has measured nothing yet.
    const packages = openPackages(home, {
      settings,
      isolation,
      clock: systemClock,
      secrets: { fill: (text) => text },
      env: process.env,
      node: nodeOf(boxedPrograms()),
    });
    await packages.install(packages.readPackageLock(lock));
    renameSync(layouts, join(home, `done-${runs++}`));
  };
  const npm = async () => {
    const folder = mkdtempSync(join(home, "npm-"));
    const { packages } = JSON.parse(lock);
    writeFileSync(join(folder, "package.json"), JSON.stringify(packages[""]));
    writeFileSync(join(folder, "package-lock.json"), lock);
    const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
    const where = [`--registry=${registry.url}`, `--cache=${join(home, "cache")}`];
    await run("npm", [...args, ...where], { cwd: folder });
  };
  try {
    const [bare, ours] = await measure(
      [
        { name: "npm ci, warm cache, 50 packages", run: npm },
        { name: "installing the same lock", run: own },
      ],
      { rounds: Math.ceil(rounds / 2), runs: 1, warmUps: 1 },
    );
    return [ratio(ours, bare, TARGET, [wallOf])];
  } finally {
    for (const end of ends) end();
    await removeTree(home);
  }
}

/** Packages of this project, as their registry would have them. */
function publishOwn(
  publish: Awaited<ReturnType<typeof startNpmRegistry>>["publish"],
): readonly Published[] {
  const published: Published[] = [];
  for (const name of readdirSync(MODULES)) {
    if (published.length === PACKAGES) break;
    if (/^[.@]/.test(name)) continue;
    const files = filesOf(join(MODULES, name));
    const manifest = files.get("package.json");
    if (manifest === undefined) continue;
    const { version, bin } = JSON.parse(manifest.toString("utf8"));
    files.delete("package.json");
    published.push(publish(name, version, Object.fromEntries(files), { bin }));
  }
  return published;
}

/** Nothing for a package that is large, or that has others in it. */
function filesOf(folder: string): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    if (entry.isSymbolicLink() || name.includes("node_modules") || name.length > 90)
      return new Map();
    if (!entry.isFile()) continue;
    const content = readFileSync(path);
    bytes += content.byteLength;
    if (bytes > MAX_BYTES) return new Map();
    files.set(name, content);
  }
  return files;
}
