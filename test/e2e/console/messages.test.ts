import { afterAll, beforeAll, expect, test } from "vitest";
import { findAxeViolations } from "../../../rig/axe.ts";
import { launchChromium } from "../../../rig/chromium.ts";
import { type Console, startConsole } from "./console-server.ts";
import { drawBars } from "./draw-bars.ts";
import { type Browser, type Page, visit } from "./visit.ts";

const rest = Promise.withResolvers<void>();

const PLAYS = {
  Tell: [{ pieces: ["Once upon a time ", rest.promise, "there was a capstan."] }],
  Add: [{ calls: [{ name: "add", input: { a: 2, b: 3 } }] }, { text: "It is five." }],
  Greet: [{ text: "Good day." }],
  Look: [{ text: "I see bars." }],
};

/** How much of the conversation lies below what is in sight, in pixels. */
const BELOW = `(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)(
  document.querySelector("[aria-label=Conversation]"))`;

type Stored = { items: { role: string; content: unknown }[] };

let browser: Browser;
let server: Console;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchChromium(), startConsole({ plays: PLAYS })]);
}, 60_000);

afterAll(async () => {
  rest.resolve();
  await browser?.close();
  await server?.stop();
});

const messagesOf = async (page: Page) => {
  const id = new URL(page.url()).pathname.split("/").at(-1);
  return (await server.call<Stored>("GET", `/v1/sessions/${id}/messages`)).items;
};

test("who opens a session in the middle of an answer sees all of it", async () => {
  const { id } = await server.call("POST", "/v1/sessions", { agent_id: server.agentId });
  await server.call("POST", `/v1/sessions/${id}/messages`, { content: "Tell me a story" });
  await using visited = await visit(browser, `${server.url}/sessions/${id}`);
  const { page, complaints } = visited;
  const writing = page.getByRole("article", { name: "The agent is writing" });
  await writing.getByText("Once upon a time").waitFor();
  rest.resolve();
  await page.getByText("Once upon a time there was a capstan.").waitFor();
  await expect.poll(() => writing.count(), { timeout: 5_000 }).toBe(0);
  expect(await page.getByText("Once upon").count()).toBe(1);
  expect(complaints).toEqual([]);
}, 20_000);

test("a session is forked from one message, by keyboard, with the results of its calls", async () => {
  const id = await server.say("Add two and three");
  await server.say("Greet me", id);
  await using visited = await visit(browser, `${server.url}/sessions/${id}`);
  const { page } = visited;
  await page.getByText("Good day.").waitFor();
  const asked = page.getByRole("article").filter({ hasText: "Add" }).nth(1);
  await asked.getByRole("button", { name: "Fork from here" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !url.pathname.endsWith(id));
  await page.getByText("(fork)").first().waitFor();
  expect((await messagesOf(page)).map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
  await page.getByLabel("Message").fill("Greet me too");
  await page.keyboard.press("Enter");
  await page.getByText("Good day.").waitFor();
}, 20_000);

test("P33: a pasted image and a dropped file go with a message, and are seen in it", async () => {
  await using visited = await visit(browser, server.url);
  const { page, complaints, elsewhere } = visited;
  const png = drawBars([1, 2, 3]).toString("base64");
  const give = (type: "paste" | "drop", name: string, mime: string, base64: string) =>
    page.evaluate(`{
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob("${base64}"), (c) => c.charCodeAt(0));
      data.items.add(new File([bytes], "${name}", { type: "${mime}" }));
      const labels = [...document.querySelectorAll("label")];
      const field = labels.find((label) => label.textContent === "Message").control;
      field.dispatchEvent("${type}" === "paste"
        ? new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })
        : new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }`);
  await page.getByLabel("Message").waitFor();
  await give("paste", "image.png", "image/png", png);
  await give("paste", "image.png", "image/png", png);
  await give("drop", "unwanted.txt", "text/plain", "bm8=");
  await give("drop", "notes & more.txt", "text/plain", "aGVsbG8=");
  await page.getByRole("button", { name: "Remove unwanted.txt" }).click();
  const chips = page.getByRole("list", { name: "Attached" }).getByRole("listitem");
  await expect.poll(() => chips.count()).toBe(3);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByLabel("Message").fill("Look at this");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("I see bars.").waitFor();

  const said = page.getByRole("article", { name: "You" });
  await said.getByRole("img", { name: "image.png" }).waitFor();
  await said.getByRole("img", { name: "image-2.png" }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  const saved = page.waitForEvent("download");
  await said.getByRole("button", { name: "Download notes___more.txt" }).click();
  expect((await saved).suggestedFilename()).toBe("notes___more.txt");
  const [sent] = await messagesOf(page);
  expect(sent?.content).toEqual([
    { type: "text", text: "Look at this" },
    { type: "image", path: "/uploads/image.png", mime: "image/png" },
    { type: "image", path: "/uploads/image-2.png", mime: "image/png" },
    { type: "file", path: "/uploads/notes___more.txt", mime: "text/plain" },
  ]);

  // What is drawn late, as images are, does not push the end out of sight.
  await page.setViewportSize({ width: 1280, height: 460 });
  await page.reload();
  await said.getByRole("img", { name: "image-2.png" }).waitFor();
  await expect.poll(() => page.evaluate<number>(BELOW), { timeout: 5_000 }).toBeLessThan(2);
  expect(await page.getByText("I see bars.").isVisible()).toBe(true);
  expect([complaints, elsewhere]).toEqual([[], []]);
}, 20_000);

test("the overview draws where the browser's language is none that formatters know", async () => {
  await using visited = await visit(browser, `${server.url}/healthz`, { isNew: true });
  const { page, complaints } = visited;
  await page.addInitScript(
    'Object.defineProperty(Navigator.prototype, "language", { get: () => "en-US@posix" })',
  );
  await page.goto(`${server.url}/overview`);
  await page.locator("canvas").first().waitFor();
  expect(complaints).toEqual([]);
}, 20_000);
