import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../../rig/chromium.ts";
import { run } from "../../src/cli/testing/run-cli.ts";
import { type Console, KEY, startConsole } from "./console/console-server.ts";
import { type Browser, visit } from "./console/visit.ts";

type Listed = { readonly items: readonly { readonly id: string }[] };

const PLAYS = {
  Write: [{ calls: [{ name: "send_letter", input: { to: "ada", body: "Dear ada" } }] }],
};
const CHANGED = JSON.stringify({ to: "eve", body: "Dear eve" });

let browser: Browser;
let server: Console;
let approval: string;
let ran: string;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchChromium(), startConsole({ plays: PLAYS })]);
  await server.say("Write to Ada.");
  const { items } = await server.call<Listed>("GET", "/v1/approvals?state=pending");
  approval = items[0]?.id ?? "";
  ran = await cli("approvals", "run", approval, "--input", CHANGED);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function cli(...words: string[]): Promise<string> {
  const env = { CAPSTAN_URL: server.url, CAPSTAN_API_KEY: KEY };
  return (await run(words, { env })).out;
}

test("F68: approvals run says with which input it ran, and approvals list shows that one", async () => {
  expect(ran).toContain("owner changed the input.");
  expect(ran).toContain(CHANGED);
  const listed = await cli("approvals", "list", "--state", "all");
  expect(listed).toContain(CHANGED);
  expect(listed).not.toContain("Dear ada");
});

test("F68: approvals show and the console's page say what ran, and what was asked", async () => {
  const shown = await cli("approvals", "show", approval);
  expect(shown).toMatch(/inputs\n {4}"to": "eve"[\s\S]*asked with\n {4}"to": "ada"/);
  await using visited = await visit(browser, `${server.url}/approvals/${approval}`);
  await visited.page.getByText("Dear eve").first().waitFor();
  expect(visited.complaints).toEqual([]);
});
