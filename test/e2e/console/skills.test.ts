import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findAxeViolations } from "../../../rig/axe.ts";
import { launchChromium } from "../../../rig/chromium.ts";
import { makeTree } from "../../../src/features/bundles/testing/make-tree.ts";
import { INFER, skillTree } from "../../../src/features/bundles/testing/skill-trees.ts";
import { IS_LONG, longTest } from "../../runs.ts";
import { ADMIN_KEY, type Console, startConsole } from "./console-server.ts";
import { type Browser, type Page, visit } from "./visit.ts";

const keep = process.env.CAPSTAN_SCREENSHOTS;
const SECTIONS = {
  node_name: "Weather",
  code: [{ file: "weather.ts", content: "export function getForecast(city) {}" }],
};

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

/** At both widths: nothing that axe finds wrong, and nothing beside the window. */
async function look(page: Page, name: string) {
  await expect
    .poll(() => page.locator("[role=status][aria-label=Loading]").count(), { timeout: 5_000 })
    .toBe(0);
  for (const [form, width] of [
    ["phone", 360],
    ["desktop", 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 860 });
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    if (keep) await page.screenshot({ path: join(keep, `${name}-${form}.png`) });
  }
}

type Waiting = { items: { id: string }[]; resume_token: string };

test("S10, S11, S53: a skill is run, asks by a form, is answered twice, ends, and has a page", async () => {
  const listed = async () => (await server.call<{ total: number }>("GET", "/v1/skills")).total;
  await expect.poll(listed, { timeout: 15_000 }).toBe(3);
  await using visited = await visit(browser, `${server.url}/catalog`);
  const { page, complaints } = visited;
  await page.getByRole("link", { name: "Skills", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Skills" }).waitFor();
  const tile = page.getByRole("link", { name: /schema-infer/ });
  for (const words of ["May ask a model", "Side effects: fs", "Enabled", "Trust: builtin"]) {
    await tile.getByText(words).waitFor();
  }
  if (IS_LONG) await look(page, "skills");

  await tile.click();
  await page.getByRole("heading", { level: 1, name: "schema-infer" }).waitFor();
  await page.getByText("At most 4 turns; then a person has to look at it").waitFor();
  await page.getByText("You have not run it yet.").waitFor();
  expect(await page.getByLabel("correlation_id").count()).toBe(0);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const asked = page.getByRole("region", { name: "Waiting for your answer" });
  await asked.getByLabel("source_type").fill("TYPE2");
  await look(page, "skill");

  // Somebody else gives half of it first.
  const { items } = await server.call<Waiting>("GET", "/v1/contexts?skill=schema-infer");
  const context_id = items[0]?.id ?? "";
  const { resume_token } = await server.call<Waiting>("GET", `/v1/contexts/${context_id}`);
  const half = { context_id, resume_token, inputs: { source_type: "TYPE1" } };
  await server.call("POST", "/v1/skills/schema-infer/invoke", half);
  await asked.getByLabel("parsed_sections").fill("{}");
  await asked.getByRole("button", { name: "Answer" }).click();
  await page.getByRole("alert").getByText("Somebody else has answered meanwhile").waitFor();
  await expect.poll(() => asked.getByLabel("source_type").count()).toBe(0);
  // The browser itself reports an answer that is a refusal.
  complaints.length = 0;

  await asked.getByRole("button", { name: "Not now" }).click();
  await asked.getByText("It waits until somebody answers").waitFor();
  await asked.getByRole("button", { name: "Answer it" }).click();
  await asked.getByLabel("parsed_sections").fill(JSON.stringify(SECTIONS));
  await asked.getByRole("button", { name: "Answer" }).click();
  const outcome = page.getByRole("region", { name: "Outcome" });
  await outcome.getByText("getForecast").first().waitFor();
  await outcome.getByText("Done", { exact: true }).waitFor();
  expect(await asked.count()).toBe(0);

  await page.getByRole("link", { name: "The page of this run" }).click();
  await page.getByRole("heading", { level: 1, name: "A run of schema-infer" }).waitFor();
  const turns = page.getByRole("region", { name: "Turns" }).getByRole("listitem");
  await expect.poll(() => turns.count()).toBe(3);
  await turns.first().getByText("Turn 3").waitFor();
  await turns.first().getByText("version 3 · skill 1.0.0").waitFor();
  await turns.last().getByText("Asked").waitFor();
  const facts = page.getByRole("region", { name: "Facts" });
  await facts.getByText("inputs / source_type").waitFor();
  await page.getByText("owner", { exact: true }).first().waitFor();
  await look(page, "context");
  expect(complaints).toEqual([]);

  await page.getByRole("link", { name: "schema-infer" }).click();
  await page.getByRole("region", { name: "Your runs" }).getByText("3 turns").waitFor();
}, 60_000);

test("X9: a run that waits is cancelled on its page, after a second press", async () => {
  const context_id = "to-cancel";
  await server.call("POST", "/v1/skills/schema-infer/invoke", { context_id, inputs: {} });
  await using visited = await visit(browser, `${server.url}/contexts/${context_id}`);
  const { page, complaints } = visited;
  await page.getByRole("button", { name: "Cancel this run" }).click();
  await page.getByRole("button", { name: "Really cancel it?" }).waitFor();
  if (IS_LONG) await look(page, "context-cancel");
  // It asked for so long that it has forgotten.
  const again = page.getByRole("button", { name: "Cancel this run" });
  if (IS_LONG) await again.click({ timeout: 10_000 });
  await page.getByRole("button", { name: "Really cancel it?" }).click();
  await page.getByText("Cancelled", { exact: true }).first().waitFor();
  expect(await page.getByRole("region", { name: "Waiting for your answer" }).count()).toBe(0);
  expect(await again.count()).toBe(0);
  await page.getByText("This run does not go on").first().waitFor();
  if (IS_LONG) await look(page, "context-cancelled");
  expect(complaints).toEqual([]);
}, 60_000);

const BOSS = skillTree(
  "boss",
  `input_schema: {type: object, properties: {give: {type: object}}}
interaction_outcomes: {allowed_intermediate_states: [delegating, input_required], state_persistence: full_events}`,
  {
    "impl.ts": `export const execute = (ctx) => ctx.delegation ? { back: ctx.delegation }
      : { state: "delegating", delegation_target: "infer", delegation_inputs: ctx.inputs.give };`,
  },
);

async function install(url: string, tree: Parameters<typeof makeTree>[0]) {
  const response = await fetch(`${url}/v1/capabilities/install`, {
    method: "POST",
    headers: { authorization: `Bearer ${ADMIN_KEY}` },
    body: JSON.stringify({ path: makeTree(tree) }),
  });
  expect(response.status).toBe(201);
}

longTest(
  "S31: approvals stand where the run waits, and a run that handed over leads to the other",
  async () => {
    const strict = await startConsole({ profile: "strict" });
    try {
      await install(strict.url, INFER.ts);
      await install(strict.url, BOSS);
      await using visited = await visit(browser, `${strict.url}/skills/boss`);
      const { page } = visited;
      const waiting = page.getByRole("region", { name: "Waiting for your answer" });
      const card = (name: string) => waiting.getByRole("article", { name: `Approval: ${name}` });
      const approve = (name: string) =>
        card(name).getByRole("button", { name: "Run", exact: true }).click();
      await page.getByLabel("give").fill('{"source_type":"TYPE1"}');
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await card("Boss").waitFor();
      await look(page, "skill-approval");
      await approve("Boss");
      await waiting.getByText("The question comes from").waitFor({ timeout: 20_000 });
      await look(page, "skill-asked-by");
      await waiting.getByLabel("parsed_sections").fill(JSON.stringify(SECTIONS));
      await waiting.getByRole("button", { name: "Answer" }).click();
      await card("Infer").waitFor({ timeout: 20_000 });
      await look(page, "skill-child-approval");
      // What does not fit has to be read before it can be run.
      await waiting.getByText("Weather", { exact: true }).hover();
      await page.mouse.wheel(0, 2_000);
      await approve("Infer");
      // Every turn is asked for, also the one that hears what became of it.
      await approve("Boss");
      const outcome = page.getByRole("region", { name: "Outcome" });
      await outcome.getByText("getForecast").first().waitFor({ timeout: 20_000 });
      await page.getByRole("link", { name: "The page of this run" }).click();
      const handed = page.getByRole("region", { name: "Delegations" });
      await handed.getByText("It has heard the end of it.").waitFor();
      await look(page, "context-parent");
      await handed.getByRole("link", { name: "infer" }).click();
      await page.getByRole("heading", { level: 1, name: "A run of infer" }).waitFor();
      await handed.getByText("Handed over to it by").waitFor();
      await handed.getByRole("link").click();
      await page.getByRole("heading", { level: 1, name: "A run of boss" }).waitFor();
    } finally {
      await strict.stop();
    }
  },
  120_000,
);
