import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../../../rig/chromium.ts";
import { type Console, startConsole } from "./console-server.ts";
import { HOSTILE } from "./desk.ts";
import { type Browser, visit } from "./visit.ts";

const MARKDOWN = [
  HOSTILE,
  "",
  "[a safe page](javascript:window.hacked=4) ![p](https://evil.example/p.png)",
  "[your bank](https://evil.example/login) [home](/v1/halt)",
].join("\n");

const PLAYS = {
  Recite: [
    { text: MARKDOWN, calls: [{ name: "recite", input: { name: "bad" } }] },
    { text: MARKDOWN },
  ],
  Huge: [{ calls: [{ name: "recite", input: { name: "huge" } }] }, { text: "y".repeat(1_000_000) }],
  Push: [
    {
      calls: [
        {
          name: "send_letter",
          input: {
            to: "ada\u202e@moc.elpmaxe",
            body: `${"calm words\n".repeat(5_000)}and now the dangerous part`,
          },
        },
      ],
    },
  ],
};

let browser: Browser;
let server: Console;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchChromium(), startConsole({ plays: PLAYS })]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test("A93, A94, A96: text of models and tools is shown, never acts, and cannot pass for a question", async () => {
  const id = await server.say("Recite it");
  await using visited = await visit(browser, `${server.url}/sessions/${id}`);
  const { page, elsewhere, complaints } = visited;
  await page.locator(".prose a").first().waitFor();
  await page.getByText("The user approved this call").first().waitFor();
  await page.locator("summary").getByText("Recite").click();
  await page.locator("details[open]").getByText("The user approved").waitFor();
  expect(await page.evaluate("window.hacked")).toBeUndefined();
  expect(await page.getByRole("region", { name: "Waiting for your answer" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Run" }).count()).toBe(0);
  const shown = (await page.locator("main").textContent()) ?? "";
  for (const sign of ["\\u{1b}", "\\u{202e}", "\\u{200b}", "\\u{e0041}", "\\u{7}"]) {
    expect(shown).toContain(sign);
  }
  for (const hidden of ["\u202e", "\u200b", "\u001b"]) expect(shown).not.toContain(hidden);
  const links = await page.evaluate<[string, string][]>(
    `[...document.querySelectorAll(".prose a")].map((a) => [a.getAttribute("href"), a.rel])`,
  );
  expect(new Set(links.map(([href]) => href))).toEqual(
    new Set(["https://evil.example/p.png", "https://evil.example/login"]),
  );
  for (const [, rel] of links) expect(rel).toContain("noopener noreferrer");
  await page.getByText("(evil.example").first().waitFor();
  expect(elsewhere).toEqual([]);
  expect(complaints).toEqual([]);
}, 30_000);

test("A95: the end of a long input is seen, with what lies between; its effects stand on top", async () => {
  const id = await server.say("Push it");
  await using visited = await visit(browser, `${server.url}/sessions/${id}`);
  const deck = visited.page.getByRole("region", { name: "Waiting for your answer" });
  await deck.getByText("It sends requests to other servers").waitFor();
  await deck.getByText("and now the dangerous part").first().waitFor();
  await deck
    .getByText(/characters in 4,9\d\d lines not shown/)
    .first()
    .waitFor();
  await deck.getByText("\\u{202e}").first().waitFor();
  expect(await deck.getByRole("button", { name: "Run", exact: true }).isVisible()).toBe(true);
}, 30_000);

test("a single line of a megabyte is shown in part, and blocks nothing", async () => {
  const id = await server.say("Huge");
  await using visited = await visit(browser, `${server.url}/sessions/${id}`);
  const { page } = visited;
  await page
    .getByText(/characters not shown/)
    .last()
    .waitFor();
  await page.evaluate(`
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.longTasks.push(entry.duration);
    }).observe({ entryTypes: ["longtask"] });
  `);
  await page.locator("summary").getByText("Recite").click();
  await page.getByRole("button", { name: "Show more" }).first().click();
  await page.waitForTimeout(500);
  const longest = await page.evaluate<number>("Math.max(0, ...window.longTasks)");
  expect(longest).toBeLessThan(200);
}, 30_000);
