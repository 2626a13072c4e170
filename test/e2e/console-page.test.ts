import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../../rig/chromium.ts";

const PUBLIC = resolve(import.meta.dirname, "../../web/public");
const CONTENT_TYPES = new Map([
  [".html", "text/html; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
  [".svg", "image/svg+xml"],
]);
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'";

/** Set CAPSTAN_SCREENSHOTS to a folder to keep the pictures and look at them. */
const keep = process.env.CAPSTAN_SCREENSHOTS;
const screenshots = keep ?? mkdtempSync(join(tmpdir(), "capstan-console-page-"));

let browser: Awaited<ReturnType<typeof launchChromium>>;
let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const file = join(PUBLIC, request.url === "/" ? "index.html" : (request.url ?? ""));
    const found = existsSync(file);
    response.writeHead(found ? 200 : 404, {
      "content-security-policy": POLICY,
      "content-type": CONTENT_TYPES.get(extname(file)) ?? "text/plain",
      "x-content-type-options": "nosniff",
    });
    response.end(found ? readFileSync(file) : "");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
  await new Promise((closed) => server.close(closed));
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
