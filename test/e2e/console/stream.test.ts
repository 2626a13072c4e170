import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../../../rig/chromium.ts";
import { type Console, startConsole } from "./console-server.ts";
import { startCutProxy } from "./cut-proxy.ts";
import { type Browser, visit } from "./visit.ts";

const first = Promise.withResolvers<void>();
const second = Promise.withResolvers<void>();
const counted = Promise.withResolvers<void>();

const PLAYS = {
  Tell: [{ pieces: ["Once upon a **time** ", first.promise, "there was a capstan."] }],
  Long: [{ pieces: ["It begins, ", second.promise, "and it ends."] }],
  Count: [{ calls: [{ name: "count_letters", input: {} }] }, { text: "There are 700." }],
  Book: [
    {
      text: "To book I need to know more.",
      questions: [
        { name: "room", type: "string", description: "Which room?", required: true },
        { name: "seats", type: "integer", description: "How many seats?", required: true },
      ],
    },
  ],
  '{"room"': [{ text: "Booked the room." }],
};

let browser: Browser;
let server: Console;

beforeAll(async () => {
  [browser, server] = await Promise.all([
    launchChromium(),
    startConsole({ plays: PLAYS, counted: counted.promise }),
  ]);
}, 60_000);

afterAll(async () => {
  first.resolve();
  second.resolve();
  counted.resolve();
  await browser?.close();
  await server?.stop();
});

test("an answer is seen while it is written", async () => {
  const { id } = await server.call("POST", "/v1/sessions", { agent_id: server.agentId });
  await using visited = await visit(browser, `${server.url}/sessions/${id}`);
  const { page, complaints } = visited;
  await page.getByLabel("Message").fill("Tell me a story");
  await page.getByRole("button", { name: "Send" }).click();
  const writing = page.getByRole("article", { name: "The agent is writing" });
  await writing.getByText("Once upon a time").waitFor();
  first.resolve();
  await page.getByText("there was a capstan.").waitFor();
  await expect.poll(() => writing.count(), { timeout: 5_000 }).toBe(0);
  expect(await page.getByText("Once upon a").count()).toBe(1);
  expect(complaints).toEqual([]);
}, 30_000);

test("how far a long call has come is seen while it runs, and no longer", async () => {
  const { id } = await server.call("POST", "/v1/sessions", { agent_id: server.agentId });
  await using visited = await visit(browser, `${server.url}/sessions/${id}`);
  const { page, complaints } = visited;
  await page.getByLabel("Message").fill("Count the letters");
  await page.getByRole("button", { name: "Send" }).click();
  const told = page.getByText("3 of 7 sacks counted");
  await told.waitFor();
  counted.resolve();
  await page.getByText("There are 700.").waitFor();
  await expect.poll(() => told.count(), { timeout: 5_000 }).toBe(0);
  expect(complaints).toEqual([]);
}, 30_000);

test("a connection that breaks in the middle of an answer loses nothing of it", async () => {
  const proxy = await startCutProxy(server.port);
  try {
    const { id } = await server.call("POST", "/v1/sessions", { agent_id: server.agentId });
    await using visited = await visit(browser, `${proxy.url}/sessions/${id}`);
    const { page } = visited;
    await page.getByLabel("Message").fill("Long one");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("It begins,").waitFor();
    proxy.cut();
    await page.getByText("Reconnecting…").waitFor();
    second.resolve();
    await expect
      .poll(async () => (await server.call("GET", `/v1/sessions/${id}`)).state, { timeout: 5_000 })
      .toBe("completed");
    proxy.mend();
    await page.getByText("It begins, and it ends.").waitFor();
    await expect.poll(() => page.getByText("Reconnecting…").count(), { timeout: 10_000 }).toBe(0);
  } finally {
    proxy.close();
  }
}, 40_000);

test("S10: fields that are missing are asked for by a form", async () => {
  const id = await server.say("Book a room");
  await using visited = await visit(browser, `${server.url}/sessions/${id}`);
  const { page } = visited;
  const form = page.getByRole("region", { name: "Waiting for your answer" });
  await form.getByLabel("room").fill("12");
  await form.getByLabel("seats").fill("many");
  await form.getByRole("button", { name: "Answer" }).click();
  await form.getByText("seats must be a whole number.").waitFor();
  await form.getByLabel("seats").fill("4");
  await form.getByRole("button", { name: "Answer" }).click();
  await expect.poll(() => form.count(), { timeout: 10_000 }).toBe(0);
  await expect
    .poll(async () => (await server.call("GET", `/v1/sessions/${id}`)).state, { timeout: 5_000 })
    .toBe("completed");
}, 30_000);
