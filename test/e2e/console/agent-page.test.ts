import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { findAxeViolations } from "../../../rig/axe.ts";
import { launchChromium } from "../../../rig/chromium.ts";
import { longTest } from "../../runs.ts";
import { ADMIN_KEY, type Console, startConsole } from "./console-server.ts";
import { type Browser, type Page, visit } from "./visit.ts";

const keep = process.env.CAPSTAN_SCREENSHOTS;

let browser: Browser;
let server: Console;
let folder: string;

beforeAll(async () => {
  if (keep) mkdirSync(keep, { recursive: true });
  folder = realpathSync(mkdtempSync(join(tmpdir(), "capstan-letters-")));
  writeFileSync(join(folder, "letter.txt"), "Dear reader");
  writeFileSync(join(folder, "old.txt"), "nobody wants this");
  [browser, server] = await Promise.all([launchChromium(), startConsole()]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function picture(page: Page, name: string): Promise<void> {
  if (!keep) return;
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.screenshot({ path: join(keep, `agent-${name}-${width}.png`), fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** A button is for who has seen its card: that is brought into view first. */
async function press(card: ReturnType<Page["getByRole"]>): Promise<void> {
  const run = card.getByRole("button", { name: "Run", exact: true });
  await run.scrollIntoViewIfNeeded();
  await run.click();
}

/** For how long a folder is open stands uncovered at the very bottom of a phone, above the bar with Run. */
async function phoneShowsChoice(page: Page, card: ReturnType<Page["getByRole"]>): Promise<void> {
  await page.setViewportSize({ width: 390, height: 700 });
  const choice = card.getByRole("radio", { name: "until I revoke it" });
  await choice.waitFor();
  const last = "[...document.querySelectorAll('input[type=radio]')].at(-1)";
  await page.evaluate(`${last}.scrollIntoView({ block: "end" })`);
  if (keep) await page.screenshot({ path: join(keep, "agent-choice-390.png") });
  const isOnTop = await page.evaluate(`(() => {
    const { left, top, width, height } = ${last}.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === ${last};
  })()`);
  expect(isOnTop).toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test("I32, I37: an agent's page says what it may touch, and its actions are tried from there", async () => {
  const found = () => server.call<{ items: object[] }>("GET", "/v1/capabilities?kind=agent");
  await expect.poll(async () => (await found()).items.length, { timeout: 20_000 }).toBe(2);
  await using visited = await visit(browser, `${server.url}/catalog/agent%3Afile_agent`);
  const { page, complaints } = visited;
  await page.getByRole("heading", { level: 1, name: "file_agent" }).waitFor();
  await page.getByText("It deletes files").first().waitFor();
  await page.getByRole("heading", { name: "Behavior Specifications" }).waitFor();
  await picture(page, "page");
  expect(await findAxeViolations(page)).toEqual([]);
  const width = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(width)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });

  // An example task leads to the form; the folder is not open yet, and that is the question.
  await page.getByRole("button", { name: /^List the files in/ }).click();
  const list = page.locator("details[open]").filter({ hasText: "Lists the files" });
  await list.getByLabel("path").fill(folder);
  await list.getByRole("button", { name: "Call it" }).click();
  const question = list.getByRole("article", { name: /^Approval: / });
  await question.getByText(folder).first().waitFor();
  await picture(page, "list-asks");
  await phoneShowsChoice(page, question);
  await press(question);
  await list.getByText("Listed 2 files").first().waitFor();
  await picture(page, "listed");

  // Where it may look, a rehearsal says beforehand what would go.
  await server.call("PUT", "/v1/capabilities/agent%3Afile_agent/access", {
    paths: [{ root: folder, verbs: ["read", "write"] }],
    hosts: [],
  });
  await page.getByRole("button", { name: /^Delete ‹/ }).click();
  const remove = page.locator("details[open]").filter({ hasText: "Deletes a file" });
  await remove.getByLabel("path").fill(join(folder, "old.txt"));
  await remove.getByRole("button", { name: "Call it" }).click();
  const sure = remove.getByRole("article", { name: /^Approval: / });
  await sure.getByRole("button", { name: "Run", exact: true }).waitFor();
  await sure.getByText("What a dry run says it would do").waitFor();
  expect(existsSync(join(folder, "old.txt"))).toBe(true);
  await picture(page, "delete-asks");
  await press(sure);
  await remove.getByText('Deleted "old.txt"').first().waitFor();
  expect([existsSync(join(folder, "old.txt")), existsSync(join(folder, "letter.txt"))]).toEqual([
    false,
    true,
  ]);
  await picture(page, "deleted");
  expect(complaints).toEqual([]);
}, 60_000);

test("I10, I19: a page says what gives nothing, and why an action cannot run here", async () => {
  const path = join(folder, "odd_agent");
  mkdirSync(path);
  const manifest = {
    name: "odd_agent",
    version: "0.1.0",
    description: "Does one thing, elsewhere.",
    permissions: ["filesystem.delete"],
    actions: [{ name: "look", effects: [] }],
    platforms: ["windows"],
  };
  writeFileSync(join(path, "manifest.json"), JSON.stringify(manifest));
  writeFileSync(join(path, "agent.py"), "def run(input):\n    return {}\n");
  const installed = await fetch(`${server.url}/v1/capabilities/install`, {
    method: "POST",
    headers: { authorization: `Bearer ${ADMIN_KEY}` },
    body: JSON.stringify({ path }),
  });
  expect(installed.status).toBe(201);
  await using visited = await visit(browser, `${server.url}/catalog/agent%3Aodd_agent`);
  const { page, complaints } = visited;
  await page.getByText("What was odd about its folder").waitFor();
  await page.getByText('The permission "filesystem.delete" gives nothing').waitFor();
  await page.getByText("It is made for windows, and this is linux.").first().waitFor();
  await picture(page, "odd");
  expect(await findAxeViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
}, 60_000);

type Step = readonly [
  does: string,
  inputs: Readonly<Record<string, string>>,
  says: RegExp,
  asks?: boolean,
];

/** Each action once, as a person would: filled in, called, answered where it asks. */
async function walk(agent: string, steps: readonly Step[]): Promise<void> {
  await using visited = await visit(browser, `${server.url}/catalog/agent%3A${agent}`);
  const { page, complaints } = visited;
  await page.getByRole("heading", { level: 1, name: agent }).waitFor();
  for (const [does, inputs, says, asks = false] of steps) {
    const tool = page.locator("details").filter({ hasText: does }).first();
    await tool.locator("summary").first().click();
    for (const [name, value] of Object.entries(inputs)) {
      await tool.getByLabel(name, { exact: false }).first().fill(value);
    }
    await tool.getByRole("button", { name: "Call it" }).click();
    const question = tool.getByRole("article", { name: /^Approval: / });
    await question.or(tool.getByText(says)).first().waitFor();
    const isAsked = await question.isVisible();
    if (asks) expect([does, isAsked]).toEqual([does, true]);
    if (isAsked) await press(question);
    await tool.getByText(says).first().waitFor();
    await tool.locator("summary").first().click();
  }
  expect(complaints).toEqual([]);
}

longTest(
  "everyday actions of both agents that ship are clicked through",
  async () => {
    const place = realpathSync(mkdtempSync(join(tmpdir(), "capstan-everyday-")));
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    const at = (name: string) => join(place, name);
    for (const name of ["a.txt", "b.txt", "song.mp3", "photo.jpg", "old.txt"]) {
      writeFileSync(at(name), name === "b.txt" ? "the same as a.txt" : `the same as ${name}`);
    }
    writeFileSync(at("a.txt"), "the same as a.txt");
    const SHIPPED = ["agent:file_agent", "agent:system_agent"];
    const found = async () => {
      const path = "/v1/capabilities?kind=agent";
      const { items } = await server.call<{ items: { id: string }[] }>("GET", path);
      return items.map(({ id }) => id).filter((id) => SHIPPED.includes(id)).length;
    };
    await expect.poll(found, { timeout: 20_000 }).toBe(2);
    await server.call("PUT", "/v1/capabilities/agent%3Afile_agent/access", {
      paths: [{ root: place, verbs: ["read", "write"] }],
      hosts: [],
    });
    await walk("file_agent", [
      ["Lists the files of a folder", { path: place }, /Listed 5 files/],
      ["Finds files below a folder by", { path: place, name: "song" }, /Found 1 file/],
      ["Reads a file", { path: at("a.txt") }, /the same as a\.txt/],
      ["Tells what is known of a file", { path: at("a.txt") }, /Looked up what is known/],
      ["Adds up what takes the room", { path: place }, /^"?5 files in .* take/],
      ["Finds files below a folder that have", { path: place }, /Found 1 group of equal files/],
      ["Copies a file", { path: at("a.txt"), destination: at("c.txt") }, /Copied/],
      [
        "Gives a file or a folder another",
        { path: at("c.txt"), new_name: "d.txt" },
        /Renamed/,
        true,
      ],
      ["Moves a file or a folder", { path: at("d.txt"), destination: at("e.txt") }, /Moved/, true],
      ["Deletes a file", { path: at("old.txt") }, /Deleted "old\.txt"/, true],
      ["Writes a new file", { path: at("note.txt"), content: "Milk and bread" }, /Wrote/],
      [
        "Renames the files right in a folder",
        { path: place, find: ".txt", replace: ".text" },
        /Renamed \d+ files/,
        true,
      ],
    ]);
    const names = ["a.text", "b.text", "e.text", "note.text", "photo.jpg", "song.mp3"];
    expect(readdirSync(place).sort()).toEqual(names);
    expect(readFileSync(at("note.text"), "utf8")).toBe("Milk and bread");
    await walk("file_agent", [
      ["Moves the files right in a folder", { path: place }, /files_affected/, true],
    ]);
    expect([existsSync(at("old.txt")), existsSync(at("a.text"))]).toEqual([false, false]);
    const sleeper = spawn("sleep", ["300"], { stdio: "ignore" });
    onTestFinished(() => void sleeper.kill("SIGKILL"));
    const ended = once(sleeper, "exit");
    await walk("system_agent", [
      ["Tells the date and the time", {}, /It is .*20\d\d/],
      ["Tells how full the disks are", {}, /free_bytes/],
      ["Tells the operating system", {}, /Linux .*, up for/],
      ["Tells the processor", {}, /GB of memory/],
      ["Lists the processes", {}, /Listed \d+ of \d+ processes/],
      ["Asks a process to end", { pid: String(sleeper.pid) }, /Ended the process .*sleep/, true],
    ]);
    expect((await ended)[1]).toBe("SIGTERM");
  },
  300_000,
);
