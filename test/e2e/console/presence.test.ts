import { afterAll, beforeAll, expect, test } from "vitest";
import { findAxeViolations } from "../../../rig/axe.ts";
import { launchChromium } from "../../../rig/chromium.ts";
import { type Console, startConsole } from "./console-server.ts";
import { type Browser, visit } from "./visit.ts";

let browser: Browser;
let server: Console;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchChromium(), startConsole()]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const SECRET = { name: "DESK_KEY", value: "a-long-value-for-a-desk" };

test("F69: a link that proves presence makes its tab the admin: no key is asked, none is stored", async () => {
  await using context = await browser.newContext({ locale: "en-GB" });
  context.setDefaultTimeout(8_000);
  const page = await context.newPage();
  await page.goto(await server.signInLink(true));
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByLabel("Secret name").fill(SECRET.name);
  await page.getByLabel("Value").fill(SECRET.value);
  await page.getByRole("button", { name: "Set", exact: true }).click();
  await page.getByText(`${SECRET.name} is set.`).waitFor();
  const kept = await page.evaluate<string>(
    "JSON.stringify({ ...localStorage, ...sessionStorage })",
  );
  expect(kept).not.toContain("admin");

  // Stopping is for whoever may approve; presence lets them resume as well.
  await page.getByRole("button", { name: "Stop everything" }).click();
  await page.getByRole("button", { name: "Stop now" }).click();
  await page.getByText("Everything is stopped by owner").waitFor();
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByRole("button", { name: "Stop now" }).waitFor();

  // Another tab has not proven anything.
  const other = await context.newPage();
  await other.goto(`${server.url}/settings`);
  await other.getByRole("button", { name: "Remove" }).click();
  await other.getByRole("button", { name: `Really remove ${SECRET.name}?` }).click();
  await other.getByRole("dialog", { name: "Admin needed" }).waitFor();
}, 30_000);

test("F69: the dialog says how presence is proven, and a link pasted into its tab answers it", async () => {
  await using visited = await visit(browser, server.url, { isNew: true });
  const { page } = visited;
  await page.getByLabel("How much to ask").selectOption("auto");
  await page.getByLabel("Message").fill("what time is it");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Admin needed" });
  await dialog.getByText("npx capstan console --admin", { exact: true }).waitFor();
  await dialog.getByText("npm run -s capstan -- console --admin", { exact: true }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  const link = await server.signInLink(true);
  await page.evaluate(`location.assign(${JSON.stringify(link)})`);
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("assistant · ask an admin").waitFor();
}, 30_000);
