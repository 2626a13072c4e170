// Installs rig/ when its lock file has changed since the last time; with the word "packages" just its
// packages, for those who want their types. Plain JavaScript for Node 20, because it runs before
// anything else is known to be there.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installBubblewrap } from "./install-bubblewrap.mjs";

const rig = fileURLToPath(new URL(".", import.meta.url));
const FINGERPRINTED = [
  "package.json",
  "package-lock.json",
  "unpack-chromium.mjs",
  "prepare-postgres.mjs",
];
const PACKAGES = join(rig, "node_modules", ".capstan-packages");
const EVERYTHING = join(rig, "node_modules", ".capstan-installed");

const wantsPackages = process.argv[2] === "packages";
const missing = wantsPackages ? undefined : installBubblewrap();
if (missing) {
  console.error(`rig: ${missing}`);
  process.exitCode = 1;
} else if (isDone(EVERYTHING) || (wantsPackages && isDone(PACKAGES))) {
  if (!wantsPackages) console.log("rig: up to date");
} else {
  console.log("rig: installing what only the tests need (Chromium, PostgreSQL)");
  const more = wantsPackages ? [] : [unpackChromium, preparePostgres];
  const failure = [install, ...more].reduce((failed, step) => failed ?? step(), undefined);
  if (failure) {
    console.error(`rig: set-up failed: ${failure}\nrig: to try again: node rig/setup.mjs`);
    process.exitCode = 1;
  } else {
    // Read anew: npm may have completed the lock file.
    writeFileSync(wantsPackages ? PACKAGES : EVERYTHING, fingerprint());
  }
}

function isDone(marker) {
  return existsSync(marker) && readFileSync(marker, "utf8") === fingerprint();
}

function fingerprint() {
  const hash = createHash("sha256");
  for (const name of FINGERPRINTED) {
    const file = join(rig, name);
    hash.update(existsSync(file) ? readFileSync(file) : "");
  }
  return hash.digest("hex");
}

function install() {
  const args = ["install", "--prefix", rig, "--no-audit", "--no-fund"];
  // Under `npm run` npm names its own script, which needs no shell even where npm is a .cmd file.
  const npm = process.env.npm_execpath;
  return npm
    ? run("npm install", process.execPath, [npm, ...args])
    : run("npm install", "npm", args);
}

function unpackChromium() {
  // Its own process: the package unpacks into the folder for temporary files, whose place is
  // read from the environment.
  return run("unpacking Chromium", process.execPath, [join(rig, "unpack-chromium.mjs")]);
}

function preparePostgres() {
  return run("preparing PostgreSQL", process.execPath, [join(rig, "prepare-postgres.mjs")]);
}

/** Returns why it failed, or undefined; what the command printed is shown only with a failure. */
function run(name, command, args) {
  const result = spawnSync(command, args, { cwd: rig, encoding: "utf8" });
  if (result.error) return `${name}: ${result.error.message}`;
  if (result.status === 0) return undefined;
  return `${name} ended with ${result.status ?? result.signal}\n${result.stderr || result.stdout}`;
}
