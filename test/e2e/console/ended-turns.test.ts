import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../../../rig/chromium.ts";
import { openModel } from "../../../src/app/open-model.ts";
import type { Model } from "../../../src/models/model.ts";
import { type FakeAnswer, startFakeProvider } from "../../fake-provider.ts";
import { type Console, startConsole } from "./console-server.ts";
import { type Browser, visit } from "./visit.ts";

/** Turns that end otherwise than with an answer: failed, with a reason and Retry, or cancelled. */

let browser: Browser;
let server: Console;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
const answers: FakeAnswer[] = [];

/** A provider's model for most messages; "Slowly" is written in part, until somebody stops it. */
function createModel(url: string): Model {
  const real = openModel("openai/fake", { OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: url });
  return {
    async respond(request) {
      if (request.messages.at(-1)?.content !== "Slowly") return real.respond(request);
      request.onText?.("The first half of the answer. ");
      request.onText?.("And then ");
      await new Promise((_, reject) =>
        request.signal?.addEventListener("abort", () => reject(new Error("stopped"))),
      );
      throw new Error("Nobody stopped it.");
    },
  };
}

beforeAll(async () => {
  provider = await startFakeProvider("openai", answers);
  [browser, server] = await Promise.all([
    launchChromium(),
    startConsole({ model: createModel(provider.url) }),
  ]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await provider?.stop();
});

/** As often as the model asks before it gives up. */
const always = (answer: FakeAnswer) => [answer, answer, answer, answer];

test.each<{ name: string; says: RegExp; answers: readonly FakeAnswer[] }>([
  { name: "answers 401", says: /key/i, answers: [{ status: 401 }] },
  { name: "answers 400", says: /400|Not now/, answers: [{ status: 400 }] },
  {
    name: "answers 429",
    says: /too many requests or no credit left \(429\)/,
    answers: always({ status: 429, retryAfter: "0" }),
  },
  {
    name: "answers 500",
    says: /500|Not now/,
    answers: always({ status: 500, retryAfter: "0" }),
  },
  { name: "is cut off", says: /did not answer/, answers: [{ cut: "The beginning of" }] },
])(
  "P26: a provider that $name is told with its reason, and Retry goes on",
  async (it) => {
    answers.splice(0, answers.length, ...it.answers);
    const id = await server.say("Hello");
    await using visited = await visit(browser, `${server.url}/sessions/${id}`);
    const { page } = visited;
    const card = page.getByRole("region", { name: "This turn failed" });
    await card.getByText(it.says).waitFor();
    await page.getByRole("banner").or(page.locator("header")).getByText("Failed").first().waitFor();
    answers.splice(0, answers.length, { text: "Here again." });
    await card.getByRole("button", { name: "Retry" }).click();
    await page.getByText("Here again.").waitFor();
    await card.waitFor({ state: "hidden" });
  },
  30_000,
);

test("X9: a cancelled turn says so, not in red, and keeps what was written, also after a reload", async () => {
  const { id } = await server.call("POST", "/v1/sessions", { agent_id: server.agentId });
  await using visited = await visit(browser, `${server.url}/sessions/${id}`);
  const { page, complaints } = visited;
  await page.getByLabel("Message").fill("Slowly");
  await page.keyboard.press("Enter");
  await page.getByText("The first half of the answer.").waitFor();
  await page.getByRole("button", { name: "Stop this turn" }).click();
  const card = page.getByRole("region", { name: "This turn was cancelled" });
  for (const look of ["at once", "reloaded"]) {
    if (look === "reloaded") await page.reload();
    await card.getByText("Cancelled by owner.").waitFor();
    const answer = page.getByRole("article", { name: "The agent", exact: true });
    await answer.getByText("The first half of the answer.").waitFor();
    await answer.getByText("Cancelled here").waitFor();
    expect(await page.getByText("The first half of the answer.").count()).toBe(1);
    expect(await page.locator("header").getByText("Failed").count()).toBe(0);
    const tag = page.locator("header").getByText("Cancelled", { exact: true });
    const colour = await tag.getAttribute("class");
    expect(colour).toContain("text-quiet");
    expect(colour).not.toMatch(/critical|high/);
  }
  await page.goto(`${server.url}/sessions`);
  const listed = page.getByRole("main").getByRole("listitem").filter({ hasText: "Slowly" });
  const cancelled = listed.getByText("Cancelled", { exact: true });
  await cancelled.waitFor();
  expect(await cancelled.getAttribute("class")).toContain("text-quiet");
  expect(await listed.getByText("Failed").count()).toBe(0);
  await listed.getByRole("link").click();
  answers.splice(0, answers.length, { text: "Then briefly." });
  await page.getByLabel("Message").fill("Briefly, then");
  await page.keyboard.press("Enter");
  await page.getByText("Then briefly.").waitFor();
  const sent = JSON.stringify(provider.asked.at(-1)?.body);
  expect(sent).toContain("The first half of the answer.");
  expect(sent).toContain("[A person stopped the answer here.]");
  expect(complaints).toEqual([]);
}, 30_000);
