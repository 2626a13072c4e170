// For a Node that is too old for Capstan: the one that came with it, or what to install.
import { createRequire } from "node:module";
import path from "node:path";

const LEAST = "24.15";

export function isTooOld(version) {
  const [major, minor] = version.split(".").map(Number);
  const [leastMajor, leastMinor] = LEAST.split(".").map(Number);
  return major < leastMajor || (major === leastMajor && minor < leastMinor);
}

/** `npm install` brings a Node for these systems; there, an old one needs nobody's attention. */
export function shippedNode({ platform, arch }) {
  const [system, file] = platform === "win32" ? ["win", "node.exe"] : [platform, "node"];
  try {
    const { resolve } = createRequire(import.meta.url);
    return path.join(resolve(`node-${system}-${arch}/package.json`), "../bin", file);
  } catch {
    return undefined;
  }
}

const WAYS = {
  darwin: "with Homebrew (brew install node), or from https://nodejs.org",
  win32: "with winget (winget install OpenJS.NodeJS), or from https://nodejs.org",
};

export function whatToInstall({ platform, arch, versions }) {
  return [
    `Capstan needs Node ${LEAST} or newer. This is Node ${versions.node}, and none came with Capstan for ${platform} on ${arch}.`,
    `Install it ${WAYS[platform] ?? "from https://nodejs.org, or with nvm (nvm install 24)"}; then try again.`,
    "",
  ].join("\n");
}

export async function runWithAnother(args) {
  const node = shippedNode(process);
  if (node === undefined) return giveUp();
  const { spawn } = await import("node:child_process");
  const child = spawn(node, args, { stdio: "inherit" });
  // From a terminal both are told; the one that does the work decides when it is over.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => signal === "SIGINT" || child.kill(signal));
  }
  // Such as on a Linux with another C library: what came is not for it.
  child.on("error", giveUp);
  child.on("exit", (code) => {
    process.exitCode = code === null ? 1 : code;
  });
}

function giveUp() {
  process.stderr.write(whatToInstall(process));
  process.exitCode = 1;
}
