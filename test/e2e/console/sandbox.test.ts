import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findAxeViolations } from "../../../rig/axe.ts";
import { launchChromium } from "../../../rig/chromium.ts";
import { type Console, startConsole } from "./console-server.ts";
import { type Browser, type Page, visit } from "./visit.ts";

const keep = process.env.CAPSTAN_SCREENSHOTS;
const SIZES = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } };

let browser: Browser;
let server: Console;

beforeAll(async () => {
  if (keep) mkdirSync(keep, { recursive: true });
  [browser, server] = await Promise.all([launchChromium(), startConsole({ profile: "risk" })]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function look(page: Page, name: string) {
  expect(await findAxeViolations(page)).toEqual([]);
  const width = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  expect(await page.evaluate(width)).toBeLessThanOrEqual(0);
  if (keep) await page.screenshot({ path: join(keep, `${name}.png`), fullPage: true });
}

/** Writes a program on the page of `execute_code`, agrees to it, and waits for its outcome. */
async function execute(page: Page, language: string, code: string) {
  await page.getByLabel("language").selectOption(language);
  await page.getByLabel("code").fill(code);
  await page.getByRole("button", { name: "Call it" }).click();
  const run = page.getByRole("button", { name: "Run", exact: true });
  // It can be run when all of it was on the screen.
  await run.scrollIntoViewIfNeeded();
  await run.click();
  const outcome = page.getByRole("region", { name: "Outcome" });
  await outcome.waitFor();
  return outcome;
}

test.each(Object.entries(SIZES))(
  "E23: a program is tried in the console, shown as it printed, and its story says what held it (%s)",
  async (name, size) => {
    await using visited = await visit(browser, `${server.url}/catalog/sandbox`, size);
    const { page, complaints } = visited;
    const code = page.getByLabel("code");
    await code.waitFor();
    expect(await page.locator("textarea").count()).toBe(1);
    const font = await page.evaluate(
      "getComputedStyle(document.querySelector('textarea')).fontFamily",
    );
    expect(font).toMatch(/mono/i);
    expect(await code.getAttribute("spellcheck")).toBe("false");

    const outcome = await execute(
      page,
      "shell",
      'echo "six times seven is $((6 * 7))"\nprintf "a\\033[31mb" >&2\nexit 3',
    );
    await outcome.getByText("Exit code 3").waitFor();
    await outcome.getByText("six times seven is 42").waitFor();
    await outcome.getByText("Printed as errors").waitFor();
    await outcome.locator(".hidden-character").first().waitFor();
    expect(await outcome.getByText("Truncated").count()).toBe(0);
    await look(page, `try-${name}`);

    await outcome.getByRole("link", { name: "Its whole story" }).click();
    await page.getByText("Isolated by bubblewrap").waitFor();
    await look(page, `story-${name}`);
    expect(complaints).toEqual([]);
  },
  40_000,
);

test("what was cut off is marked", async () => {
  await using visited = await visit(browser, `${server.url}/catalog/sandbox`);
  const outcome = await execute(
    visited.page,
    "javascript",
    "for (let i = 0; i < 30000; i += 1) console.log('0123456789');",
  );
  await outcome.getByText("Exit code 0").waitFor();
  await outcome.getByText("Truncated").waitFor();
}, 40_000);

test.each(Object.entries(SIZES))(
  "the overview says what isolates programs (%s)",
  async (name, size) => {
    await using visited = await visit(browser, `${server.url}/overview`, size);
    await visited.page
      .getByRole("heading", { name: "Programs are isolated by bubblewrap" })
      .waitFor();
    await look(visited.page, `overview-${name}`);
  },
);

test.each(Object.entries(SIZES))(
  "the overview names a missing sandbox and the command that helps, to be copied (%s)",
  async (name, size) => {
    await using visited = await visit(browser, server.url, { ...size, isNew: true });
    const { page } = visited;
    await page.route("**/v1/overview?*", async (route) => {
      const overview = await (await route.fetch()).json();
      const problem = {
        reason: "not_installed",
        message: "bubblewrap is not installed, so programs of others are not run. Install it:",
        command: "sudo apt-get install -y bubblewrap",
      };
      await route.fulfill({ json: { ...overview, sandbox: { enforcement: "degraded", problem } } });
    });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(`${server.url}/overview`);
    const card = page.getByRole("region", { name: "Programs of others are not run" });
    await card.getByText("sudo apt-get install -y bubblewrap").waitFor();
    await look(page, `overview-missing-${name}`);
    await card.getByRole("button", { name: "Copy the command" }).click();
    await card.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
      "sudo apt-get install -y bubblewrap",
    );
  },
);

test("with the sandbox off, the overview and the story of a call say so", async () => {
  const open = await startConsole({ profile: "risk", settings: { sandbox: "off" } });
  try {
    await using visited = await visit(browser, `${open.url}/overview`, { isNew: true });
    const { page } = visited;
    await page.getByRole("heading", { name: "Programs are not isolated" }).waitFor();
    await page.goto(`${open.url}/catalog/sandbox`);
    const outcome = await execute(page, "shell", "echo here");
    await outcome.getByText("here").waitFor();
    await outcome.getByRole("link", { name: "Its whole story" }).click();
    await page.getByText("Not isolated (sandbox is off)").waitFor();
  } finally {
    await open.stop();
  }
}, 40_000);
