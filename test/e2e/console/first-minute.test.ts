import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../../../rig/chromium.ts";
import { longTest } from "../../runs.ts";
import { ADMIN_KEY, type Console, KEY, startConsole } from "./console-server.ts";
import { type Browser, visit, watch } from "./visit.ts";

let browser: Browser;
let server: Console;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchChromium(), startConsole({ isModelOpen: true })]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test("A116: a link signs one tab in, once; its code leaves the address, and no cookie is set", async () => {
  const link = await server.signInLink();
  await using context = await browser.newContext({ locale: "en-GB" });
  const page = await context.newPage();
  const { complaints, elsewhere } = watch(page, server.url);
  await page.goto(link);
  await page.getByRole("heading", { level: 1, name: "Welcome to Capstan." }).waitFor();
  expect(page.url()).toBe(`${server.url}/`);
  await page.getByRole("heading", { name: "Connect a model" }).waitFor();
  expect(await context.cookies()).toEqual([]);
  // Of this origin alone, with its expiry: no other port of this host can read it.
  const kept = JSON.parse(await page.evaluate<string>("localStorage['capstan.sign-in']"));
  expect(Object.keys(kept).sort()).toEqual(["actor", "expires_at", "scopes", "token"]);
  expect(await page.evaluate("sessionStorage.length")).toBe(0);
  expect(complaints).toEqual([]);
  expect(elsewhere).toEqual([]);

  await using stranger = await browser.newContext({ locale: "en-GB" });
  const second = await stranger.newPage();
  await second.goto(link);
  await second.getByRole("heading", { level: 1, name: "Sign in to Capstan" }).waitFor();
  await second.getByRole("alert").getByText("The command “console” prints another one").waitFor();
  await second.getByText("npm run -s capstan -- console", { exact: true }).waitFor();
  await second.getByText("npx capstan console", { exact: true }).waitFor();
}, 30_000);

longTest(
  "A116: another port of the same host reads nothing of a sign-in",
  async () => {
    const other = createServer((_, response) => {
      response.setHeader("content-type", "text/html");
      response.end("<p>Another server</p>");
    });
    other.listen(0, "127.0.0.1");
    await once(other, "listening");
    try {
      await using context = await browser.newContext({ locale: "en-GB" });
      const page = await context.newPage();
      await page.goto(await server.signInLink());
      await page.getByRole("heading", { level: 1 }).waitFor();
      const there = await context.newPage();
      await there.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
      const seen = "JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])";
      expect(await there.evaluate(seen)).toBe('["",{},{}]');
    } finally {
      other.closeAllConnections();
      other.close();
    }
  },
  30_000,
);

longTest(
  "signed in once: other tabs, a link pasted into an open tab, and signing out of all",
  async () => {
    await using context = await browser.newContext({ locale: "en-GB" });
    context.setDefaultTimeout(6_000);
    const page = await context.newPage();
    // The sign-in page stands open, and the printed link is pasted into its address bar.
    await page.goto(server.url);
    await page.getByRole("heading", { level: 1, name: "Sign in to Capstan" }).waitFor();
    await page.evaluate(`location.assign(${JSON.stringify(await server.signInLink())})`);
    await page.getByRole("heading", { level: 1, name: /Welcome|What should/ }).waitFor();
    expect(page.url()).toBe(`${server.url}/`);

    const [opened] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("link", { name: "Catalog" }).click({ modifiers: ["ControlOrMeta"] }),
    ]);
    await opened.getByRole("heading", { level: 1, name: "Catalog" }).waitFor();
    const third = await context.newPage();
    await third.goto(`${server.url}/approvals`);
    await third.getByRole("heading", { level: 1, name: "Approvals" }).waitFor();

    await opened.getByRole("button", { name: "owner" }).click();
    await opened.getByRole("menuitem", { name: "Sign out" }).click();
    await opened.getByRole("heading", { level: 1, name: "Sign in to Capstan" }).waitFor();
    await third.getByText("You were signed out in another tab.").waitFor();
    await page.getByText("You were signed out in another tab.").waitFor();
    expect(await page.evaluate("localStorage['capstan.sign-in']")).toBeUndefined();
  },
  30_000,
);

test("P26: someone new signs in with the key, presses the first suggestion, and has an answer", async () => {
  await using context = await browser.newContext({ locale: "en-GB" });
  const page = await context.newPage();
  await page.goto(`${server.url}/approvals`);
  await page.getByLabel("Sign-in code or API key").fill("wrong");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("neither a code that is still good nor a key").waitFor();
  await page.getByLabel("Sign-in code or API key").fill(KEY);
  await page.getByRole("button", { name: "Sign in" }).click();
  // Back to where they wanted to go.
  await page.getByRole("heading", { level: 1, name: "Approvals" }).waitFor();
  await page.getByText("Nothing waits for you").waitFor();
  // The key was exchanged for something that expires.
  expect(await page.evaluate("JSON.stringify({ ...localStorage })")).not.toContain(KEY);

  await page.getByRole("link", { name: "New session" }).click();
  await page.getByRole("button", { name: /Ask for the time/ }).click();
  const answer = page.getByRole("article", { name: "The agent" }).last();
  await answer
    .getByText(/\d{1,2}:\d{2}/)
    .first()
    .waitFor();
  await page.getByText("Get current time").waitFor();
  await page.getByText("Done").first().waitFor();
}, 30_000);

longTest(
  "the suggestion to calculate works with the model that ships",
  async () => {
    await using visited = await visit(browser, server.url);
    const { page } = visited;
    await page.getByRole("button", { name: /Let it calculate/ }).click();
    await page.locator("summary").getByText("Done").first().waitFor();
    await page.getByText("391").first().waitFor();
  },
  30_000,
);

test("P6, P26, F62: an example is offered as a card; a card that asks is run by its Run", async () => {
  await using visited = await visit(browser, server.url);
  const { page } = visited;
  expect(await page.getByRole("textbox", { name: "Message" }).count()).toBe(1);
  await page.getByRole("button", { name: /See it before it runs/ }).click();
  const offered = page.getByRole("region", { name: "Offered to you" });
  await offered.getByRole("heading", { name: "Write file" }).waitFor();
  expect(await offered.getByLabel("content").inputValue()).toBe("Hello");
  expect(await offered.getByText("Not used").count()).toBe(0);
  await offered.getByRole("button", { name: "Do it" }).click();
  await page.getByText("/hello.txt is created").waitFor();

  await page.getByLabel("Message").fill("delete hello.txt");
  await page.keyboard.press("Enter");
  await offered.getByRole("heading", { name: "Delete file" }).waitFor();
  await offered.getByRole("group", { name: "Dry run" }).getByText('"/hello.txt"').waitFor();
  await offered.getByRole("button", { name: "Run", exact: true }).click();
  const id = page.url().split("/").at(-1) ?? "";
  const state = async () => (await server.call("GET", `/v1/sessions/${id}`)).state;
  await expect.poll(state, { timeout: 10_000 }).toBe("completed");
  const { items } = await server.call<{ items: { state: string }[] }>(
    "GET",
    `/v1/approvals?session_id=${id}`,
  );
  expect(items.map((approval) => approval.state)).toEqual(["used"]);
}, 30_000);

test("F62: one menu says how much a session asks; a dry run changes nothing", async () => {
  await using visited = await visit(browser, server.url);
  const { page } = visited;
  const menu = page.getByLabel("How much to ask");
  await menu.waitFor();
  const choices = await menu.locator("option").allTextContents();
  expect(choices).toEqual([
    "Ask before anything risky (default)",
    "Ask before every call",
    "Ask an admin, for critical calls only",
    "Dry run: change nothing",
  ]);
  await menu.selectOption("Ask before every call");
  await page.getByLabel("Message").fill("what time is it");
  await page.keyboard.press("Enter");
  await page.getByText("assistant · ask before every call").waitFor();
  await page.getByRole("region", { name: "Waiting for your answer" }).waitFor();

  await page.goto(server.url);
  await menu.selectOption("Dry run: change nothing");
  await page.getByLabel("Message").fill('Write "Hello" to hello.txt');
  await page.keyboard.press("Enter");
  await page.getByText("Dry run", { exact: true }).waitFor();
  const id = page.url().split("/").at(-1) ?? "";
  expect((await server.call("GET", `/v1/sessions/${id}`)).mode).toBe("planning");

  await page.goto(server.url);
  await menu.selectOption("Ask an admin, for critical calls only");
  await page.getByLabel("Message").fill("what time is it");
  await page.keyboard.press("Enter");
  await page.getByText("Asking less than this server’s default needs an admin.").waitFor();
  await page.getByLabel("Admin key").fill(ADMIN_KEY);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("assistant · ask an admin").waitFor();
}, 30_000);

longTest(
  "examples of the offline model can be clicked, and its offer can be left",
  async () => {
    await using visited = await visit(browser, server.url);
    const { page } = visited;
    await page.getByLabel("Message").fill("help");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "what time is it", exact: true }).click();
    expect(await page.getByLabel("Message").inputValue()).toBe("what time is it");
    await page.keyboard.press("Enter");
    await page
      .getByRole("article", { name: "The agent" })
      .last()
      .getByText(/\d{1,2}:\d{2}/)
      .first()
      .waitFor();
    await page.getByLabel("Message").fill("delete a file");
    await page.keyboard.press("Enter");
    const offered = page.getByRole("region", { name: "Offered to you" });
    await offered.getByRole("heading", { name: "Delete file" }).waitFor();
    await page.getByLabel("Message").fill("what time is it");
    await page.keyboard.press("Enter");
    await offered.waitFor({ state: "hidden" });
  },
  30_000,
);

test("a token that is no longer good brings the sign-in page, then back", async () => {
  await using context = await browser.newContext({ locale: "en-GB" });
  const page = await context.newPage();
  await page.goto(server.url);
  await page.evaluate(() =>
    localStorage.setItem("capstan.sign-in", JSON.stringify({ token: "old", actor: "owner" })),
  );
  await page.goto(`${server.url}/catalog`);
  await page.getByText("Your sign-in has expired or was revoked.").waitFor();
  await page.getByLabel("Sign-in code or API key").fill(KEY);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1, name: "Catalog" }).waitFor();
}, 30_000);
