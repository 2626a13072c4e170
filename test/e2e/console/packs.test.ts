import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findAxeViolations } from "../../../rig/axe.ts";
import { launchChromium } from "../../../rig/chromium.ts";
import { longTest, usually } from "../../runs.ts";
import { type Console, startConsole } from "./console-server.ts";
import { type Browser, type Page, visit } from "./visit.ts";

const keep = process.env.CAPSTAN_SCREENSHOTS;
const CSV_PROFILE = fileURLToPath(new URL("../../../capabilities/csv-profile", import.meta.url));
const PACK = { pack_id: "csv-profile" };

const OPENS = "Open packs that I attach for reading";

const PLAYS = {
  Draw: [
    { calls: [{ name: "capability_packs_open_docs", input: PACK }] },
    {
      calls: [
        { name: "capability_packs_read_file", input: { ...PACK, path: "references/reading.md" } },
      ],
    },
    { calls: [{ name: "capability_packs_enable_tools", input: PACK }] },
    { calls: [{ name: "chart", input: { file: "uploads/sales.csv", column: "amount" } }] },
    { text: "The chart is drawn." },
  ],
};

let browser: Browser;
let server: Console;
let folder: string;

beforeAll(async () => {
  if (keep) mkdirSync(keep, { recursive: true });
  folder = mkdtempSync(join(tmpdir(), "capstan-pack-"));
  const settings = { limits: { pack_block_tokens: 300 } };
  [browser, server] = await Promise.all([
    launchChromium(),
    startConsole({ plays: PLAYS, settings }),
  ]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A folder with an entry doc that says this. */
function makePack(name: string, doc: string): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "SKILL.md"), doc);
  return path;
}

async function look(page: Page, name: string) {
  await expect
    .poll(() => page.locator("[role=status][aria-label=Loading]").count(), { timeout: 5_000 })
    .toBe(0);
  // For a moment nobody can press Run by accident, and its button is pale.
  await page.locator("button:disabled", { hasText: "Deny" }).waitFor({ state: "detached" });
  expect(await findAxeViolations(page)).toEqual([]);
  const width = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  expect(await page.evaluate(width)).toBeLessThanOrEqual(0);
  if (keep) await page.screenshot({ path: join(keep, `${name}.png`) });
}

/** Presses Run on the call that waits; its card has said this first. */
async function run(page: Page, name: string, says: string) {
  const card = page.getByRole("article", { name: `Approval: ${name}` });
  await card.getByText(says).first().waitFor();
  if (keep) await page.screenshot({ path: join(keep, `pack-${name}.png`) });
  await card.getByRole("button", { name: "Run", exact: true }).click();
}

longTest(
  "P42: a folder that cannot be taken in says why under it; one that can has a page",
  async () => {
    const broken = makePack("broken", "---\nname: broken\n---\n");
    const good = makePack(
      "letters",
      "---\nname: letters\ndescription: How letters are written.\nallowed-tools: Read Grep\n---\n# Letters\nBegin with **Dear**.\n",
    );
    await using visited = await visit(browser, `${server.url}/catalog`);
    const { page, complaints } = visited;
    await page.getByRole("link", { name: "Packs", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Packs" }).waitFor();
    await page.getByRole("main").getByRole("link", { name: "Add", exact: true }).click();
    const field = page.getByLabel("What to add");
    await field.fill(broken);
    await field.press("Enter");
    await page.getByRole("alert").getByText('Add "description:').waitFor();
    expect(await field.inputValue()).toBe(broken);
    await look(page, "packs-refused");
    // The browser itself reports an answer that is a refusal.
    complaints.length = 0;

    await field.fill(good);
    await field.press("Enter");
    await page.getByRole("button", { name: "Add it" }).click();
    await page.getByRole("heading", { level: 1, name: "letters" }).waitFor();
    await page.getByText("Begin with").waitFor();
    await page.getByText("Grep", { exact: true }).waitFor();
    await page.getByText("Nobody has used it yet.").waitFor();
    await page.getByRole("button", { name: /^SKILL\.md/ }).click();
    await page.getByRole("dialog", { name: "SKILL.md" }).getByText("allowed-tools").waitFor();
    await page.keyboard.press("Escape");

    writeFileSync(join(good, "more.md"), "More.\n");
    await page.reload();
    await page.getByText("Its folder has changed since it was taken in").waitFor();
    await page.getByText("more.md").waitFor();
    await look(page, "pack-changed");
    await page.getByRole("button", { name: "Read the folder again" }).click();
    await page.getByRole("button", { name: /^more\.md/ }).waitFor();
    expect(await page.getByText("has changed since").count()).toBe(0);

    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Really remove it?" }).click();
    await page.getByRole("heading", { level: 1, name: "Packs" }).waitFor();
    await page.goto(`${server.url}/packs/letters`);
    await page.getByText("There is no pack letters").waitFor();
  },
  30_000,
);

test("P47: attached in the picker, opened, read, enabled and run: each step waits for Run", async () => {
  // What ships is taken in behind the start: by then this is one of them.
  const listed = async () => (await server.call<{ total: number }>("GET", "/v1/packs")).total;
  await expect.poll(listed, { timeout: 15_000 }).toBeGreaterThanOrEqual(4);
  await server.call("POST", "/v1/packs", { path: CSV_PROFILE });
  const { id } = await server.call("POST", "/v1/sessions", { agent_id: server.agentId });
  await using visited = await visit(browser, `${server.url}/sessions/${id}`);
  const { page, complaints } = visited;
  await page.getByRole("button", { name: "Attach packs" }).click();
  const picker = page.getByRole("dialog", { name: "Packs" });
  await picker.getByRole("checkbox", { name: OPENS }).uncheck();
  await picker.getByLabel("Search packs").fill("csv");
  await expect.poll(() => picker.getByText(/^about \d+ tokens$/).count()).toBe(1);
  await picker.getByRole("checkbox", { name: "csv-profile" }).check();
  await picker.getByText(/^1 pack attached: about \d+ tokens/).waitFor();
  await look(page, "pack-picker");
  await page.keyboard.press("Escape");
  await page.getByRole("list", { name: "Attached packs" }).getByText("csv-profile").waitFor();

  await page.getByLabel("Files to attach").setInputFiles({
    name: "sales.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("day,amount\nMon,3\nTue,5\nWed,9\nThu,4\n"),
  });
  await page.getByLabel("Message").fill("Draw the amounts");
  await page.getByRole("button", { name: "Send" }).click();
  await run(page, "Open docs", "Gives the model the docs of the pack");
  await run(page, "Read file", "references/reading.md");
  await run(page, "Enable tools", "profile, chart");
  await look(page, "pack-enabled");
  await run(page, "Chart", "node {{pack_root}}/scripts/chart.mjs");
  await page.getByText("The chart is drawn.").waitFor();

  await page.getByRole("img", { name: /\.png$/ }).waitFor();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download", exact: true }).first().click();
  expect((await saved).suggestedFilename()).toMatch(/^sales-amount\.(svg|png)$/);

  await page.getByRole("tab", { name: "Files" }).click();
  const changed = page.getByRole("region", { name: "Changed by calls" });
  await changed.getByRole("button", { name: /^sales-amount\.png New/ }).click();
  await page.getByRole("dialog").getByRole("img", { name: "sales-amount.png" }).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await look(page, "pack-done");

  await page.goto(`${server.url}/packs/csv-profile`);
  await page.getByRole("link", { name: /Done Chart/ }).waitFor();
  await page.getByText("Profile", { exact: true }).click();
  await page.getByText(/node \{\{pack_root\}\}\/scripts\/profile\.mjs/).waitFor();
  await look(page, "pack");
  await page.getByRole("link", { name: /Done Chart/ }).click();
  await page.getByText("It ran a program of the pack").waitFor();
  expect(complaints).toEqual([]);
}, 60_000);

test("F70: attaching opens the pack and its tools, as the tick says; a call of one still asks", async () => {
  await server.call("POST", "/v1/packs", { path: CSV_PROFILE });
  const { id } = await server.call("POST", "/v1/sessions", { agent_id: server.agentId });
  await using visited = await visit(browser, `${server.url}/sessions/${id}`);
  const { page, complaints } = visited;
  await page.getByRole("button", { name: "Attach packs" }).click();
  const picker = page.getByRole("dialog", { name: "Packs" });
  const tick = picker.getByRole("checkbox", { name: OPENS });
  await tick.waitFor();
  expect(await tick.isChecked()).toBe(true);
  await picker.getByText("The model reads their docs and files, and gets their tools").waitFor();
  await picker.getByRole("checkbox", { name: "csv-profile" }).check();
  await picker.getByText(/^1 pack attached/).waitFor();
  await page.keyboard.press("Escape");
  const asked = async (session: string) => {
    const query = `session_id=${session}`;
    const { items } = await server.call<{ items: { tool_id: string }[] }>(
      "GET",
      `/v1/approvals?${query}`,
    );
    return items.map(({ tool_id }) => tool_id);
  };
  const CHART = "pack:csv-profile:chart";
  await page.getByLabel("Message").fill("Draw the amounts");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("A remembered answer of owner allowed this call").first().waitFor();
  await page.getByRole("article", { name: "Approval: Chart" }).waitFor();
  expect(await asked(id)).toEqual([CHART]);

  // A new session says the same where the message is written.
  await page.goto(`${server.url}/?pack=csv-profile`);
  expect(await page.getByRole("checkbox", { name: OPENS }).isChecked()).toBe(true);
  await page.getByLabel("Agent").selectOption({ label: "clerk" });
  await page.getByLabel("Message").fill("Draw the amounts");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("article", { name: "Approval: Chart" }).waitFor();
  expect(await asked(new URL(page.url()).pathname.split("/").at(-1) ?? "")).toEqual([CHART]);
  expect(complaints).toEqual([]);
}, 60_000);

test.each(usually([1280, 390], (width) => width === 390))(
  "P13: descriptions that do not fit are told in the picker, %i px wide",
  async (width) => {
    const long = "Says at length what it does, and when. ".repeat(20);
    const { id } = await server.call("POST", "/v1/sessions", { agent_id: server.agentId });
    for (const name of ["one", "two", "three"]) {
      const path = makePack(name, `---\nname: ${name}\ndescription: ${long}\n---\n`);
      const pack = await server.call<{ id: string }>("POST", "/v1/packs", { path });
      await server.call("PUT", `/v1/sessions/${id}/packs/${pack.id}`);
    }
    await using visited = await visit(browser, `${server.url}/sessions/${id}`, { width });
    const { page, complaints } = visited;
    await page.getByRole("button", { name: "Attach packs" }).click();
    const picker = page.getByRole("dialog", { name: "Packs" });
    await picker.getByText(/^Descriptions of packs are cut to \d+ characters each/).waitFor();
    await picker.getByText("3 packs attached, their descriptions shortened.").waitFor();
    await look(page, `pack-picker-cut-${width}`);
    expect(complaints).toEqual([]);
  },
  30_000,
);

test("F50: a pack is ticked before the server answers, and cleared with the reason if it refuses", async () => {
  for (const name of ["held", "free"]) {
    const path = makePack(name, `---\nname: ${name}\ndescription: Says hello.\n---\nHello\n`);
    await server.call("POST", "/v1/packs", { path });
  }
  const { id } = await server.call("POST", "/v1/sessions", { agent_id: server.agentId });
  await using visited = await visit(browser, `${server.url}/sessions/${id}`, { isNew: true });
  const { page } = visited;
  const answered = Promise.withResolvers<void>();
  await page.route("**/packs/held", async (route) => {
    await answered.promise;
    const refusal = { code: "STATE_CONFLICT", message: "The session is full." };
    await route.fulfill({ status: 409, json: refusal });
  });
  await page.getByRole("button", { name: "Attach packs" }).click();
  const picker = page.getByRole("dialog", { name: "Packs" });
  const held = picker.getByRole("checkbox", { name: "held" });
  const free = picker.getByRole("checkbox", { name: "free" });
  await held.check();
  // While the first still waits.
  await free.check();
  answered.resolve();
  await picker.getByText("The session is full.").waitFor();
  await expect.poll(() => held.isChecked()).toBe(false);
  expect(await free.isChecked()).toBe(true);
  await page.getByRole("list", { name: "Attached packs" }).getByText("free").waitFor();
});

longTest(
  "P11: a new session begins with the packs that were chosen for it, and lets them go",
  async () => {
    await server.call("POST", "/v1/packs", { path: CSV_PROFILE });
    await using visited = await visit(browser, `${server.url}/packs/csv-profile`, {
      width: 390,
      height: 844,
      colorScheme: "dark",
    });
    const { page, complaints } = visited;
    await look(page, "pack-phone");
    await page.getByRole("link", { name: "Use it in a new session" }).click();
    const attached = page.getByRole("list", { name: "Attached packs" });
    await attached.getByText("csv-profile").waitFor();
    await page.getByRole("button", { name: "Attach packs" }).click();
    await page.getByRole("dialog", { name: "Packs" }).getByText("1 pack attached").waitFor();
    await look(page, "pack-picker-phone");
    await page.keyboard.press("Escape");
    await page.getByLabel("Message").fill("Hello");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("Done.").waitFor();
    await attached.getByText("csv-profile").waitFor();
    const id = new URL(page.url()).pathname.split("/").at(-1);
    const packs = async () =>
      (await server.call<{ items: { id: string }[] }>("GET", `/v1/sessions/${id}/packs`)).items;
    expect(await packs()).toMatchObject([PACK].map(({ pack_id }) => ({ id: pack_id })));
    await attached.getByRole("button", { name: "Detach csv-profile" }).click();
    await attached.waitFor({ state: "detached" });
    expect(await packs()).toEqual([]);
    expect(complaints).toEqual([]);
  },
  30_000,
);
