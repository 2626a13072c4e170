import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../../../rig/chromium.ts";
import { longTest } from "../../runs.ts";
import { ADMIN_KEY, type Console, startConsole } from "./console-server.ts";
import { type Browser, visit } from "./visit.ts";

let browser: Browser;
let server: Console;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchChromium(), startConsole({ plays: { Go: [] } })]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test("E8, E43: an agent is made: found, put in order by keyboard, configured, previewed and saved", async () => {
  await using visited = await visit(browser, `${server.url}/agents`);
  const { page, complaints } = visited;
  await page.getByRole("link", { name: "New agent" }).click();
  await page.getByLabel("Name").fill("porter");
  await page.getByRole("textbox", { name: "System prompt" }).fill("You open doors.");
  for (const name of ["Task Management", "Front desk"]) {
    await page.getByLabel("Search for more").fill(name);
    await page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
  }
  await page.getByLabel("Search for more").fill("sandbox");
  await page.getByRole("button", { name: /^Sandbox/ }).click();
  const preview = page.getByRole("region", { name: "Preview: what a model is sent" });
  await preview.getByText("You can run code safely in a sandbox").waitFor();
  await page.getByRole("button", { name: "Remove Sandbox" }).click();
  await preview.getByText("You can keep a list of tasks").waitFor();

  await page.getByRole("button", { name: "Move Front desk up" }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await page.getByText("desk is now number 1 of 2.").waitFor();
  await page.getByText("Version and configuration").click();
  await page.getByLabel("copies").fill("two");
  await page.getByText("copies must be a whole number.").waitFor();
  await page.getByLabel("copies").fill("2");
  await page.getByLabel("signature").fill("The porter");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("button", { name: "Saved" }).waitFor();
  await preview.getByText("6 tools").waitFor();
  const { items } = await server.call<{ items: Record<string, unknown>[] }>("GET", "/v1/agents");
  expect(items.find(({ name }) => name === "porter")).toMatchObject({
    system_prompt: "You open doors.",
    capabilities: [
      { id: "desk", config: { copies: 2, signature: "The porter" } },
      "stateless_todo_list",
    ],
  });
  expect(complaints).toEqual([]);
}, 30_000);

longTest(
  "capabilities change places by dragging",
  async () => {
    await using visited = await visit(browser, `${server.url}/agents/${server.agentId}`);
    const { page } = visited;
    const rows = page.getByRole("region", { name: "Capabilities" }).locator("ol > li");
    await rows.nth(2).dragTo(rows.nth(0));
    await expect
      .poll(() => rows.nth(0).textContent(), { timeout: 5_000 })
      .toContain("Current Time");
    await page.getByRole("button", { name: "Save" }).waitFor();
  },
  30_000,
);

test("I35: a tool is tried from its schema, asks first, runs, and its story is told", async () => {
  await using visited = await visit(browser, `${server.url}/catalog`);
  const { page, complaints } = visited;
  await page.getByLabel("Search capabilities and tools").fill("letters");
  await page.getByRole("link", { name: /Front desk/ }).click();
  await page.locator("summary").getByText("Send letter").click();
  const form = page.getByRole("region", { name: "Try it" });
  await form.getByLabel("to", { exact: true }).fill("ada@example.com");
  await form.getByLabel("body").fill("Good day");
  await form.getByRole("button", { name: "Call it" }).click();
  await form.getByText("1 call waits for you").waitFor();
  expect(server.sent).toEqual([]);
  await form.getByRole("button", { name: "Run", exact: true }).click();
  await form.getByRole("region", { name: "Outcome" }).waitFor();
  expect(server.sent).toEqual(["ada@example.com: Good day"]);
  await form.getByRole("link", { name: "Its whole story" }).click();
  for (const words of [
    "Someone was asked",
    "The question was answered",
    "A call began",
    "A call ended",
  ]) {
    await page.getByRole("heading", { name: words }).waitFor();
  }
  await page.getByText("owner said: approved.").waitFor();
  await page
    .getByText(/Rule “profile.risk.+decided: ask/)
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
}, 30_000);

test("F66: a call that was erased with its session is told as erased, and offers no proof", async () => {
  const { id } = await server.call<{ id: string }>("POST", "/v1/sessions", {});
  const inputs = { a: 2, b: 3 };
  const call = `/v1/tools/builtin:test_math:multiply/invoke`;
  await server.call("POST", call, { inputs, session_id: id });
  await server.call("DELETE", `/v1/sessions/${id}`);
  await using visited = await visit(browser, `${server.url}/catalog/test_math`);
  const { page, complaints } = visited;
  await page.locator("summary").getByText("Multiply").click();
  await page.getByRole("link", { name: /Erased.*owner/ }).click();
  await page.getByRole("heading", { name: "A call ended" }).waitFor();
  await page.getByText("Erased with its session; the chain still holds.").first().waitFor();
  expect(await page.getByText(/It came to|undefined/).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Save a proof" }).count()).toBe(0);
  expect(await page.getByRole("link", { name: "Go to its session" }).count()).toBe(0);
  expect(complaints).toEqual([]);
}, 30_000);

longTest(
  "P41: the audit is filtered, its chain checked, and a rule is tried on what has happened",
  async () => {
    await server.call("POST", "/v1/tools/builtin:test_math:add/invoke", { inputs: { a: 1, b: 2 } });
    await using visited = await visit(browser, `${server.url}/audit`);
    const { page, complaints } = visited;
    await page.getByText(/Every chain holds/).waitFor();
    await page.getByLabel("Tool").selectOption("builtin:test_math:add");
    await page.locator("summary").getByText("A call ended").first().click();
    await page.getByText("profile.risk").first().waitFor();
    expect(page.url()).toContain("tool=builtin");

    await page.getByRole("link", { name: "Policy" }).click();
    await page.getByRole("heading", { level: 1, name: "Policy" }).waitFor();
    await page.getByLabel("Tool").selectOption("builtin:desk:remove_room");
    await page.getByLabel("room").fill("9");
    await page.getByRole("button", { name: "Explain" }).click();
    await page.getByText("Asks an admin").first().waitFor();
    const draft = page.getByLabel("Draft, in Cedar");
    await draft.fill("forbid (principal, action, resource == ;");
    await page.getByRole("button", { name: "Replay" }).click();
    await page.getByText(/Line 1/).waitFor();
    await draft.fill(
      '@id("x") @reason("No sums.") forbid (principal, action, resource == Tool::"builtin:test_math:add");',
    );
    await page.getByRole("button", { name: "Replay" }).click();
    await page.getByText(/decided again/).waitFor();
    await page.getByText("No sums.").first().waitFor();
    expect(complaints.filter((text) => !text.includes("422"))).toEqual([]);
  },
  30_000,
);

test("F69: the halt is set without a key and lifted with the admin's, and every page says so", async () => {
  await using visited = await visit(browser, `${server.url}/policy`);
  const { page } = visited;
  await page.getByLabel("Why").fill("a drill");
  await page.getByRole("button", { name: "Stop now" }).click();
  await page.getByText("Everything is stopped by owner: a drill").waitFor();
  await page.getByRole("button", { name: "Resume" }).click();
  const dialog = page.getByRole("dialog", { name: "Admin needed" });
  await dialog.getByLabel("Admin key").fill(ADMIN_KEY);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Stop now" }).waitFor();
}, 30_000);

longTest(
  "a session is renamed, forked and deleted; the keys are listed",
  async () => {
    const id = await server.say("Go on");
    await using visited = await visit(browser, `${server.url}/sessions/${id}`);
    const { page } = visited;
    await page.getByRole("button", { name: "More about this session" }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.getByLabel("Title").fill("A better name");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "A better name" }).waitFor();
    await page.getByRole("button", { name: "More about this session" }).click();
    await page.getByRole("menuitem", { name: "Fork from here" }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(id));
    await page.getByText("Done.").waitFor();
    await page.getByRole("button", { name: "More about this session" }).click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("heading", { level: 1, name: "Sessions" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
  },
  30_000,
);
