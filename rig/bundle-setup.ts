import { bundle } from "../scripts/bundle.mjs";

/**
 * For vitest's `globalSetup`: what the tests start as a process of its own is bundled as the package
 * is, because half of the time of those tests is starting.
 */
export async function setup(): Promise<void> {
  await bundle("src/app/main.ts", "build/app");
  await bundle("test/chaos/victim.ts", "build/test");
  process.env.CAPSTAN_BUNDLE = "1";
}
