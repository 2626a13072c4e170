import { existsSync, readFileSync } from "node:fs";
import type { SystemFacts } from "./missing-sandbox.ts";

const SWITCHES = [
  "kernel/apparmor_restrict_unprivileged_userns",
  "kernel/unprivileged_userns_clone",
  "user/max_user_namespaces",
];

/** The system that this process runs on. */
export function readSystemFacts(): SystemFacts {
  return {
    platform: process.platform,
    processor: process.arch,
    isRoot: process.getuid?.() === 0,
    osRelease: textOf("/etc/os-release"),
    isContainer: existsSync("/.dockerenv") || existsSync("/run/.containerenv"),
    switches: new Map(SWITCHES.map((path) => [path, textOf(`/proc/sys/${path}`).trim()])),
  };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
