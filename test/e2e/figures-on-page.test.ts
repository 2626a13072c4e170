import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { launchChromium } from "../../rig/chromium.ts";
import type { Session } from "../../src/http/client/wire.ts";
import { type Live, startLive } from "../live-server.ts";
import { KEY } from "./console/console-server.ts";
import { type Browser, visit } from "./console/visit.ts";

const WRITE = "builtin:session_file_system:write_file";
const settings = { policy: { permissions: { ask: [WRITE] } } };
const steps = [
  { tool_calls: [{ name: "builtin:test_math:add", input: { a: 1, b: 2 } }] },
  { text: "Three." },
  { tool_calls: [{ name: WRITE, input: { path: "/a.txt", content: "x" } }] },
];

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** The figures at the top of the page, as a person reads them. */
async function shown({ url }: Live): Promise<string> {
  await using visited = await visit(browser, `${url}/overview`);
  const figures = visited.page.locator("dl").first();
  await figures.waitFor({ timeout: 30_000 });
  return (await figures.textContent()) ?? "";
}

test("F73: the console's overview shows after a restart what it showed before", async () => {
  const home = mkdtempSync(join(tmpdir(), "capstan-figures-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const options = { home, settings, steps, env: { CAPSTAN_API_KEY: KEY } };
  let live = await startLive(options);
  const agent = { name: "clerk", capabilities: ["session_file_system", "test_math"] };
  const { body: made } = await live.call<{ id: string }>("POST", "/v1/agents", agent);
  const { body: session } = await live.call<Session>("POST", "/v1/sessions", { agent_id: made.id });
  for (const content of ["Add", "Write"]) {
    await live.call("POST", `/v1/sessions/${session.id}/messages?wait_ms=20000`, { content });
  }
  const before = await shown(live);
  expect(before).toMatch(/^Turns1none failed.*Waiting for a person1Answer/);
  await live.stop();
  live = await startLive(options);
  onTestFinished(() => live.stop());
  expect(await shown(live)).toBe(before);
}, 60_000);
