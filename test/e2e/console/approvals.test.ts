import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { launchChromium } from "../../../rig/chromium.ts";
import { startRemoteWitness } from "../../remote-witness.ts";
import { longTest } from "../../runs.ts";
import { ADMIN_KEY, type Console, startConsole } from "./console-server.ts";
import { type Browser, type Page, visit } from "./visit.ts";

const letter = (to: string) => ({ name: "send_letter", input: { to, body: `Dear ${to}` } });

/** Lines of a letter that nobody sees at once. */
const line = (count: number) =>
  Array.from({ length: count }, (_, at) => `Line ${at + 1} of a long letter`).join("\n");

const PLAYS = {
  Three: [
    { text: "Three letters.", calls: ["ada", "bob", "cyd"].map(letter) },
    { text: "All sent." },
  ],
  Long: [
    { calls: [{ name: "send_letter", input: { to: "ada", body: line(40) } }] },
    { text: "Sent." },
  ],
  Huge: [
    { calls: [{ name: "send_letter", input: { to: "ada", body: line(4_000) } }] },
    { text: "Sent." },
  ],
  Mixed: [
    {
      calls: [
        { name: "send_letter", input: { to: "bob", body: "Dear bob" } },
        { name: "remove_room", input: { room: "9" } },
      ],
    },
    { text: "Both seen to." },
  ],
  Everyone: [{ calls: [letter("everyone")] }, { text: "Sent." }],
  Remove: [{ calls: [{ name: "remove_room", input: { room: "7" } }] }, { text: "Removed." }],
  Note: [{ calls: [{ name: "note", input: { line: "hello" } }] }, { text: "Noted." }],
};

let browser: Browser;
let server: Console;

beforeAll(async () => {
  [browser, server] = await Promise.all([
    launchChromium(),
    // All tests are one actor, who asks more often in a minute than a person would bear.
    startConsole({ plays: PLAYS, settings: { limits: { approvals_per_minute: 1_000 } } }),
  ]);
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

longTest(
  "P6: the same by keyboard alone: run, deny, and the rest together",
  async () => {
    await using visited = await visit(browser, server.url);
    const { page } = visited;
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
  },
  30_000,
);

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

longTest(
  "A103: a question that takes another one's place cannot be answered in the same moment",
  async () => {
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
  },
  30_000,
);

longTest(
  "I23, I35: an input that was changed on its way is shown as it was and as it is",
  async () => {
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
  },
  30_000,
);

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
    await deck(page).getByRole("button", { name: "Deny", exact: true }).click();
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
  const dialog = page.getByRole("dialog", { name: "Admin needed" });
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

test("A95, P26: Run waits until the whole input was on the screen", async () => {
  const id = await server.say("Long letter, please.");
  await using visited = await visit(browser, `${server.url}/sessions/${id}`);
  const { page } = visited;
  const run = deck(page).getByRole("button", { name: "Run", exact: true });
  // Forty lines are folded; shown, they take more than there is room for.
  await deck(page).getByRole("button", { name: "Show more" }).click();
  await deck(page).getByText("Scroll to the end of the input to run it.").waitFor();
  await page.waitForTimeout(500);
  expect(await run.isDisabled()).toBe(true);
  await page.keyboard.press("Alt+a");
  await page.keyboard.press("r");
  await page.waitForTimeout(300);
  expect(server.sent).toEqual([]);
  await deck(page).getByRole("group", { name: "Inputs" }).hover();
  await page.mouse.wheel(0, 4_000);
  await run.click();
  await page.getByText("Sent.", { exact: true }).waitFor();
  expect(server.sent).toHaveLength(1);
}, 30_000);

longTest(
  "A95: what is folded is told with its size, and run unread only by who says so",
  async () => {
    const id = await server.say("Huge letter, please.");
    await using visited = await visit(browser, `${server.url}/sessions/${id}`);
    const { page } = visited;
    const run = deck(page).getByRole("button", { name: "Run", exact: true });
    const skip = deck(page).getByLabel(/without reading the [\d,]+ characters/);
    await skip.waitFor();
    await page.waitForTimeout(500);
    expect(await run.isDisabled()).toBe(true);
    await deck(page).getByRole("group", { name: "Inputs" }).hover();
    await page.mouse.wheel(0, 4_000);
    await page.waitForTimeout(200);
    expect(await run.isDisabled()).toBe(true);
    await skip.check();
    await run.click();
    await page.getByText("Sent.", { exact: true }).waitFor();
  },
  30_000,
);

longTest(
  "X8: the input is changed in the card, as a form or as JSON, and that runs",
  async () => {
    const id = await server.say("Three letters, please.");
    await using visited = await visit(browser, `${server.url}/sessions/${id}`);
    const { page, complaints } = visited;
    await deck(page).getByRole("button", { name: "Change the input" }).click();
    const form = deck(page).getByRole("region", { name: "Change the input" });
    await form.getByLabel("to").fill("zoe");
    await form.getByRole("button", { name: "Run with this input" }).click();
    await expect.poll(() => server.sent).toEqual(["zoe: Dear ada"]);
    await deck(page).getByText("2 calls wait").waitFor();

    await deck(page).getByRole("button", { name: "Change the input" }).click();
    await form.getByRole("button", { name: "As JSON" }).click();
    await form.getByLabel("The input as JSON").fill('{"to": "yan"');
    await form.getByRole("button", { name: "Run with this input" }).click();
    await form.getByRole("alert").getByText("This is not JSON").waitFor();
    await form.getByLabel("The input as JSON").fill('{"to": "yan"}');
    await form.getByRole("button", { name: "Run with this input" }).click();
    await deck(page).getByRole("alert").getByText("body").waitFor();
    await form.getByLabel("The input as JSON").fill('{"to": "yan", "body": "Hi"}');
    await form.getByRole("button", { name: "Run with this input" }).click();
    await expect.poll(() => server.sent).toEqual(["zoe: Dear ada", "yan: Hi"]);
    expect(complaints.filter((it) => !it.includes("422"))).toEqual([]);

    await using other = await visit(browser, `${server.url}/approvals`);
    await other.page.getByLabel("State").selectOption("used");
    await other.page.locator("summary").filter({ hasText: "Send letter" }).first().click();
    await other.page.getByText("owner changed the input").first().waitFor();
  },
  30_000,
);

longTest(
  "a denial says why, and the model is told",
  async () => {
    const id = await server.say("Everyone should know.");
    await using visited = await visit(browser, `${server.url}/sessions/${id}`);
    const { page } = visited;
    // Letters that are typed there are no keys.
    await deck(page).getByLabel("Why not, if you deny it").fill("rather by mail");
    await deck(page).getByRole("button", { name: "Deny", exact: true }).click();
    await page.getByText("Sent.", { exact: true }).waitFor();
    expect(server.sent).toEqual([]);
    const { items } = await server.call<{ items: { role: string; content: string }[] }>(
      "GET",
      `/v1/sessions/${id}/messages`,
    );
    expect(items.find(({ role }) => role === "tool")?.content).toContain("rather by mail");
  },
  30_000,
);

longTest(
  "several wait: the riskiest first, one of them open, and all denied by who says so twice",
  async () => {
    await server.say("Mixed work, please.");
    await using visited = await visit(browser, `${server.url}/approvals`);
    const { page } = visited;
    const list = page.getByRole("region", { name: "All that waits" });
    await list.waitFor();
    const lines = await list.getByRole("listitem").allTextContents();
    expect(lines.map((line) => /Remove room|Send letter/.exec(line)?.[0])).toEqual([
      "Remove room",
      "Send letter",
    ]);
    await page.getByRole("article", { name: "Approval: Remove room" }).waitFor();
    expect(await page.getByRole("article").count()).toBe(1);
    await list.getByText("Send letter").click();
    await page.getByRole("article", { name: "Approval: Send letter" }).waitFor();
    expect(await page.getByRole("article").count()).toBe(1);
    expect(await page.locator("kbd:visible").count()).toBe(0);
    await page.getByRole("group", { name: "Inputs" }).focus();
    expect(await page.locator("kbd:visible").allTextContents()).toEqual(["D", "R"]);

    await list.getByRole("button", { name: "Deny all 2" }).click();
    expect((await server.call<{ total: number }>("GET", "/v1/approvals?state=pending")).total).toBe(
      2,
    );
    await list.getByRole("button", { name: "Really deny all 2?" }).click();
    const dialog = page.getByRole("dialog", { name: "Admin needed" });
    await dialog.getByLabel("Admin key").fill(ADMIN_KEY);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Nothing waits for you").waitFor();
    expect(server.sent).toEqual([]);
  },
  30_000,
);

longTest(
  "a tool that is tried shows its outcome in place, also after an approval there",
  async () => {
    await using visited = await visit(browser, `${server.url}/catalog/desk`);
    const { page } = visited;
    const form = page.getByRole("region", { name: "Try it" });
    const outcome = form.getByRole("region", { name: "Outcome" });
    await page.locator("summary").getByText("Send letter").click();
    await form.getByLabel("to", { exact: true }).fill("ada");
    await form.getByLabel("body").fill("Hello");
    await form.getByRole("button", { name: "Call it" }).click();
    await form.getByRole("button", { name: "Run", exact: true }).click();
    await outcome.getByText("Done").waitFor();
    await outcome.getByText("delivered").waitFor();
    expect(server.sent).toEqual(["ada: Hello"]);

    await page.goto(`${server.url}/catalog/session_file_system`);
    await page.locator("summary").getByText("List directory").click();
    await form.getByText("This tool works inside a session").waitFor();
    expect(await form.getByRole("button", { name: "Call it" }).isDisabled()).toBe(true);
    await form.getByLabel("Session").selectOption({ index: 1 });
    await form.getByRole("button", { name: "Call it" }).click();
    await outcome.getByText("Done").waitFor();
  },
  30_000,
);

longTest(
  "two tabs: what one answers, the other no longer asks",
  async () => {
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
  },
  30_000,
);

longTest(
  "approvals of all sessions: answered where they are listed, remembered, and revoked",
  async () => {
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
  },
  30_000,
);

longTest(
  "P26: an approval has an address: it opens that one, answers it there, and says when it is answered",
  async () => {
    const session = await server.say("Three letters, please.");
    const items = await vi.waitFor(async () => {
      const { items } = await server.call<{ items: { id: string; inputs: { to: string } }[] }>(
        "GET",
        `/v1/approvals?state=pending&session_id=${session}`,
      );
      expect(items.map(({ inputs }) => inputs.to).sort()).toEqual(["ada", "bob", "cyd"]);
      return items;
    });
    const bob = items.find(({ inputs }) => inputs.to === "bob");
    await using visited = await visit(browser, `${server.url}/approvals/${bob?.id}`);
    const { page, complaints } = visited;
    const main = page.getByRole("main");
    await main.getByText("This call runs only when you say so.").waitFor();
    await main.getByText("Dear bob").waitFor();
    expect(await main.getByText(/Dear (ada|cyd)/).count()).toBe(0);
    await main.getByRole("button", { name: "Deny", exact: true }).click();
    for (const look of ["at once", "reloaded"]) {
      if (look === "reloaded") await page.reload();
      await main.getByText("This question is answered: the call was denied").waitFor();
      await main.getByText("Dear bob").waitFor();
      expect(await main.getByRole("button", { name: "Run" }).count()).toBe(0);
    }
    expect(complaints).toEqual([]);
    await page.goto(`${server.url}/approvals/appr_unknown`);
    await main.getByText("There is no approval appr_unknown").waitFor();
    await main.getByRole("link", { name: "All approvals" }).click();
    const asked = main.getByRole("group", { name: "Waiting for your answer" });
    await asked.getByRole("link").first().click();
    await page.waitForURL(/\/approvals\/appr_/);
    await main.getByText("This call runs only when you say so.").waitFor();
  },
  30_000,
);
