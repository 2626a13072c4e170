import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../../../rig/chromium.ts";
import type { Model } from "../../../src/models/model.ts";
import { type Console, startConsole } from "./console-server.ts";
import { type Browser, visit } from "./visit.ts";

let browser: Browser;
let server: Console;

const letter = (id: string, to: string) => ({
  id,
  name: "send_letter",
  input: { to, body: "The office is closed on Friday." },
  says: `Send a letter to ${to}.`,
});

const counted = (id: string, a: number) => ({
  id,
  name: "add",
  input: { a, b: 1 },
  says: "Count.",
});

/** Each step waits for the one before it. */
const MANY = {
  steps: [
    letter("s1", "ada@example.com"),
    counted("s2", 1),
    letter("s3", "bob@example.com"),
    counted("s4", 2),
    { ...letter("s5", ""), input: { to: { $from: "s1", path: "/to" }, body: "Once more." } },
    counted("s6", 3),
    {
      ...letter("s7", ""),
      input: { to: "cy@example.com", body: { $from: "s6", path: "/result" } },
    },
    { id: "s8", name: "remove_room", input: { room: "12" }, says: "Remove room 12." },
  ],
};

const model: Model = {
  plan: async ({ messages }) =>
    messages.at(-1)?.content.includes("everything")
      ? MANY
      : messages.at(-1)?.content.includes("letters")
        ? {
            steps: [
              { id: "s1", name: "add", input: { a: 1, b: 1 }, says: "Count the letters." },
              letter("s2", "ada@example.com"),
              letter("s3", "bob@example.com"),
            ],
          }
        : {
            text: "Whom should I write to?",
            questions: [{ name: "to", type: "string", description: "Whom", required: true }],
          },
  respond: async () => ({ text: "Both letters are on their way.", toolCalls: [] }),
};

beforeAll(async () => {
  [browser, server] = await Promise.all([launchChromium(), startConsole({ model })]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test("I32, I35: a task is said on the home page, shown as steps with previews, and run by one Run", async () => {
  await using visited = await visit(browser, await server.signInLink());
  const { page, complaints } = visited;
  page.setDefaultTimeout(8_000);
  await page.getByLabel("Do a task").fill("Write to them");
  await page.getByRole("button", { name: "Plan it" }).click();
  const task = page.getByRole("region", { name: "Task" });
  await task.getByText("Whom should I write to?").waitFor();
  await task.getByLabel("Your answer").fill("the letters go to Ada and Bob");
  await task.getByRole("button", { name: "Answer" }).click();

  const steps = task.getByRole("list", { name: "Plan" }).getByRole("listitem");
  await steps.filter({ hasText: "Count the letters." }).getByText("Done").waitFor();
  await steps.filter({ hasText: "ada@example.com" }).getByText("Waits for you").first().waitFor();
  await steps.filter({ hasText: "bob@example.com" }).getByText("would_send_to").waitFor();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 860 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/task-${width}.png` });
  }
  expect(server.sent).toEqual([]);
  await task.getByRole("button", { name: "Run 2 steps" }).click();
  await task.getByText("Both letters are on their way.").waitFor();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/task-done.png` });
  expect(server.sent.map((line) => line.split(":")[0])).toEqual([
    "ada@example.com",
    "bob@example.com",
  ]);
  expect(complaints).toEqual([]);
}, 40_000);

test("I35: one Run answers for all that was shown; what was not, and what is the admin's, is asked when it comes", async () => {
  await using visited = await visit(browser, await server.signInLink());
  const { page, complaints } = visited;
  page.setDefaultTimeout(8_000);
  const before = server.sent.length;
  const sent = () => server.sent.slice(before).map((line) => line.split(":")[0]);
  await page.getByLabel("Do a task").fill("Do everything");
  await page.getByRole("button", { name: "Plan it" }).click();
  const task = page.getByRole("region", { name: "Task" });
  const run = task.getByRole("button", { name: /^Run/ });
  const steps = task.getByRole("list", { name: "Plan" }).getByRole("listitem");
  await steps.getByRole("group", { name: "Inputs" }).getByText("bob@example.com").waitFor();
  expect(
    await steps.getByText(/^Depends on step \d.*you are asked when it is known$/).count(),
  ).toBe(2);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 860 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/tasks-${width}.png`, fullPage: true });
  }
  // Nobody has had the last inputs before their eyes yet.
  expect(await run.isDisabled()).toBe(true);
  for (const inputs of await steps.getByRole("group", { name: "Inputs" }).all()) {
    await inputs.getByRole("definition").or(inputs.locator("*")).last().scrollIntoViewIfNeeded();
  }
  await task.getByRole("button", { name: "Run 6 steps" }).click();

  await steps.getByText("cy@example.com").first().waitFor();
  await steps.filter({ hasText: "cy@example.com" }).getByText("Waits for you").first().waitFor();
  expect(sent()).toEqual(["ada@example.com", "bob@example.com", "ada@example.com"]);
  await task.getByRole("button", { name: "Run 2 steps" }).click();
  await steps.filter({ hasText: "Remove room 12." }).getByText("Waits for you").first().waitFor();
  expect(sent()).toHaveLength(4);
  await task.getByRole("button", { name: "Run", exact: true }).waitFor();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/tasks-admin.png` });
  expect(sent()).toHaveLength(4);
  await task.getByRole("button", { name: "Deny" }).click();
  expect(complaints).toEqual([]);
}, 60_000);
