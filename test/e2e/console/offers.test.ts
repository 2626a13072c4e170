import { afterAll, beforeAll, expect, test } from "vitest";
import { findAxeViolations } from "../../../rig/axe.ts";
import { launchChromium } from "../../../rig/chromium.ts";
import type { JsonObject } from "../../../src/base/json.ts";
import type { Person } from "../../../src/schema/principal.ts";
import { ADMIN_KEY, type Console, startConsole } from "./console-server.ts";
import type { Plays } from "./plays.ts";
import { type Browser, type Page, visit } from "./visit.ts";

const LETTER = "builtin:desk:send_letter";
const ADD = "builtin:test_math:add";

const step = (at: number, toolId: string, inputs: JsonObject) => ({
  id: `s${at}`,
  toolId,
  inputs,
  says: `Step ${at}`,
});

const card = (value: string, label: string, inputs: JsonObject, toolId = LETTER) => ({
  value,
  label,
  steps: [step(1, toolId, inputs)],
  missing: [],
  unplaced: [],
});

const WHICH = "Which of these do you mean?";
const LONG = `${"calm words\n".repeat(60)}and now the dangerous part`;

const PLAYS: Plays = {
  Write: [
    {
      text: "This is what I can do for you:",
      offer: [
        { ...card("1", "Send letter: to Ada", { to: "ada@example.com" }), unplaced: ["by post"] },
      ],
    },
  ],
  Choose: [
    {
      text: WHICH,
      offer: [
        card("1", "Send letter: to Bob", { to: "bob@example.com", body: "Hello Bob." }),
        card("2", "Add: a 19, b 23", { a: 19, b: 23 }, ADD),
        card("3", "Remove room: room 12", { room: "12" }, "builtin:desk:remove_room"),
      ],
    },
  ],
  Steps: [
    {
      text: "This is what I can do for you:",
      offer: [
        {
          value: "1",
          label: "Count, then write two letters",
          steps: [
            step(1, ADD, { a: 20, b: 22 }),
            step(2, LETTER, { to: "cy@example.com", body: "The sum follows." }),
            step(3, LETTER, { to: "dee@example.com", body: "Hello" }),
            step(4, LETTER, {
              to: "cy@example.com",
              body: { $join: ["The sum is ", { $from: "s1", path: "/result" }] },
            }),
          ],
          missing: [],
          unplaced: [],
        },
      ],
    },
  ],
  Everyone: [
    {
      text: "This is what I can do for you:",
      offer: [card("1", "Send letter: to everyone", { to: "everyone", body: "Hello all." })],
    },
  ],
  Long: [
    {
      text: "This is what I can do for you:",
      offer: [card("1", "Send letter: to Dan", { to: "dan@example.com", body: LONG })],
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

const offer = (page: Page) => page.getByRole("region", { name: "Offered to you" });
const deck = (page: Page) => page.getByRole("region", { name: "Waiting for your answer" });
const run = (page: Page) => offer(page).getByRole("button", { name: "Run", exact: true });

async function ended(id: string): Promise<void> {
  const state = async () => (await server.call("GET", `/v1/sessions/${id}`)).state;
  await expect.poll(state, { timeout: 10_000 }).toBe("completed");
}

test("F64: a card shows what its approval would, and its Run runs it: nobody is asked twice", async () => {
  const id = await server.say("Write to Ada by post");
  await using visited = await visit(browser, `${server.url}/sessions/${id}`);
  const { page, complaints } = visited;
  await offer(page).getByRole("heading", { name: "Send letter" }).waitFor();
  await offer(page).getByText("High risk").waitFor();
  await offer(page).getByText("Not used: “by post”").waitFor();
  expect(await offer(page).getByLabel("to", { exact: true }).inputValue()).toBe("ada@example.com");

  // A required field without a value is empty, and nothing runs before it has one.
  await offer(page).getByRole("button", { name: "Do it" }).click();
  const body = offer(page).getByLabel("body");
  await offer(page).locator("textarea:focus").waitFor();
  expect(server.sent).toEqual([]);

  await offer(page).getByLabel("to", { exact: true }).fill("eve@example.com");
  await body.fill("Dear Eve");
  await offer(page).getByText("Why it asks:").waitFor();
  const dryRun = offer(page).getByRole("group", { name: "Dry run" });
  await dryRun.getByText("eve@example.com").waitFor();
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 860 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    expect(await findAxeViolations(page)).toEqual([]);
  }
  await run(page).click();
  await offer(page).waitFor({ state: "hidden" });
  await ended(id);
  expect(server.sent).toEqual(["eve@example.com: Dear Eve"]);
  // The message of the person that chose says what was chosen.
  const said = page.getByRole("article", { name: "You" }).last();
  expect(await said.textContent()).toContain("Send letter: to eve@example.com, body Dear Eve");
  expect(await deck(page).count()).toBe(0);
  const { items } = await server.call<{ items: { state: string; answered_by: Person }[] }>(
    "GET",
    `/v1/approvals?session_id=${id}`,
  );
  expect(items.map(({ state, answered_by: by }) => [state, by.name])).toEqual([["used", "owner"]]);
  expect(complaints).toEqual([]);
}, 30_000);

test("F64: one of several cards is chosen with a click or its number, and an admin is asked before", async () => {
  const before = server.sent.length;
  const id = await server.say("Choose");
  await using visited = await visit(browser, `${server.url}/sessions/${id}`);
  const { page } = visited;
  await offer(page).getByRole("button", { name: "Add: a 19, b 23" }).click();
  expect(await offer(page).getByLabel("a", { exact: true }).inputValue()).toBe("19");
  await offer(page).getByLabel("a", { exact: true }).fill("nineteen");
  await offer(page).getByRole("button", { name: "Do it" }).click();
  await offer(page).getByText("a must be a number.").waitFor();
  await offer(page).getByLabel("a", { exact: true }).fill("20");
  await offer(page).getByRole("button", { name: "Do it" }).click();
  await ended(id);
  await page.locator("summary").getByText('{"a":20,"b":23}').waitFor();

  await server.say("Choose again", id);
  await offer(page).getByRole("button", { name: "Remove room: room 12" }).click();
  await offer(page).getByText("Needs an admin").waitFor();
  await run(page).click();
  await page.getByLabel("Admin key").fill(ADMIN_KEY);
  await page.getByRole("button", { name: "Continue" }).click();
  await ended(id);
  expect(server.sent.slice(before)).toEqual(["removed 12"]);

  await server.say("Choose once more", id);
  await offer(page).waitFor();
  await page.getByLabel("Message").fill("1");
  await page.keyboard.press("Enter");
  // Who types a number has seen no dry run: the question comes as always.
  await deck(page).getByText("bob@example.com").first().waitFor();
  expect(server.sent.slice(before)).toEqual(["removed 12"]);
}, 30_000);

test("F64, I35: a plan is one card; its Run answers for the steps that were shown, others are asked", async () => {
  const before = server.sent.length;
  const id = await server.say("Steps");
  await using visited = await visit(browser, `${server.url}/sessions/${id}`);
  const { page } = visited;
  await offer(page).getByText("4 steps, run in this order.").waitFor();
  const steps = offer(page).locator("form > ol > li");
  expect(await steps.count()).toBe(4);
  await steps.nth(3).getByText("result of step 1", { exact: true }).waitFor();
  expect(await steps.nth(3).getByLabel("body").count()).toBe(0);
  await steps.nth(1).getByText("Why it asks:").waitFor();
  await steps.nth(2).getByText("Why it asks:").waitFor();
  await steps.nth(2).getByLabel("body").fill("Hello.");
  await run(page).click();
  await deck(page).getByText("The sum is 42").first().waitFor();
  const shown = ["cy@example.com: The sum follows.", "dee@example.com: Hello."];
  expect(server.sent.slice(before)).toEqual(shown);
  await deck(page).getByRole("button", { name: "Run", exact: true }).click();
  await ended(id);
  expect(server.sent.slice(before)).toEqual([...shown, "cy@example.com: The sum is 42"]);
}, 30_000);

test("F64: an approval that differs from the card is shown, and not run", async () => {
  const before = server.sent.length;
  const id = await server.say("Everyone");
  await using visited = await visit(browser, `${server.url}/sessions/${id}`);
  const { page } = visited;
  // What the gate makes of the input is shown beside the fields.
  const inputs = offer(page).getByRole("group", { name: "Inputs" });
  await inputs.getByText("office@example.com").waitFor();
  await run(page).click();
  await deck(page).getByText("The input was changed").waitFor();
  expect(server.sent.slice(before)).toEqual([]);
}, 30_000);

test("A96, F64: a long input is read to its end before Run, as in an approval", async () => {
  const id = await server.say("Long");
  await using visited = await visit(browser, `${server.url}/sessions/${id}`);
  const { page } = visited;
  await offer(page).getByText("Scroll to the end of the input to run it.").waitFor();
  expect(await run(page).isDisabled()).toBe(true);
  await offer(page).getByText("and now the dangerous part").last().scrollIntoViewIfNeeded();
  await offer(page)
    .getByLabel(/^Run it without reading/)
    .check();
  await expect.poll(() => run(page).isEnabled()).toBe(true);
}, 30_000);

test("F64: who may not approve only chooses; writing something else drops the offer", async () => {
  const id = await server.say("Choose");
  await using visited = await visit(browser, `${server.url}/healthz`, { isNew: true });
  const { page } = visited;
  let previews = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/v1/approvals/preview")) previews += 1;
  });
  await page.addInitScript(() => {
    const kept = JSON.parse(localStorage.getItem("capstan.sign-in") ?? "{}");
    localStorage.setItem("capstan.sign-in", JSON.stringify({ ...kept, scopes: ["invoke"] }));
  });
  await page.goto(`${server.url}/sessions/${id}`);
  await offer(page).getByRole("button", { name: "Do it" }).click();
  await deck(page).getByText("bob@example.com").first().waitFor();
  expect(previews).toBe(0);

  const other = await server.say("Choose");
  await page.goto(`${server.url}/sessions/${other}`);
  await offer(page).waitFor();
  await page.getByLabel("Message").fill("Never mind");
  await page.keyboard.press("Enter");
  await page.getByText("Done.").first().waitFor();
  await offer(page).waitFor({ state: "hidden" });
}, 30_000);
