import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../../../rig/chromium.ts";
import type { Message } from "../../../src/schema/message.ts";
import { type Console, startConsole } from "./console-server.ts";
import { type Browser, visit } from "./visit.ts";

const KB = 1_000;
const DIST = join(import.meta.dirname, "../../../web/dist");
const MESSAGES = 5_000;

let browser: Browser;
let server: Console;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchChromium(), startConsole({ plays: { Go: [] } })]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test("the first page loads less than 250 kB of JavaScript, compressed, and is ready within a second", async () => {
  // The machine does other things too: the best of three is what the page needs.
  const ready: number[] = [];
  for (let round = 0; round < 3 && Math.min(...ready) >= 1_000; round += 1) {
    await using visited = await visit(browser, `${server.url}/healthz`, { isNew: true });
    const { page } = visited;
    const sizes: number[] = [];
    page.on("response", (response) => {
      const [, name] = /\/assets\/(.+\.js)$/.exec(response.url()) ?? [];
      if (!name) return;
      sizes.push(statSync(join(DIST, "assets", `${name}.gz`)).size);
      expect(response.headers()["content-encoding"]).toBe("gzip");
    });
    const started = performance.now();
    await page.goto(server.url);
    await page.getByLabel("Message").fill("ready");
    ready.push(performance.now() - started);
    const size = sizes.reduce((sum, it) => sum + it, 0);
    expect(size).toBeGreaterThan(50 * KB);
    expect(size).toBeLessThan(250 * KB);
    if (process.env.CAPSTAN_FIGURES) process.stdout.write(`${size} bytes, ${ready} ms\n`);
  }
  expect(Math.min(...ready)).toBeLessThan(1_000);
}, 30_000);

test("no file of the console names another host to load from", () => {
  for (const name of readdirSync(join(DIST, "assets"))) {
    if (!/\.(js|css)$/.test(name)) continue;
    const text = readFileSync(join(DIST, "assets", name), "utf8");
    expect(text).not.toMatch(/(import\(|src=|url\()["']?https?:/);
  }
});

test("a session of 5,000 messages opens at its end and scrolls without freezing", async () => {
  const { id } = await server.call("POST", "/v1/sessions", { agent_id: server.agentId });
  await server.fill(Array.from({ length: MESSAGES }, (_, at) => messageAt(id, at)));
  await using visited = await visit(browser, `${server.url}/healthz`, { isNew: true });
  const { page } = visited;
  await page.addInitScript(`
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.longTasks.push(entry.duration);
    }).observe({ entryTypes: ["longtask"] });
  `);
  await page.goto(`${server.url}/sessions/${id}`);
  await page.getByText(`Answer ${MESSAGES - 1}.`).waitFor();
  const list = page.getByRole("region", { name: "Conversation" });
  // The machine does other things too: the best of three is what the page needs.
  const longest: number[] = [];
  for (let round = 0; round < 3 && Math.min(...longest) >= 100; round += 1) {
    await page.waitForTimeout(500);
    await page.evaluate("window.longTasks.length = 0");
    await list.hover();
    for (let turn = 0; turn < 40; turn += 1) {
      await page.mouse.wheel(0, -900);
      await page.waitForTimeout(30);
    }
    await page.evaluate(`document.querySelector("[aria-label=Conversation]").scrollTo({ top: 0 })`);
    await page.getByText("Question 0.").waitFor();
    expect(await list.locator("[data-index]").count()).toBeLessThan(60);
    longest.push(await page.evaluate<number>("Math.max(0, ...window.longTasks)"));
    await page.getByRole("button", { name: "To the newest" }).click();
    await page.getByText(`Answer ${MESSAGES - 1}.`).waitFor();
  }
  if (process.env.CAPSTAN_FIGURES) process.stdout.write(`longest tasks: ${longest} ms\n`);
  expect(Math.min(...longest)).toBeLessThan(100);
}, 60_000);

function messageAt(sessionId: string, at: number): Message {
  const isUser = at % 2 === 0;
  const content = isUser
    ? `Question ${at}. What about this?`
    : `Answer ${at}.\n\n- one **bold** thing\n- \`code\` here\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n${"A longer paragraph of plain words. ".repeat(at % 7)}`;
  return {
    id: `msg_${at}`,
    sessionId,
    turn: Math.floor(at / 2) + 1,
    position: at % 2,
    role: isUser ? "user" : "assistant",
    content,
    createdAt: new Date(1_790_000_000_000 + at * 1_000).toISOString(),
  };
}
