import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findAxeViolations } from "../../../rig/axe.ts";
import { launchChromium } from "../../../rig/chromium.ts";
import { type Console, startConsole } from "./console-server.ts";
import { type Browser, type Page, visit } from "./visit.ts";

const keep = process.env.CAPSTAN_SCREENSHOTS;

let browser: Browser;
let server: Console;
let folder: string;

beforeAll(async () => {
  if (keep) mkdirSync(keep, { recursive: true });
  folder = realpathSync(mkdtempSync(join(tmpdir(), "capstan-letters-")));
  writeFileSync(join(folder, "letter.txt"), "Dear reader");
  writeFileSync(join(folder, "old.txt"), "nobody wants this");
  [browser, server] = await Promise.all([launchChromium(), startConsole()]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function picture(page: Page, name: string): Promise<void> {
  if (!keep) return;
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.screenshot({ path: join(keep, `agent-${name}-${width}.png`), fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** A button is for who has seen its card: that is brought into view first. */
async function press(card: ReturnType<Page["getByRole"]>): Promise<void> {
  const run = card.getByRole("button", { name: "Run", exact: true });
  await run.scrollIntoViewIfNeeded();
  await run.click();
}

test("I32, I37: an agent's page says what it may touch, and its actions are tried from there", async () => {
  const found = () => server.call<{ items: object[] }>("GET", "/v1/capabilities?kind=agent");
  await expect.poll(async () => (await found()).items.length, { timeout: 20_000 }).toBe(2);
  await using visited = await visit(browser, `${server.url}/catalog/agent%3Afile_agent`);
  const { page, complaints } = visited;
  await page.getByRole("heading", { level: 1, name: "file_agent" }).waitFor();
  await page.getByText("It deletes files").first().waitFor();
  await page.getByRole("heading", { name: "Behavior Specifications" }).waitFor();
  await picture(page, "page");
  expect(await findAxeViolations(page)).toEqual([]);
  const width = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(width)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });

  // An example task leads to the form; the folder is not open yet, and that is the question.
  await page.getByRole("button", { name: /^List the files in/ }).click();
  const list = page.locator("details[open]").filter({ hasText: "Lists the files" });
  await list.getByLabel("path").fill(folder);
  await list.getByRole("button", { name: "Call it" }).click();
  const question = list.getByRole("article", { name: /^Approval: / });
  await question.getByText(folder).first().waitFor();
  await picture(page, "list-asks");
  await press(question);
  await list.getByText("Listed 2 files").first().waitFor();
  await picture(page, "listed");

  // Where it may look, a rehearsal says beforehand what would go.
  await server.call("PUT", "/v1/capabilities/agent%3Afile_agent/access", {
    paths: [{ root: folder, verbs: ["read", "write"] }],
    hosts: [],
  });
  await page.getByRole("button", { name: /^Delete ‹/ }).click();
  const remove = page.locator("details[open]").filter({ hasText: "Deletes a file" });
  await remove.getByLabel("path").fill(join(folder, "old.txt"));
  await remove.getByRole("button", { name: "Call it" }).click();
  const sure = remove.getByRole("article", { name: /^Approval: / });
  await sure.getByRole("button", { name: "Run", exact: true }).waitFor();
  await sure.getByText("What a dry run says it would do").waitFor();
  expect(existsSync(join(folder, "old.txt"))).toBe(true);
  await picture(page, "delete-asks");
  await press(sure);
  await remove.getByText('Deleted "old.txt"').first().waitFor();
  expect([existsSync(join(folder, "old.txt")), existsSync(join(folder, "letter.txt"))]).toEqual([
    false,
    true,
  ]);
  await picture(page, "deleted");
  expect(complaints).toEqual([]);
}, 60_000);
