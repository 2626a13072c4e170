import { afterAll, beforeAll, expect, test } from "vitest";
import { findAxeViolations } from "../../../rig/axe.ts";
import { launchChromium } from "../../../rig/chromium.ts";
import { ADMIN_KEY, type Console, startConsole } from "./console-server.ts";
import { type Browser, visit } from "./visit.ts";

/** Where people end up: addresses that lead nowhere, long lists, small screens, settings. */
let browser: Browser;
let server: Console;

beforeAll(async () => {
  [browser, server] = await Promise.all([
    launchChromium(),
    startConsole({
      settings: {
        quotas: [{ tool: "builtin:web_fetch:*", calls_per_minute: 10 }],
        allowed_hosts: ["capstan.example"],
        web_fetch: { allow_hosts: ["10.0.0.7:8080"] },
      },
    }),
  ]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test.each([
  { path: "/nowhere", says: "There is no page at /nowhere" },
  { path: "/policy/of/nobody", says: "There is no page at /policy/of/nobody" },
  { path: "/approvals/appr_0", says: "There is no approval appr_0", also: "All approvals" },
  { path: "/sessions/session_0", says: "There is no session session_0", also: "All sessions" },
  { path: "/agents/agent_0", says: "There is no agent agent_0", also: "All agents" },
  { path: "/catalog/ext:none", says: "There is no capability ext:none", also: "The catalog" },
  { path: "/audit/inv_0", says: "There is no record of a call inv_0", also: "The audit" },
])("$path has a page that says what is wrong and leads home", async ({ path, says, also }) => {
  await using visited = await visit(browser, server.url + path);
  const { page, complaints } = visited;
  await page.getByText(says).waitFor();
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  if (also) await page.getByRole("link", { name: also }).waitFor();
  await page.getByRole("main").getByRole("link", { name: "Home" }).click();
  await page.getByLabel("Message").waitFor();
  expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
});

test("the agent editor ends where the window ends: only its content scrolls", async () => {
  await using visited = await visit(browser, `${server.url}/agents/${server.agentId}`);
  const { page } = visited;
  await page.getByRole("button", { name: /Add$/ }).last().waitFor();
  expect(await page.evaluate("document.documentElement.scrollHeight - innerHeight")).toBe(0);
});

test("the policy table fits a phone", async () => {
  await using visited = await visit(browser, `${server.url}/policy`, { width: 360, height: 740 });
  const { page } = visited;
  const table = page.getByRole("region", { name: "Profiles" });
  await table.waitFor();
  const wider = `document.querySelector("[aria-label=Profiles]").scrollWidth`;
  expect(await page.evaluate<number>(wider)).toBeLessThan(360);
  const box = await table.getByText("asks an admin, with a frozen spec").boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
});

test("the overview begins with the last hour, in the words of the trade", async () => {
  await using visited = await visit(browser, `${server.url}/overview`);
  const { page } = visited;
  const asked = page.waitForRequest(/\/v1\/overview/);
  await page.reload();
  expect((await asked).url()).toContain("hours=1");
  expect(await page.getByLabel("How far back").inputValue()).toBe("1");
  for (const word of ["median", "p95", "price not set"]) {
    await page.getByText(word, { exact: true }).waitFor();
  }
});

test("sessions are searched on the server, page by page", async () => {
  for (let at = 0; at < 27; at++) {
    await server.call("POST", "/v1/sessions", { title: `Invoice ${at}` });
  }
  await server.call("POST", "/v1/sessions", { title: "A walk in the park" });
  await using visited = await visit(browser, `${server.url}/sessions`);
  const { page } = visited;
  const rows = page.getByRole("main").getByRole("listitem");
  await expect.poll(() => rows.count(), { timeout: 8_000 }).toBe(25);
  await page.getByLabel("Search titles").fill("INVOICE 0");
  await expect.poll(() => rows.count(), { timeout: 8_000 }).toBe(1);
  await page.getByLabel("Search titles").fill("invoice");
  await page.getByText("1–25 of 27").waitFor();
  await page.getByLabel("Search titles").fill("nothing like it");
  await page.getByText("No session found").waitFor();
});

test("the settings page shows what the server runs with, and an admin sets and removes a secret", async () => {
  await using visited = await visit(browser, `${server.url}/settings`);
  const { page } = visited;
  await page.getByText("10 calls a minute").waitFor();
  await page.getByText("localhost, capstan.example").waitFor();
  await page.getByText("10.0.0.7:8080").waitFor();
  await page.getByText("web_fetch.allow_hosts").waitFor();
  await page.getByLabel("Secret name").fill("desk_key");
  await page.getByLabel("Value").fill("correct horse battery");
  await page.getByLabel("Tools that may use it").fill("ext:tickets:*");
  await page.getByRole("button", { name: "Set", exact: true }).click();
  await page.getByLabel("Admin key").fill(ADMIN_KEY);
  await page.getByLabel("Stay admin in this tab").check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("DESK_KEY is set.").waitFor();
  const row = page.getByRole("listitem").filter({ hasText: "for ext:tickets:*" });
  await row.waitFor();
  expect(await page.getByText("battery").count()).toBe(0);
  expect(await findAxeViolations(page)).toEqual([]);
  await row.getByRole("button", { name: "Remove" }).click();
  await row.getByRole("button", { name: "Really remove DESK_KEY?" }).click();
  await page.getByText("No secret is set.").waitFor();
}, 30_000);

test("a policy draft is saved in this browser, and discarded when somebody says so", async () => {
  await using visited = await visit(browser, `${server.url}/policy`);
  const { page } = visited;
  const draft = page.getByLabel("Draft, in Cedar");
  const example = await draft.inputValue();
  await page.getByText("A saved draft stays in this browser").waitFor();
  await draft.fill("// mine");
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.reload();
  expect(await draft.inputValue()).toBe("// mine");
  await page.getByRole("button", { name: "Saved" }).waitFor();
  await page.getByRole("button", { name: "Discard draft" }).click();
  await page.getByRole("button", { name: "Really discard it?" }).click();
  await page.reload();
  expect(await draft.inputValue()).toBe(example);
}, 30_000);

test.each([360, 1280])(
  "the API reference reads at %d pixels, examples and all",
  async (width) => {
    await using visited = await visit(browser, `${server.url}/docs`, { width });
    const { page, complaints, elsewhere } = visited;
    const operation = page.getByRole("article", { name: "Send a message" });
    await operation.scrollIntoViewIfNeeded();
    await operation.getByText('curl "$CAPSTAN_URL/v1/sessions/<id>/messages"').waitFor();
    await operation.getByText('"resume_token"').waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    expect(await findAxeViolations(page)).toEqual([]);
    expect([complaints, elsewhere]).toEqual([[], []]);
  },
  60_000,
);
