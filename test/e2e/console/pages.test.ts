import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findAxeViolations } from "../../../rig/axe.ts";
import { launchChromium } from "../../../rig/chromium.ts";
import { IS_LONG, longTest } from "../../runs.ts";
import { type Console, startConsole } from "./console-server.ts";
import { SEED_PLAYS, seed } from "./seed.ts";
import { type Browser, type Page, visit } from "./visit.ts";

/** Set CAPSTAN_SCREENSHOTS to a folder to keep the pictures: `docs/screenshots` has the last ones. */
const keep = process.env.CAPSTAN_SCREENSHOTS;

let browser: Browser;
let server: Console;
let seeded: Awaited<ReturnType<typeof seed>>;
/** One for all pages: a tab of its own for each takes half as long again. */
let tab: Awaited<ReturnType<typeof visit>>;

beforeAll(async () => {
  if (keep) mkdirSync(keep, { recursive: true });
  server = await startConsole({ plays: SEED_PLAYS });
  [browser, seeded] = await Promise.all([launchChromium(), seed(server)]);
  tab = await visit(browser, `${server.url}/healthz`);
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
  { name: "add", path: () => "/add", sees: "Add" },
  { name: "packs", path: () => "/packs", sees: "Packs" },
  { name: "connect", path: () => "/connect", sees: "Connect" },
  { name: "servers", path: () => "/servers", sees: "MCP servers" },
  { name: "audit", path: () => "/audit", sees: "Audit" },
  { name: "story", path: () => `/audit/${seeded.invocation}`, sees: "The story of a call" },
  { name: "policy", path: () => "/policy", sees: "Policy" },
  { name: "keys", path: () => "/keys", sees: "API and keys" },
  { name: "settings", path: () => "/settings", sees: "Settings" },
  { name: "overview-quiet", path: () => "/overview", sees: "Overview" },
] as const;

/** In a usual run the busiest pages in one look each; `npm run console` looks at all of them. */
const isLong = keep !== undefined || IS_LONG;
const BUSIEST: readonly string[] = ["home", "session-waiting", "approvals", "agent", "audit"];

const ALL_LOOKS = [
  { width: 1280, height: 860, colorScheme: "light", suffix: "light" },
  { width: 1280, height: 860, colorScheme: "dark", suffix: "dark" },
  { width: 360, height: 740, colorScheme: "light", suffix: "phone" },
] as const;

/** Parts that scroll up and down, and sideways although they should not. */
const WIDER = `[...document.querySelectorAll("main, main *")]
  .filter((it) => getComputedStyle(it).overflowY === "auto" && it.scrollWidth > it.clientWidth + 1)
  .filter((it) => !it.querySelector("table") && it.tagName !== "PRE" && it.tagName !== "TEXTAREA")
  .map((it) => it.className)`;

/** What fades, and questions that have just appeared: both look paler than they will in a moment. */
const UNSETTLED = `document.getAnimations().filter((it) =>
    it.playState === "running" && it.effect?.getComputedTiming().iterations !== Infinity).length
  + [...document.querySelectorAll('button[aria-disabled="true"]')]
    .filter((it) => /Run|Deny/.test(it.textContent)).length`;

/** Every look of a page as it stands: a picture, nothing wider than the screen, and nothing for axe. */
async function look(page: Page, name: string): Promise<void> {
  const looks = isLong ? ALL_LOOKS : ALL_LOOKS.filter((_, index) => index === name.length % 3);
  for (const { width, height, colorScheme, suffix } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await expect
      .poll(() => page.locator("[role=status][aria-label=Loading]").count(), { timeout: 5_000 })
      .toBe(0);
    await page.waitForTimeout(300);
    await expect.poll(() => page.evaluate<number>(UNSETTLED), { timeout: 10_000 }).toBe(0);
    if (keep && name !== "overview-quiet") {
      await page.screenshot({ path: join(keep, `${name}-${suffix}.png`) });
    }
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(width);
    expect(await page.evaluate<number>("document.documentElement.scrollHeight")).toBe(height);
    expect(await page.evaluate<string[]>(WIDER)).toEqual([]);
    // In the dark, only the colours are others.
    const rules = colorScheme === "dark" ? ["color-contrast"] : undefined;
    expect(await findAxeViolations(page, rules)).toEqual([]);
  }
}

test.each(PAGES.filter(({ name }) => isLong || BUSIEST.includes(name)))(
  "I23, E8: the page $name is whole, accessible and quiet",
  async ({ name, path, sees }) => {
    const { page, complaints, elsewhere } = tab;
    complaints.length = 0;
    elsewhere.length = 0;
    await page.goto(server.url + path());
    await page.getByRole("heading", { level: 1, name: sees }).waitFor();
    await look(page, name);
    expect(complaints).toEqual([]);
    expect(elsewhere).toEqual([]);
  },
  30_000,
);

test("the sign-in page is whole and accessible", async () => {
  await using context = await browser.newContext({ locale: "en-GB" });
  const page = await context.newPage();
  await page.goto(server.url);
  await page.getByRole("heading", { level: 1, name: "Sign in to Capstan" }).waitFor();
  await look(page, "sign-in");
}, 30_000);

test("dialogs, menus and an open call are accessible too", async () => {
  await using visited = await visit(browser, `${server.url}/sessions/${seeded.planned}`);
  const { page } = visited;
  await page.locator("summary").getByText("Count lines").click();
  await page.getByRole("tab", { name: "Context" }).click();
  await page.getByText("Sent with the next request").waitFor();
  await page.getByText("Cost, by your prices").waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole("tab", { name: "Files" }).click();
  await page.getByRole("button", { name: /sales.csv/ }).click();
  await page.getByRole("dialog").getByText("1391").waitFor();
  if (keep) await page.screenshot({ path: join(keep, "files-light.png") });
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "More about this session" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
}, 30_000);

longTest(
  "the overview of a busy day has plots",
  async () => {
    await using visited = await visit(browser, `${server.url}/healthz`, { isNew: true });
    const { page, complaints } = visited;
    await page.route("**/v1/overview?*", (route) => route.fulfill({ json: busyDay() }));
    await page.goto(`${server.url}/overview`);
    await expect.poll(() => page.locator("canvas").count(), { timeout: 5_000 }).toBe(4);
    await page.getByText(/^cost \d/).waitFor();
    await look(page, "overview");
    expect(complaints).toEqual([]);
  },
  30_000,
);

function busyDay() {
  const to = Date.now();
  const steps = Array.from({ length: 48 }, (_, at) => {
    const wave = Math.max(0, Math.sin((at - 8) / 9)) + (at % 5) / 12;
    return { ts: new Date(to - (47 - at) * 1_800_000).toISOString(), wave };
  });
  return {
    from: steps[0]?.ts,
    to: new Date(to).toISOString(),
    step_s: 1_800,
    turns: steps.map(({ ts, wave }, at) => ({
      ts,
      count: Math.round(wave * 40),
      failed: at % 11 === 3 ? 2 : 0,
      p50_ms: 300 + wave * 500,
      p95_ms: 900 + wave * 1_900,
    })),
    approvals: steps.map(({ ts, wave }) => ({
      ts,
      asked: Math.round(wave * 9),
      answered: Math.round(wave * 8),
    })),
    tokens: steps.map(({ ts, wave }) => ({
      ts,
      input: Math.round(wave * 52_000),
      output: Math.round(wave * 6_000),
      cost: wave * 0.42,
    })),
    tools: [
      ["builtin:web_fetch:web_fetch", 412, 31],
      ["builtin:session_file_system:read_file", 287, 4],
      ["mcp:github:create_issue", 96, 2],
      ["ext:tickets:answer_ticket", 61, 0],
      ["builtin:current_time:get_current_time", 40, 0],
    ].map(([tool_id, calls, failed]) => ({ tool_id, calls, failed })),
    queue: { busy: true, depth: 2 },
    approvals_pending: 3,
    sessions_open: 12,
    sandbox: { enforcement: "bubblewrap", problem: null },
  };
}
