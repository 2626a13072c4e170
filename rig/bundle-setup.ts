import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle } from "../scripts/bundle.mjs";

/**
 * For vitest's `globalSetup`: what the tests start as a process of its own is bundled as the package
 * is, because half of the time of those tests is starting.
 */
export async function setup(): Promise<void> {
  // Nothing is removed first: another run in this folder may be starting it just now.
  const clean = false;
  await Promise.all([
    bundle("src/app/main.ts", "build/app", { clean }),
    bundle("test/chaos/victim.ts", "build/test", { clean }),
    bundle("rig/postgres-process.ts", "build/test", { clean }),
    bundle("rig/queue-process.ts", "build/test", { clean }),
  ]);
  process.env.CAPSTAN_BUNDLE = "1";
  // Most of what is left of a start is compiling: every process after the first takes it from here.
  process.env.NODE_COMPILE_CACHE = join(tmpdir(), "capstan-compile-cache");
}
