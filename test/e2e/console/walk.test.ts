import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findAxeViolations } from "../../../rig/axe.ts";
import { launchChromium } from "../../../rig/chromium.ts";
import { ADMIN_KEY, type Console, KEY, startConsole } from "./console-server.ts";
import { type Browser, visit } from "./visit.ts";

const run = promisify(execFile);

/** What comes to the mind of those who are new here, and where it leads them. */
let browser: Browser;
let server: Console;

beforeAll(async () => {
  const plays = { "What is": [{ text: "It is 391." }] };
  [browser, server] = await Promise.all([launchChromium(), startConsole({ plays })]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test("E43, E65: a tool of one's own is checked, added, put on an agent, talked to, and removed", async () => {
  await using visited = await visit(browser, server.url);
  const { page, complaints } = visited;
  await page.getByRole("link", { name: "Everything it can do" }).click();
  await page.getByRole("main").getByRole("link", { name: "Add", exact: true }).click();
  await page.getByRole("button", { name: "Start from an example" }).click();
  const manifest = page.getByLabel("What to add");
  const sample = await manifest.inputValue();
  const look = page.getByRole("button", { name: "Preview" });
  await manifest.fill(sample.replace(":", ""));
  await look.click();
  await page.getByRole("alert").getByText("JSON").waitFor();
  await manifest.fill(sample.replace('"GET"', '"FETCH"'));
  await look.click();
  await page.getByText("tools.0.http.method").waitFor();
  await manifest.fill(sample);
  await look.click();
  const shown = page.getByRole("region", { name: "Tickets" });
  await shown.getByText("the host desk.example.com").waitFor();
  await shown.getByText("Reads a ticket.").waitFor();
  await shown.getByRole("button", { name: "Add it" }).click();
  await page.getByRole("heading", { level: 1, name: "Tickets" }).waitFor();
  const touches = page.getByRole("region", { name: "What it may touch" });
  await touches.getByText("It sends requests to other servers").waitFor();
  const capability = page.url();

  await page.goto(`${server.url}/agents/new`);
  await page.getByLabel("Name").fill("helpdesk");
  await page.getByLabel("Search for more").fill("tickets");
  await page.getByRole("button", { name: /^Tickets/ }).click();
  const preview = page.getByRole("region", { name: "Preview: what a model is sent" });
  await preview.getByText("Tickets are numbered.").waitFor();
  await preview.getByText("read_ticket").waitFor();
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("link", { name: "New session with it" }).click();
  await page.getByLabel("Message").fill("What is it?");
  await page.keyboard.press("Enter");
  await page.getByText("helpdesk · ask before anything risky").waitFor();

  await page.goto(capability);
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Really remove it?" }).click();
  await page.getByRole("alert").getByText("helpdesk").waitFor();
  expect(complaints.filter((text) => !/422|409|400/.test(text))).toEqual([]);
}, 30_000);

test("a program is shown how to call, and the example runs as it stands", async () => {
  await using visited = await visit(browser, `${server.url}/keys`);
  const example = await visited.page.locator("pre").nth(1).textContent();
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", example ?? ""], {
    env: { CAPSTAN_API_KEY: KEY },
    timeout: 15_000,
  });
  expect(stdout).toBe("It is 391.\n");
}, 20_000);

test("X36: an admin sees who has keys, gives one out that is shown once, and revokes it", async () => {
  await using visited = await visit(browser, `${server.url}/keys`);
  const { page } = visited;
  await page.getByLabel("A new key for").fill("nightly");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByLabel("Admin key").fill(ADMIN_KEY);
  await page.getByLabel("Stay admin in this tab").check();
  await page.getByRole("button", { name: "Continue" }).click();
  const key = (await page.locator("code", { hasText: /^cap_/ }).textContent()) ?? "";
  const call = () =>
    fetch(`${server.url}/v1/tools`, { headers: { authorization: `Bearer ${key}` } });
  expect((await call()).status).toBe(200);
  await page.getByRole("button", { name: "Show the keys" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "nightly" });
  await row.waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await row.getByRole("button", { name: "Revoke" }).click();
  await row.getByRole("button", { name: "Really end nightly’s key?" }).click();
  await row.getByText("revoked").waitFor();
  expect((await call()).status).toBe(401);
  await page.goto(`${server.url}/audit`);
  await page.getByLabel("What").selectOption("changes");
  const records = page.locator("ol > li");
  await records.filter({ hasText: "A key was revoked" }).waitFor();
  expect(await records.filter({ hasText: "A session" }).count()).toBe(0);
}, 20_000);

test("everything is stopped from any page, and a session says why it stands still", async () => {
  await using visited = await visit(browser, `${server.url}/catalog`);
  const { page } = visited;
  await page.getByRole("button", { name: "Stop everything" }).click();
  await page.getByRole("button", { name: "Stop now" }).click();
  await page.getByText("Everything is stopped by owner").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "New session" }).click();
  await page.getByLabel("Message").fill("What is 17 times 23?");
  await page.keyboard.press("Enter");
  await page.getByText("It continues when an admin resumes.").waitFor();
  await page.getByRole("button", { name: "Stop everything" }).click();
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByLabel("Admin key").fill(ADMIN_KEY);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("It is 391.").waitFor();
}, 20_000);
