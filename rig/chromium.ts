import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const SYSTEM = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Put there by rig/unpack-chromium.mjs. */
const BUNDLED = join(import.meta.dirname, "node_modules", ".chromium");

/** A browser that calls nobody by itself: tests count the requests that leave a page. */
const QUIET = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** As far as tests use it. */
type Contexts = Pick<Browser, "newContext" | "close">;

let running: Promise<Browser> | undefined;

/**
 * Chromium without a window, one for all files of a worker: starting it takes as long as most of what
 * they do with it. Each context has its own empty profile. Closing it closes the contexts; the process
 * ends with ours.
 */
export async function launchChromium(): Promise<Contexts> {
  running ??= start();
  const browser = await running;
  return {
    newContext: (options) => browser.newContext(options),
    async close() {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
  };
}

async function start(): Promise<Browser> {
  const system = SYSTEM.find((path) => existsSync(path));
  const bundled = join(BUNDLED, "chromium");
  if (!system && !existsSync(bundled)) {
    throw new Error("No Chromium was found: install one, or run `node rig/setup.mjs` again.");
  }
  return chromium.launch({
    executablePath: system ?? bundled,
    args: QUIET,
    // Chromium refuses its sandbox to root, and many containers give it to nobody. Tests open
    // only pages that they serve themselves.
    chromiumSandbox: false,
    ...(!system && { env: { ...process.env, ...bundledEnvironment() } }),
  });
}

function bundledEnvironment(): Record<string, string> {
  const libraries = join(BUNDLED, "al2023", "lib");
  return {
    FONTCONFIG_FILE: join(BUNDLED, "fonts.conf"),
    ...(existsSync(libraries) && { LD_LIBRARY_PATH: libraries }),
  };
}
