import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../../../rig/chromium.ts";
import { type Console, startConsole } from "./console-server.ts";
import { type Browser, visit } from "./visit.ts";

const PLAYS = {
  Count: [
    { calls: [{ name: "count_lines", input: { path: "/uploads/lines.txt", page: true } }] },
    { text: "It has three lines." },
  ],
};

let browser: Browser;
let server: Console;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchChromium(), startConsole({ plays: PLAYS })]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test("P33, E24: a file goes up, a tool reads it, and what it made is seen, saved and never run", async () => {
  const { id } = await server.call("POST", "/v1/sessions", { agent_id: server.agentId });
  await using visited = await visit(browser, `${server.url}/sessions/${id}`);
  const { page, complaints } = visited;
  await page.getByLabel("Files to attach").setInputFiles({
    name: "lines.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("one\ntwo\nthree\n"),
  });
  await page.getByRole("list", { name: "Attached" }).getByText("lines.txt").waitFor();
  await page.getByLabel("Message").fill("Count the lines");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("It has three lines.").waitFor();

  await page.getByRole("img", { name: "chart.png" }).waitFor();
  await page.getByRole("cell", { name: "5" }).waitFor();
  // The page that the tool wrote is shown as its text.
  await page.getByText("<script>document.title='taken'</script>").waitFor();
  expect(await page.title()).not.toContain("taken");

  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download", exact: true }).first().click();
  expect((await saved).suggestedFilename()).toBe("report.csv");

  await page.getByRole("tab", { name: "Files" }).click();
  await page.getByRole("button", { name: /^lines.txt/ }).click();
  const dialog = page.getByRole("dialog", { name: "lines.txt" });
  await dialog.getByText("three").waitFor();
  await dialog.getByRole("button", { name: "Edit" }).click();
  await dialog.getByLabel("Content of lines.txt").fill("four");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("four").waitFor();
  expect(complaints).toEqual([]);
}, 30_000);

test("A117: a file of a session that is opened by its address is an attachment, and needs a token", async () => {
  const { id } = await server.call("POST", "/v1/sessions", { agent_id: server.agentId });
  const path = `${server.url}/v1/sessions/${id}/files/page.html`;
  const headers = { authorization: "Bearer console-test-key" };
  await fetch(path, { method: "PUT", headers, body: "<script>1</script>" });
  const opened = await fetch(path, { headers });
  expect(opened.headers.get("content-disposition")).toContain("attachment");
  expect(opened.headers.get("x-content-type-options")).toBe("nosniff");
  expect(opened.headers.get("content-security-policy")).toContain("sandbox");
  expect((await fetch(path)).status).toBe(401);
}, 20_000);
