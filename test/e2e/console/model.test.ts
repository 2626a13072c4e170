import { afterAll, beforeAll, expect, test } from "vitest";
import { findAxeViolations } from "../../../rig/axe.ts";
import { launchChromium } from "../../../rig/chromium.ts";
import { type FakeAnswer, startFakeProvider } from "../../fake-provider.ts";
import { ADMIN_KEY, type Console, startConsole } from "./console-server.ts";
import { type Browser, visit } from "./visit.ts";

const KEY = "sk-live-Zq81vB60xTtr47LmPw";
const answers: FakeAnswer[] = [];

let browser: Browser;
let server: Console;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;

beforeAll(async () => {
  [browser, server, provider] = await Promise.all([
    launchChromium(),
    startConsole({ isModelOpen: true }),
    startFakeProvider("openai", answers),
  ]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await provider?.stop();
});

test("F62: a model is connected on the first page: refusals are told in place, and it answers at once", async () => {
  await using visited = await visit(browser, server.url);
  const { page } = visited;
  const card = page.getByRole("region", { name: "Connect a model" });
  await card.getByLabel("Provider").selectOption("OpenAI");
  await card.getByLabel("Key").fill(KEY);
  expect(await card.getByLabel("Key").getAttribute("type")).toBe("password");
  await card.getByText(/^Model \(/).click();
  await card.getByLabel("Model", { exact: true }).fill("fake");
  await card.getByLabel(/^Address/).fill(provider.url);
  expect(await findAxeViolations(page)).toEqual([]);

  const connect = card.getByRole("button", { name: "Connect" });
  const refused = async (answer: FakeAnswer, says: RegExp) => {
    answers.push(answer);
    await connect.click();
    await card.getByRole("alert").getByText(says).waitFor();
  };
  answers.push({ status: 401 });
  await connect.click();
  await page.getByLabel("Admin key").fill(ADMIN_KEY);
  await page.getByLabel("Stay admin in this tab").check();
  await page.getByRole("button", { name: "Continue" }).click();
  await card.getByRole("alert").getByText("the key was refused").waitFor();
  await refused({ status: 404 }, /no such model/);
  await card.getByLabel(/^Address/).fill("http://127.0.0.1:1/v1");
  await connect.click();
  await card
    .getByRole("alert")
    .getByText(/cannot be reached|unreachable|did not answer/)
    .waitFor();

  await card.getByLabel(/^Address/).fill(provider.url);
  answers.push({ text: "ok" });
  await connect.click();
  await page.getByText("openai/fake answers, unless an agent names another model.").waitFor();
  expect(await card.count()).toBe(0);
  expect(await page.content()).not.toContain(KEY);

  answers.push({ text: "Hello from the provider." });
  await page.getByLabel("Message").fill("Hello?");
  await page.keyboard.press("Enter");
  await page.getByText("Hello from the provider.").waitFor();

  await page.goto(`${server.url}/settings`);
  const setting = page.getByRole("region", { name: "Model", exact: true });
  await setting.getByText("(connected here)").waitFor();
  await setting.getByText("Connect another").click();
  await setting.getByLabel("Provider").selectOption("Ollama");
  expect(await setting.getByLabel("Key").count()).toBe(0);
  expect(await findAxeViolations(page)).toEqual([]);
  await setting.getByRole("button", { name: "Disconnect" }).click();
  await setting.getByRole("button", { name: "Forget it and its key?" }).click();
  await page.getByLabel("Admin key").fill(ADMIN_KEY);
  await page.getByRole("button", { name: "Continue" }).click();
  await setting.getByText("(ships with Capstan, and needs no key)").waitFor();
}, 40_000);

test("where the server’s start names the model, the page says so, and asks for no key", async () => {
  await using named = await visit(browser, `${server.url}/healthz`, { isNew: true });
  const { page } = named;
  await page.route("**/v1/model", async (route) => {
    const model = await (await route.fetch()).json();
    return route.fulfill({
      json: { ...model, source: "environment", chosen_by: "CAPSTAN_MODEL" },
    });
  });
  await page.goto(server.url);
  const card = page.getByRole("region", { name: "Connect a model" });
  await card.getByText("CAPSTAN_MODEL").waitFor();
  expect(await card.getByLabel("Key").count()).toBe(0);
}, 20_000);
