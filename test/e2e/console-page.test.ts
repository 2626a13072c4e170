import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../../rig/chromium.ts";
import { startLive } from "../live-server.ts";

/** Set CAPSTAN_SCREENSHOTS to a folder to keep the pictures and look at them. */
const keep = process.env.CAPSTAN_SCREENSHOTS;
const screenshots = keep ?? mkdtempSync(join(tmpdir(), "capstan-console-page-"));

let browser: Awaited<ReturnType<typeof launchChromium>>;
let live: Awaited<ReturnType<typeof startLive>>;

beforeAll(async () => {
  live = await startLive();
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
  await live?.stop();
  if (!keep) rmSync(screenshots, { recursive: true, force: true });
});

test.each([
  { width: 360, colorScheme: "light" },
  { width: 360, colorScheme: "dark" },
  { width: 1280, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
] as const)("the console page is whole at $width px, $colorScheme", async (look) => {
  const { width, colorScheme } = look;
  await using context = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme,
  });
  const origin = live.url;
  const page = await context.newPage();
  const complaints: string[] = [];
  const elsewhere: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("requestfailed", (request) => complaints.push(`failed: ${request.url()}`));
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== origin) elsewhere.push(request.url());
  });

  await page.goto(origin, { waitUntil: "networkidle" });
  await page.screenshot({ path: join(screenshots, `${width}-${colorScheme}.png`), fullPage: true });

  expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
  expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(width);
  expect(await page.evaluate<string>("getComputedStyle(document.body).backgroundColor")).toBe(
    colorScheme === "dark" ? "rgb(20, 24, 29)" : "rgb(248, 247, 244)",
  );
  expect(complaints).toEqual([]);
  expect(elsewhere).toEqual([]);
});
