import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../../../rig/chromium.ts";
import { startRemoteWitness } from "../../remote-witness.ts";
import { ADMIN_KEY, type Console, startConsole } from "./console-server.ts";
import { type Browser, type Page, visit } from "./visit.ts";

const letter = (to: string) => ({ name: "send_letter", input: { to, body: `Dear ${to}` } });

const PLAYS = {
  Three: [
    { text: "Three letters.", calls: ["ada", "bob", "cyd"].map(letter) },
    { text: "All sent." },
  ],
  Everyone: [{ calls: [letter("everyone")] }, { text: "Sent." }],
  Remove: [{ calls: [{ name: "remove_room", input: { room: "7" } }] }, { text: "Removed." }],
  Note: [{ calls: [{ name: "note", input: { line: "hello" } }] }, { text: "Noted." }],
};

let browser: Browser;
let server: Console;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchChromium(), startConsole({ plays: PLAYS })]);
}, 60_000);

afterEach(async () => {
  const { items } = await server.call<{ items: { id: string }[] }>(
    "GET",
    "/v1/approvals?state=pending",
  );
  for (const { id } of items) await server.call("POST", `/v1/approvals/${id}/deny`, {});
  server.sent.length = 0;
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const deck = (page: Page) => page.getByRole("region", { name: "Waiting for your answer" });

test("P6, P26, P27: three calls run one by one by clicking, and not before", async () => {
  const id = await server.say("Three letters, please.");
  await using visited = await visit(browser, `${server.url}/sessions/${id}`);
  const { page, complaints } = visited;
  await deck(page).getByText("3 calls wait for you").waitFor();
  await deck(page).getByText("Sends a letter by mail. It cannot be called back.").waitFor();
  await deck(page).getByText("It sends requests to other servers").waitFor();
  await deck(page).getByText("Profile risk asks a person for HIGH risk.").waitFor();
  expect(server.sent).toEqual([]);
  for (const left of ["2 calls wait", "1 call waits"]) {
    await deck(page).getByRole("button", { name: "Run", exact: true }).click();
    await deck(page).getByText(left).waitFor();
  }
  // What was answered no longer waits, and may still be under way.
  await expect.poll(() => server.sent).toEqual(["ada: Dear ada", "bob: Dear bob"]);
  await deck(page).getByRole("button", { name: "Run", exact: true }).click();
  await page.getByText("All sent.").waitFor();
  expect(server.sent).toHaveLength(3);
  expect(complaints).toEqual([]);
}, 30_000);

test("P6: the same by keyboard alone: run, deny, and the rest together", async () => {
  await using visited = await visit(browser, server.url);
  const { page } = visited;
  await page.getByText("Agent, profile and mode").click();
  await page.getByLabel("Agent").selectOption({ label: "clerk" });
  await page.getByLabel("Message").focus();
  await page.keyboard.type("Three letters");
  await page.keyboard.press("Enter");
  await deck(page).getByText("3 calls wait for you").waitFor();
  // Letters that are typed into a message answer nothing.
  await page.getByLabel("Message").focus();
  await page.keyboard.type("rrd");
  expect(server.sent).toEqual([]);

  await page.keyboard.press("Alt+a");
  await page.waitForTimeout(400);
  await page.keyboard.press("r");
  await deck(page).getByText("2 calls wait").waitFor();
  await page.waitForTimeout(400);
  await page.keyboard.press("d");
  await deck(page).getByText("1 call waits").waitFor();
  await page.waitForTimeout(400);
  await page.keyboard.press("r");
  await page.getByText("All sent.").waitFor();
  expect(server.sent).toEqual(["ada: Dear ada", "cyd: Dear cyd"]);
  await page.getByText("Blocked").or(page.getByText("Denied")).first().waitFor();
}, 30_000);

test("'run these three' asks once more where the risk is high", async () => {
  const id = await server.say("Three letters, please.");
  await using visited = await visit(browser, `${server.url}/sessions/${id}`);
  const { page } = visited;
  await deck(page)
    .getByRole("button", { name: /Run these 3/ })
    .click();
  expect(server.sent).toEqual([]);
  await deck(page)
    .getByRole("button", { name: /Really run all 3/ })
    .click();
  await page.getByText("All sent.").waitFor();
  expect(server.sent).toHaveLength(3);
}, 30_000);

test("A103: a question that takes another one's place cannot be answered in the same moment", async () => {
  const id = await server.say("Three letters, please.");
  await using visited = await visit(browser, `${server.url}/sessions/${id}`);
  const { page } = visited;
  await deck(page).getByText("3 calls wait").waitFor();
  // Looks at the button the instant that it offers to run the second call.
  await page.evaluate(`new MutationObserver(() => {
    const deck = document.querySelector('[aria-label="Waiting for your answer"]');
    const run = [...(deck?.querySelectorAll("article button") ?? [])]
      .find(({ textContent }) => /^Run(?!ning)/.test(textContent));
    if (!run || !deck.textContent.includes("2 calls wait")) return;
    window.early ??= run.disabled;
  }).observe(document.body, { subtree: true, childList: true, characterData: true })`);
  await deck(page).getByRole("button", { name: "Run", exact: true }).dblclick();
  await deck(page).getByText("2 calls wait").waitFor();
  await expect.poll(() => page.evaluate("window.early"), { timeout: 5_000 }).toBe(true);
  expect(server.sent).toEqual(["ada: Dear ada"]);
}, 30_000);

test("I23, I35: an input that was changed on its way is shown as it was and as it is", async () => {
  const id = await server.say("Everyone should know.");
  await using visited = await visit(browser, `${server.url}/sessions/${id}`);
  const { page } = visited;
  await deck(page).getByText("The input was changed").waitFor();
  await deck(page).getByText("everyone", { exact: true }).waitFor();
  await deck(page).getByText("office@example.com").first().waitFor();
  await deck(page).getByText("What a dry run says it would do").waitFor();
  await deck(page).getByRole("button", { name: "Run", exact: true }).click();
  await page.getByText("Sent.", { exact: true }).waitFor();
  expect(server.sent).toEqual(["office@example.com: Dear everyone"]);
}, 30_000);

test("X8: what changed between asking and running is asked anew, and said", async () => {
  const remote = await startRemoteWitness();
  try {
    await server.call("POST", "/v1/capabilities", remote.manifest);
    const agent = await server.call("POST", "/v1/agents", {
      name: "noter",
      capabilities: ["ext:remote"],
    });
    const { id } = await server.call("POST", "/v1/sessions", { agent_id: agent.id });
    await server.say("Note this.", id);
    await using visited = await visit(browser, `${server.url}/sessions/${id}`);
    const { page } = visited;
    await deck(page).getByText("1 call waits").waitFor();
    const [tool] = remote.manifest.tools;
    await server.call("PATCH", "/v1/capabilities/ext:remote", {
      tools: [{ ...tool, description: "Notes a line, and tells everyone." }],
    });
    await deck(page).getByRole("button", { name: "Run", exact: true }).click();
    await deck(page).getByText("Changed since it was last asked:").waitFor();
    await deck(page)
      .getByText(/the tool’s definition/)
      .waitFor();
    expect(remote.lines).toEqual([]);
    await deck(page).getByRole("button", { name: "Deny" }).click();
    await page.getByText("Noted.").waitFor();
  } finally {
    await remote.close();
  }
}, 30_000);

test("P6: an admin's approval needs the admin's key, and keeps it nowhere", async () => {
  const id = await server.say("Remove room 7.");
  await using visited = await visit(browser, `${server.url}/sessions/${id}`);
  const { page } = visited;
  await deck(page).getByText("Needs an admin").waitFor();
  await deck(page).getByText("It deletes files").waitFor();
  await deck(page).getByRole("button", { name: "Run", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "The admin’s say" });
  await dialog.getByLabel("Admin key").fill("wrong");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByRole("alert").waitFor();
  expect(server.sent).toEqual([]);
  await dialog.getByLabel("Admin key").fill(ADMIN_KEY);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Removed.").waitFor();
  expect(server.sent).toEqual(["removed 7"]);
  const kept = await page.evaluate<string>(
    "JSON.stringify([{ ...sessionStorage }, { ...localStorage }])",
  );
  expect(kept).not.toContain(ADMIN_KEY);
  expect(kept).not.toContain("capa_");
}, 30_000);

test("two tabs: what one answers, the other no longer asks", async () => {
  const id = await server.say("Three letters, please.");
  await using first = await visit(browser, `${server.url}/sessions/${id}`);
  await using second = await visit(browser, `${server.url}/approvals`);
  await second.page.getByText("Send letter").first().waitFor();
  await deck(first.page)
    .getByRole("button", { name: /Run these 3/ })
    .click();
  await deck(first.page)
    .getByRole("button", { name: /Really run/ })
    .click();
  await first.page.getByText("All sent.").waitFor();
  await second.page.getByText("Nothing waits for you").waitFor();
  expect(server.sent).toHaveLength(3);
}, 30_000);

test("approvals of all sessions: answered where they are listed, remembered, and revoked", async () => {
  await server.say("Everyone should know.");
  await using visited = await visit(browser, `${server.url}/approvals`);
  const { page } = visited;
  await page.getByRole("button", { name: "Run and remember" }).click();
  await page.getByRole("menuitem", { name: "Run, and always remember this input" }).click();
  await page.getByText("Nothing waits for you").waitFor();
  await page
    .getByRole("listitem")
    .filter({ hasText: "Its whole story" })
    .getByText("Done")
    .waitFor();
  expect(server.sent).toHaveLength(1);
  await page.getByLabel("State").selectOption("used");
  await page.getByText("Send letter").first().waitFor();
  await page.getByRole("link", { name: "Policy" }).click();
  await page.getByRole("button", { name: "Revoke" }).click();
  await page.getByText("None. “Run and remember”").waitFor();
}, 30_000);
