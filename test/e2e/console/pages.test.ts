import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findAxeViolations } from "../../../rig/axe.ts";
import { launchChromium } from "../../../rig/chromium.ts";
import { type Console, startConsole } from "./console-server.ts";
import { SEED_PLAYS, seed } from "./seed.ts";
import { type Browser, visit } from "./visit.ts";

/** Set CAPSTAN_SCREENSHOTS to a folder to keep the pictures: `docs/screenshots` has the last ones. */
const keep = process.env.CAPSTAN_SCREENSHOTS;

let browser: Browser;
let server: Console;
let seeded: Awaited<ReturnType<typeof seed>>;

beforeAll(async () => {
  if (keep) mkdirSync(keep, { recursive: true });
  server = await startConsole({ plays: SEED_PLAYS });
  [browser, seeded] = await Promise.all([launchChromium(), seed(server)]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const PAGES = [
  { name: "home", path: () => "/", sees: "What should be done?" },
  { name: "sessions", path: () => "/sessions", sees: "Sessions" },
  { name: "session", path: () => `/sessions/${seeded.planned}`, sees: "Plan this" },
  { name: "session-waiting", path: () => `/sessions/${seeded.letters}`, sees: "Write to Ada" },
  { name: "approvals", path: () => "/approvals", sees: "Approvals" },
  { name: "agents", path: () => "/agents", sees: "Agents" },
  { name: "agent", path: () => `/agents/${server.agentId}`, sees: "clerk" },
  { name: "catalog", path: () => "/catalog", sees: "Catalog" },
  { name: "capability", path: () => "/catalog/stateless_todo_list", sees: "Task Management" },
  { name: "audit", path: () => "/audit", sees: "Audit" },
  { name: "story", path: () => `/audit/${seeded.invocation}`, sees: "The story of a call" },
  { name: "policy", path: () => "/policy", sees: "Policy" },
  { name: "overview", path: () => "/overview", sees: "Overview" },
] as const;

const LOOKS = [
  { width: 1280, height: 860, colorScheme: "light", suffix: "light" },
  { width: 1280, height: 860, colorScheme: "dark", suffix: "dark" },
  { width: 360, height: 740, colorScheme: "light", suffix: "phone" },
] as const;

test.each(PAGES)(
  "I23, E8: the page $name is whole, accessible and quiet: light, dark, on a phone",
  async ({ name, path, sees }) => {
    await using visited = await visit(browser, server.url + path());
    const { page, complaints, elsewhere } = visited;
    await page.getByRole("heading", { level: 1, name: sees }).waitFor();
    for (const { width, height, colorScheme, suffix } of LOOKS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await expect
        .poll(() => page.locator("[role=status][aria-label=Loading]").count(), { timeout: 5_000 })
        .toBe(0);
      await page.waitForTimeout(300);
      if (keep) await page.screenshot({ path: join(keep, `${name}-${suffix}.png`) });
      expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(width);
      expect(await findAxeViolations(page)).toEqual([]);
    }
    expect(complaints).toEqual([]);
    expect(elsewhere).toEqual([]);
  },
  30_000,
);
