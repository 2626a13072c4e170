import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { findAxeViolations } from "../../../rig/axe.ts";
import { launchChromium } from "../../../rig/chromium.ts";
import { makeTree } from "../../../src/features/bundles/testing/make-tree.ts";
import { makeZip } from "../../../src/features/bundles/testing/make-zip.ts";
import { helloTree, packTree } from "../hub/hub-homes.ts";
import { fixture } from "../mcp/open-mcp-api.ts";
import { ADMIN_KEY, type Console, startConsole } from "./console-server.ts";
import { type Browser, type Page, visit } from "./visit.ts";

let browser: Browser;
let server: Console;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchChromium(), startConsole()]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function confirmAdmin(page: Page) {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Admin key").fill(ADMIN_KEY);
  await dialog.getByRole("button", { name: "Continue" }).click();
}

async function look(page: Page) {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 860 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    expect(await findAxeViolations(page)).toEqual([]);
  }
}

const zipFile = (tree: Record<string, string | Uint8Array>) => {
  const folder = mkdtempSync(join(tmpdir(), "capstan-add-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "notes.zip");
  writeFileSync(path, makeZip(Object.entries(tree).map(([name, content]) => ({ name, content }))));
  return path;
};

test("F71: a folder is told for what it is, and is added only then; the list has the same way in", async () => {
  await using visited = await visit(browser, `${server.url}/skills`);
  const { page, complaints } = visited;
  await page.getByRole("main").getByRole("link", { name: "Add", exact: true }).click();
  const field = page.getByLabel("What to add");
  await field.fill("/nowhere/at/all");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("no such folder").waitFor();
  expect(await field.inputValue()).toBe("/nowhere/at/all");

  await field.fill(makeTree(helloTree()));
  await page.keyboard.press("Enter");
  const shown = page.getByRole("region", { name: "hello", exact: true });
  await shown.getByText("Skill", { exact: true }).waitFor();
  await shown.getByRole("region", { name: "1 tool" }).getByText("Medium risk").waitFor();
  await shown.getByRole("region", { name: "What it may reach" }).waitFor();
  await look(page);
  const isThere = async () => {
    const { items } = await server.call<{ items: { id: string }[] }>(
      "GET",
      "/v1/capabilities?limit=2000",
    );
    return items.some(({ id }) => id === "skill:hello");
  };
  expect(await isThere()).toBe(false);
  await shown.getByRole("button", { name: "Add it" }).click();
  await confirmAdmin(page);
  await page.getByRole("heading", { level: 1, name: "hello" }).waitFor();
  expect(page.url()).toBe(`${server.url}/skills/hello`);
  expect(await isThere()).toBe(true);
  // The browser itself reports the answers that are refusals.
  expect(complaints.filter((text) => !/422|403/.test(text))).toEqual([]);
}, 30_000);

test("F71: a zip of the person's own machine is chosen or dropped, shown and added", async () => {
  await using visited = await visit(browser, `${server.url}/add`);
  const { page } = visited;
  await page.getByLabel("A zip to add").setInputFiles(zipFile(packTree()));
  await page.getByText("notes.zip").waitFor();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.evaluate(`{
    const zip = new File([Uint8Array.from(${JSON.stringify([80, 75, 3, 4])})], "bad.zip");
    const data = new DataTransfer();
    data.items.add(zip);
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
  }`);
  await page.getByText("bad.zip").waitFor();
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("alert").waitFor();
  await page.getByLabel("A zip to add").setInputFiles(zipFile(packTree()));
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByText("Pack", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Add it" }).click();
  await page.waitForURL(`${server.url}/packs/notes`);
}, 30_000);

test("F71: of several servers in one mcp.json one is chosen, and called as one wants", async () => {
  await using visited = await visit(browser, `${server.url}/add`);
  const { page } = visited;
  const entry = { command: "node", args: [fixture("modern-stdio.mjs")] };
  const servers = { mcpServers: { one: entry, two: entry } };
  await page.getByLabel("What to add").fill(JSON.stringify(servers, null, 2));
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByLabel("Which one").selectOption("two");
  const shown = page.getByRole("region", { name: "two", exact: true });
  await shown.getByText("MCP server", { exact: true }).waitFor();
  expect(await shown.getByLabel("Called").inputValue()).toBe("two");
  await shown.getByRole("button", { name: "Add it" }).click();
  await confirmAdmin(page);
  await page.getByRole("heading", { level: 1, name: "two" }).waitFor();
}, 40_000);
