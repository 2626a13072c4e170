import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../../../rig/chromium.ts";
import { type Console, KEY, startConsole } from "./console-server.ts";
import { type Browser, watch } from "./visit.ts";

let browser: Browser;
let server: Console;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchChromium(), startConsole()]);
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
  await page.getByText("Without a model key, an offline model answers").waitFor();
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate("localStorage.length")).toBe(0);
  expect(complaints).toEqual([]);
  expect(elsewhere).toEqual([]);

  const second = await context.newPage();
  await second.goto(link);
  await second.getByRole("heading", { level: 1, name: "Sign in to Capstan" }).waitFor();
  await second.getByRole("alert").getByText("capstan console").waitFor();
}, 30_000);

test("who has given a key is told which model answers, and nothing about keys", async () => {
  await using context = await browser.newContext({ locale: "en-GB" });
  const page = await context.newPage();
  const answering = { name: "anthropic/claude-sonnet-5", is_offline: false };
  await page.route("**/v1/model", (route) => route.fulfill({ json: answering }));
  await page.goto(await server.signInLink());
  await page
    .getByText("anthropic/claude-sonnet-5 answers, unless an agent names another")
    .waitFor();
  await page.getByRole("heading", { name: "Three things to try", exact: true }).waitFor();
  expect(await page.getByText("model key").count()).toBe(0);
}, 30_000);

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

  await page.getByRole("link", { name: "New session" }).click();
  const asked = Date.now();
  await page.getByRole("button", { name: /Ask for the time/ }).click();
  const answer = page.getByRole("article", { name: "The agent" }).last();
  await answer
    .getByText(/\d{1,2}:\d{2}/)
    .first()
    .waitFor();
  expect(Date.now() - asked).toBeLessThan(5_000);
  await page.getByText("Get current time").waitFor();
  await page.getByText("Done").first().waitFor();
}, 30_000);

test.each([/Let it calculate/, /Plan in steps/])(
  "the suggestion %s works with the model that ships",
  async (name) => {
    await using context = await browser.newContext({ locale: "en-GB" });
    await context.addInitScript((token) => {
      sessionStorage.setItem("capstan.sign-in", JSON.stringify({ token, actor: "owner" }));
    }, KEY);
    const page = await context.newPage();
    await page.goto(server.url);
    await page.getByRole("button", { name }).click();
    await page.waitForURL(/\/sessions\//);
    const { id } = { id: page.url().split("/").at(-1) ?? "" };
    await expect
      .poll(async () => (await server.call("GET", `/v1/sessions/${id}`)).state, { timeout: 10_000 })
      .toBe("completed");
    await page.locator("summary").getByText("Done").first().waitFor();
  },
  30_000,
);

test("a token that is no longer good brings the sign-in page, then back", async () => {
  await using context = await browser.newContext({ locale: "en-GB" });
  const page = await context.newPage();
  await page.goto(server.url);
  await page.evaluate(() =>
    sessionStorage.setItem("capstan.sign-in", JSON.stringify({ token: "old", actor: "owner" })),
  );
  await page.goto(`${server.url}/catalog`);
  await page.getByLabel("Sign-in code or API key").fill(KEY);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1, name: "Catalog" }).waitFor();
}, 30_000);
