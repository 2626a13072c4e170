import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { findAxeViolations } from "../../../rig/axe.ts";
import { launchChromium } from "../../../rig/chromium.ts";
import { readTree } from "../../../src/features/bundles/testing/read-tree.ts";
import { skillTree } from "../../../src/features/bundles/testing/skill-trees.ts";
import { fingerprint } from "../../../src/features/hub/index/keys.ts";
import { makeHubOfToday } from "../../hub-tools.ts";
import { ADMIN_KEY, startConsole } from "./console-server.ts";
import { type Browser, type Page, visit } from "./visit.ts";

const keep = process.env.CAPSTAN_SCREENSHOTS;
const DESKTOP = { width: 1280, height: 860 };
const PHONE = { width: 390, height: 844 };

let browser: Browser;

beforeAll(async () => {
  if (keep) mkdirSync(keep, { recursive: true });
  browser = await launchChromium();
}, 60_000);

afterAll(() => browser?.close());

/** Nothing is cut off and nothing keeps anybody out, on both widths. */
async function look(page: Page, name: string) {
  await expect
    .poll(() => page.locator("[role=status][aria-label=Loading]").count(), { timeout: 5_000 })
    .toBe(0);
  expect(await findAxeViolations(page)).toEqual([]);
  for (const [device, size] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
    await page.setViewportSize(size);
    const width = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    expect(await page.evaluate(width), device).toBeLessThanOrEqual(0);
    if (keep) await page.screenshot({ path: join(keep, `${name}-${device}.png`), fullPage: true });
  }
}

/** A skill that reaches a host which it does not name. */
function weather(version: string, word: string) {
  const tree = skillTree(
    "weather",
    "metadata: {author: Ada}\nautonomy_level: READ\nside_effects: [fs]",
    {
      "impl.mjs": `export async function run() {\n  const signal = AbortSignal.timeout(1000);\n  await fetch("https://weather.example/now", { signal });\n  return { says: "${word}" };\n}\n`,
    },
  );
  const text = String(tree["SKILL.md"]).replace("version: 1.0.0", `version: ${version}`);
  return readTree({ ...tree, "SKILL.md": text });
}

async function runAsAdmin(page: Page) {
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Admin needed" });
  await dialog.getByLabel("Admin key").fill(ADMIN_KEY);
  await dialog.getByRole("button", { name: "Continue" }).click();
}

test("I47, X25, A99: found, looked at, installed with an admin's Run, updated by its diff, and withdrawn with the reason", async () => {
  const { source, publish, publisher, hub, hubSigner, acme } = await makeHubOfToday();
  await publish(await weather("1.0.0", "sunny"));
  const server = await startConsole({ settings: { hubs: [source] } });
  onTestFinished(() => server.stop());
  await using visited = await visit(browser, `${server.url}/hub`);
  const { page, complaints } = visited;
  const installed = page.getByRole("region", { name: "Installed" });

  await page.getByLabel("Search the hubs").fill("weath");
  const tile = page.getByRole("link", { name: /^weather/ });
  await tile.waitFor();
  await expect.poll(() => page.getByRole("link", { name: /greeter/ }).count()).toBe(0);
  await look(page, "hub");
  await tile.click();
  await page.getByRole("heading", { level: 1, name: "weather" }).waitFor();
  const signature = page.getByRole("region", { name: "Signed by acme" });
  await signature.getByText(fingerprint(acme.key)).waitFor();
  await signature.getByText("This publisher is new here.").waitFor();
  await page.getByRole("region", { name: "What it may touch" }).getByText("fs").waitFor();
  const findings = page.getByRole("region", { name: "Seen in its files" });
  await findings.getByText(/weather\.example/).waitFor();
  await findings.getByText("It does not say so").first().waitFor();
  await look(page, "hub-item");

  await page.getByRole("button", { name: "Install", exact: true }).click();
  await page.getByText("Needs an admin").waitFor();
  await page.getByText(fingerprint(acme.key)).first().waitFor();
  // For a moment nobody can press Run by accident, and its button is pale.
  await page.locator("button:disabled", { hasText: "Deny" }).waitFor({ state: "detached" });
  await look(page, "hub-approval");
  await runAsAdmin(page);
  await page.getByText("Done", { exact: true }).first().waitFor();
  await page.goto(`${server.url}/hub`);
  await installed.getByText("1.0.0").waitFor();

  await publish(await weather("1.0.1", "rainy"));
  await page.getByRole("button", { name: "Look for updates" }).click();
  await installed.getByText("Update to 1.0.1").waitFor();
  await look(page, "hub-update");
  await installed.getByRole("link", { name: "acme/weather" }).click();
  const changes = page.getByRole("region", { name: "Changed since 1.0.0" });
  await changes.getByText("What changed in impl.mjs").click();
  await changes.getByText(/rainy/).waitFor();
  await look(page, "hub-diff");

  const reason = "It says rain when the sun shines.";
  await publisher.withdraw({ hub, hubSigner, name: "weather", version: "1.0.0", reason });
  await page.goto(`${server.url}/hub`);
  await page.getByRole("button", { name: "Look for updates" }).click();
  await installed.getByText("Withdrawn", { exact: true }).waitFor();
  await installed.getByText(new RegExp(reason)).waitFor();
  await look(page, "hub-withdrawn");
  expect(complaints).toEqual([]);
}, 60_000);
