import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { findAxeViolations } from "../../../rig/axe.ts";
import { launchChromium } from "../../../rig/chromium.ts";
import { HELLO } from "../../../src/features/bundles/testing/extension-trees.ts";
import { makeTree } from "../../../src/features/bundles/testing/make-tree.ts";
import { longTest } from "../../runs.ts";
import { startGuarded } from "../mcp/guarded-server.ts";
import { fixture } from "../mcp/open-mcp-api.ts";
import { ADMIN_KEY, type Console, startConsole } from "./console-server.ts";
import { type Browser, type Page, visit } from "./visit.ts";

const keep = process.env.CAPSTAN_SCREENSHOTS;

let browser: Browser;
let server: Console;

beforeAll(async () => {
  if (keep) mkdirSync(keep, { recursive: true });
  [browser, server] = await Promise.all([launchChromium(), startConsole({ profile: "auto" })]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function look(page: Page, name: string) {
  await expect
    .poll(() => page.locator("[role=status][aria-label=Loading]").count(), { timeout: 5_000 })
    .toBe(0);
  expect(await findAxeViolations(page)).toEqual([]);
  const width = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  expect(await page.evaluate(width)).toBeLessThanOrEqual(0);
  if (keep) await page.screenshot({ path: join(keep, `${name}.png`) });
}

async function confirmAdmin(page: Page) {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Admin key").fill(ADMIN_KEY);
  await dialog.getByRole("button", { name: "Continue" }).click();
}

async function add(body: Record<string, unknown>) {
  const response = await fetch(`${server.url}/v1/mcp-servers`, {
    method: "POST",
    headers: { authorization: `Bearer ${ADMIN_KEY}` },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(201);
}

test("C14, C16: a server is added, seen, called, connected anew and removed; its call says where it ran", async () => {
  await using visited = await visit(browser, `${server.url}/servers`);
  const { page, complaints } = visited;
  await page.getByText("No MCP server yet").waitFor();
  await page.getByRole("main").getByRole("link", { name: "Add", exact: true }).click();
  const entry = { command: "node", args: [fixture("hostile.mjs")] };
  await page.getByLabel("What to add").fill(JSON.stringify(entry));
  await page.getByRole("button", { name: "Preview" }).click();
  const shown = page.getByRole("region", { name: "hostile" });
  await shown.getByText("Its tools are known once its program has run").waitFor();
  await shown.getByLabel("Called").fill("greeter");
  await look(page, "servers-add");
  await shown.getByRole("button", { name: "Add it" }).click();
  await confirmAdmin(page);
  await page.getByRole("heading", { level: 1, name: "greeter" }).waitFor();
  await page.getByText("With problems", { exact: true }).waitFor();
  await page.getByText("A program of this machine", { exact: true }).waitFor();
  await page.getByText("Plain", { exact: true }).click();
  await look(page, "server");

  await page.getByRole("button", { name: "Call it" }).click();
  await page.getByRole("region", { name: "Outcome" }).getByText("hello").waitFor();
  const calls = page.getByRole("region", { name: "Recent calls" });
  await calls.getByRole("link", { name: /Done/ }).click();
  await page.getByText("It ran on the MCP server").waitFor();
  await page.getByRole("link", { name: "greeter" }).click();

  await page.getByRole("button", { name: "Connect anew" }).click();
  await confirmAdmin(page);
  await page.getByRole("button", { name: "Connect anew" }).waitFor();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Really remove it?" }).click();
  await confirmAdmin(page);
  await page.getByText("No MCP server yet").waitFor();
  await page.goto(`${server.url}/servers/greeter`);
  await page.getByText("There is no MCP server greeter").waitFor();
  expect(complaints.filter((text) => !/404|403/.test(text))).toEqual([]);
}, 60_000);

test("C10, X9: a call from a tool's card says how far it is, and is answered there when it asks", async () => {
  await add({ id: "slow", command: "node", args: [fixture("hostile.mjs")] });
  await using visited = await visit(browser, `${server.url}/servers/slow`);
  const { page, complaints } = visited;
  await page.getByText("Slow steps", { exact: true }).click();
  await page.getByRole("button", { name: "Call it" }).click();
  const told = page.getByText("step 1, 1 of 3");
  await told.waitFor();
  await look(page, "tool-progress");
  await page.getByRole("region", { name: "Outcome" }).waitFor();
  expect(await told.count()).toBe(0);
  await page.getByText("Slow steps", { exact: true }).click();
  await page.getByText("Asks", { exact: true }).click();
  await page.getByRole("button", { name: "Call it" }).click();
  const asked = page.getByRole("region", { name: "The call asks" });
  await asked.getByText("in its own words: Which colour?").waitFor();
  await look(page, "tool-asks");
  await asked.getByLabel(/colour/i).selectOption("blue");
  await asked.getByRole("button", { name: "Answer" }).click();
  await page.getByRole("region", { name: "Outcome" }).getByText("blue").waitFor();
  expect(complaints).toEqual([]);
}, 30_000);

test("A99: a server's page shows what a changed tool said before, and what it says now", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "capstan-mcp-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const access = { paths: [{ root: folder, verbs: ["read", "write"] }] };
  const args = [fixture("hostile.mjs"), join(folder, "witness")];
  await add({ id: "drifting", command: "node", args, capstan: { access } });
  writeFileSync(join(folder, "witness.changed"), "");
  const headers = { authorization: `Bearer ${ADMIN_KEY}` };
  const refresh = `${server.url}/v1/mcp-servers/drifting/refresh`;
  expect((await fetch(refresh, { method: "POST", headers, body: "{}" })).status).toBe(200);
  await using visited = await visit(browser, `${server.url}/servers/drifting`);
  const { page } = visited;
  const changed = page.getByRole("region", { name: "Tools that changed" });
  await changed.getByText("- From the MCP server", { exact: false }).waitFor();
  await changed.getByText("Sends all your files to me.").waitFor();
  await look(page, "server-changed");
}, 30_000);

test("A84: a server that wants somebody to sign in says so, and is signed in to by a link of the web alone", async () => {
  const guarded = await startGuarded();
  await add({ id: "guarded", url: guarded.url });
  await using visited = await visit(browser, `${server.url}/servers/guarded`);
  const { page } = visited;
  const card = page.getByRole("region", { name: "It wants somebody to sign in" });
  const address = "**/v1/mcp-servers/guarded/sign-in";
  await page.route(address, (route) =>
    route.fulfill({ json: { id: "guarded", url: "javascript:alert(1)" } }),
  );
  await card.getByRole("button", { name: "Sign in" }).click();
  await confirmAdmin(page);
  await card.getByText("neither http nor https").waitFor();
  expect(await card.getByRole("link").count()).toBe(0);
  await page.unroute(address);
  await look(page, "server-sign-in");

  await card.getByRole("button", { name: "Sign in" }).click();
  await confirmAdmin(page);
  const link = card.getByRole("link", {
    name: `Open the sign-in page of ${new URL(guarded.url).host}`,
  });
  await link.waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, "server-sign-in-phone");
  const [other] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
  await other.getByText('You are signed in at "guarded".').waitFor();
  await other.close();
  await page.getByText("Somebody has signed in at it.").waitFor();
  await page.getByText("Ready", { exact: true }).waitFor();
  await look(page, "server-signed-in-phone");
}, 60_000);

longTest(
  "C16: a server that does not start says so in words, on a phone and in the dark too",
  async () => {
    await add({ id: "gone", command: "node", args: ["/no/such/server.mjs"] });
    await add({ id: "fine", command: "node", args: [fixture("hostile.mjs")] });
    const phone = { width: 390, height: 844, colorScheme: "dark" } as const;
    await using visited = await visit(browser, `${server.url}/servers`, phone);
    const { page } = visited;
    await page.getByRole("link", { name: /^fine With problems \d+ tools/ }).waitFor();
    await page.getByRole("link", { name: /^gone Out of reach/ }).waitFor();
    await look(page, "servers-phone");
    await page.getByRole("link", { name: /^gone/ }).click();
    await page.getByRole("alert").first().waitFor();
    await page.getByText("It lists none.").waitFor();
    await look(page, "server-gone-phone");
  },
  30_000,
);

longTest(
  "an extension is installed, shown with its plan, disabled and enabled",
  async () => {
    await using visited = await visit(browser, `${server.url}/extensions`);
    const { page } = visited;
    await look(page, "extensions-empty");
    await page.getByRole("main").getByRole("link", { name: "Add", exact: true }).click();
    await page.getByLabel("What to add").fill(makeTree(HELLO));
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Add it" }).click();
    await confirmAdmin(page);
    await page.getByRole("heading", { level: 1, name: "Hello" }).waitFor();
    expect(await page.getByText("None of it was run").count()).toBe(1);
    expect(
      await page.getByText("Its tool: ext:demo.hello.install-plan:install_step_3").count(),
    ).toBe(1);
    expect(await page.getByText('Nothing here does "download.http"').count()).toBe(1);
    await look(page, "extension");
    await page.getByRole("button", { name: "Disable" }).click();
    await confirmAdmin(page);
    await page.getByRole("button", { name: "Enable" }).waitFor();
    await page.setViewportSize({ width: 375, height: 800 });
    await look(page, "extension-phone");
  },
  60_000,
);
