import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runAgainst } from "../../src/cli/testing/run-cli.ts";
import { openApi } from "../open-api.ts";

const GUIDE = readFileSync(join(import.meta.dirname, "../../docs/authoring-agents.md"), "utf8");

function blocks(language: string): string[] {
  const fenced = [...GUIDE.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)];
  return fenced.flatMap(([, name, text = ""]) => (name === language ? [text] : []));
}

test("I2, I3, I4, I45, I51: who follows the guide has an agent that passes check and test", async () => {
  const top = mkdtempSync(join(tmpdir(), "capstan-authoring-"));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  const [begin = "", tries = "", install = ""] = blocks("");
  const words = begin.trim().split(" ").slice(1);
  expect(await runAgainst({}, [...words, "--out", top])).toMatchObject({ code: 0 });
  const folder = join(top, "word_agent");
  const at = (path: string) => join(folder, path);

  writeFileSync(at("agent.ts"), blocks("ts")[0] ?? "");
  const [changes = "", cases = ""] = blocks("json");
  const manifest = JSON.parse(readFileSync(at("manifest.json"), "utf8"));
  writeFileSync(at("manifest.json"), JSON.stringify({ ...manifest, ...JSON.parse(changes) }));
  writeFileSync(at("tests/cases.json"), cases);
  writeFileSync(at("tests/agent.test.ts"), blocks("ts")[1] ?? "");
  const [row = "", ...section] = (blocks("markdown")[0] ?? "").split("\n");
  const spec = readFileSync(at("SPEC.md"), "utf8")
    .replace(/^\|---\|---\|---\|\n\nIt needs none\.$/m, `|---|---|---|\n${row}`)
    .replace(/^### greet\n[\s\S]*?(?=^## )/m, `${section.join("\n")}\n`);
  writeFileSync(at("SPEC.md"), spec);

  const api = await openApi({ contentFolder: join(top, "content") });
  onTestFinished(() => api.close());
  type Report = { ok: boolean; items: { name: string; state: string; message: string }[] };
  for (const what of ["check-folder", "test"]) {
    const { body } = await api.post<Report>(`/v1/capabilities/${what}`, { path: folder });
    const wrong = body.items?.filter(({ state }) => state === "failed");
    expect(wrong).toEqual([]);
  }
  for (const command of ["check", "test"]) expect(tries).toContain(`capabilities ${command} `);
  expect(install).toContain("add word_agent");
  const installed = await api.post("/v1/add", { what: folder }, { as: "admin" });
  expect(installed).toMatchObject({ status: 200, body: { kind: "agent", state: "added" } });
  // What a test cannot do is at least said: what a proposal tells, and where to ask.
  const said = GUIDE.replaceAll(/\s+/g, " ");
  for (const advice of [
    "capability: add word_agent",
    "on which platforms you tried it, what it cannot do, and three tasks",
    "ask first, in the discussions",
    "is an issue",
  ]) {
    expect(said).toContain(advice);
  }
}, 60_000);
