import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../../../rig/chromium.ts";
import { usually } from "../../runs.ts";
import { type Console, startConsole } from "./console-server.ts";
import { type Browser, type Page, visit } from "./visit.ts";

/** Set CAPSTAN_SCREENSHOTS to a folder to keep the pictures. */
const keep = process.env.CAPSTAN_SCREENSHOTS;

const READER = {
  id: "reader",
  name: "Reader",
  description: "Prints files.",
  tools: [
    {
      name: "print",
      description: "Prints a file of this machine.",
      input_schema: {
        type: "object",
        properties: { path: { type: "string", format: "path" } },
        required: ["path"],
      },
      exec: { command: "cat", args: ["--", "{{path}}"] },
    },
  ],
};

let browser: Browser;
let server: Console;
let folder: string;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "capstan-reports-")));
  mkdirSync(join(folder, "years"));
  writeFileSync(join(folder, "march.txt"), "a good month");
  [browser, server] = await Promise.all([launchChromium(), startConsole()]);
  await server.call("POST", "/v1/capabilities", READER);
}, 60_000);

afterAll(async () => {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const print = (): Promise<{ state: string }> =>
  server.call("POST", "/v1/tools/ext:reader:print/invoke", {
    inputs: { path: join(folder, "march.txt") },
  });

async function picture(page: Page, name: string): Promise<void> {
  if (!keep) return;
  await page.screenshot({ path: join(keep, `${name}.png`), fullPage: true });
}

const WIDTHS = [
  ["desktop", 1280],
  ["phone", 390],
] as const;

test.each(usually(WIDTHS, ([name]) => name === "phone"))(
  "I28: an approval says what it would open, what is in it, and for how long (%s)",
  async (name, width) => {
    expect((await print()).state).toBe("input_required");
    await using visited = await visit(browser, `${server.url}/approvals`, { width });
    const { page, complaints } = visited;
    await page.getByText("Running this gives access to").waitFor();
    await page.getByText("to read, not to change").waitFor();
    await page.getByText("2 entries:").waitFor();
    await picture(page, `access-approval-${name}`);
    await page.getByLabel("for this session").waitFor();
    await page.getByLabel("until I revoke it").check();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect
      .poll(async () => {
        const { items } = await server.call<{ items: { root: string; verbs: string[] }[] }>(
          "GET",
          "/v1/capabilities/ext:reader/access",
        );
        return items.map(({ root, verbs }) => [root, ...verbs]);
      })
      .toEqual([[folder, "read"]]);

    // Where it is open, and how it is closed.
    await page.goto(`${server.url}/catalog/ext:reader`);
    await page.getByRole("heading", { name: "Access" }).waitFor();
    await page.getByText("Opened by owner").waitFor();
    await picture(page, `access-capability-${name}`);
    await page.getByRole("button", { name: `Close ${folder}` }).click();
    await page.getByText("No folder of this machine and no host is open to it").waitFor();

    // A folder that cannot be opened says why, and one that can is there.
    await page.getByLabel("A folder of this machine").fill("/");
    await page.getByRole("button", { name: "Open the folder" }).click();
    await page.getByText("the whole machine cannot be opened").waitFor();
    await page.getByLabel("A folder of this machine").fill(folder);
    await page.getByRole("button", { name: "Open the folder" }).click();
    await page.getByRole("button", { name: `Close ${folder}` }).click();
    await page.getByText("No folder of this machine and no host is open to it").waitFor();
    expect(complaints.filter((text) => !text.includes("422"))).toEqual([]);
  },
  60_000,
);
