import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { openApi } from "../../../test/open-api.ts";
import { longTest } from "../../../test/runs.ts";
import type { JsonObject } from "../../base/json.ts";

const FILE_AGENT = fileURLToPath(new URL("../../../capabilities/file_agent", import.meta.url));
const PER_FOLDER = 500;
/** Of which one has what is looked for. */
const NEEDLE_EVERY = 1_000;

function makeFiles(count: number): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "capstan-many-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (let n = 0; n < count; n++) {
    const inside = join(folder, `folder-${Math.floor(n / PER_FOLDER)}`);
    if (n % PER_FOLDER === 0) mkdirSync(inside);
    writeFileSync(join(inside, `file-${n}.txt`), n % NEEDLE_EVERY === 0 ? "a needle" : "straw");
  }
  return folder;
}

/** Lists and searches them, and answers what was told meanwhile and how long each took. */
async function lookAt(count: number) {
  const folder = makeFiles(count);
  const contentFolder = mkdtempSync(join(tmpdir(), "capstan-content-"));
  const api = await openApi({ contentFolder, profile: "auto" });
  onTestFinished(() => api.close());
  await api.post("/v1/capabilities/install", { path: FILE_AGENT }, { as: "admin" });
  const access = { paths: [{ root: folder, verbs: ["read"] }], hosts: [] };
  const url = `/v1/capabilities/${encodeURIComponent("agent:file_agent")}/access`;
  expect((await api.request("PUT", url, { body: access, as: "admin" })).status).toBe(200);
  const { id: sessionId } = await api.openSession();
  const told: { toolId: string; message: string; done: number; at: number }[] = [];
  onTestFinished(
    api.engine.deltas.listen(sessionId, (delta) => {
      if (!("progress" in delta)) return;
      const { toolId, message = "", done = 0 } = delta.progress;
      told.push({ toolId, message, done, at: performance.now() });
      // It stands still here, and lets one through every 100 ms.
      api.clock.advance(200);
    }),
  );
  const act = async (action: string, inputs: JsonObject) => {
    const started = performance.now();
    const tool = `agent:file_agent:${action}`;
    const outcome = await api.invoke(tool, { path: folder, ...inputs }, { sessionId });
    expect(outcome).toMatchObject({ state: "completed" });
    const { result } = outcome.outputs as { result: JsonObject };
    const ms = performance.now() - started;
    const said = told.filter(({ toolId }) => toolId === tool);
    return { result, ms, told: said, firstMs: (said[0]?.at ?? started + ms) - started };
  };
  const listed = await act("list_files", { recursive: true });
  const searched = await act("search_files", { content: "needle" });
  expect(listed.result.total).toBe(count);
  expect(searched.result.total).toBe(Math.ceil(count / NEEDLE_EVERY));
  for (const { told: said } of [listed, searched]) {
    expect(said.length).toBeGreaterThan(0);
    expect(said.map(({ done }) => done)).toEqual(
      said.map(({ done }) => done).sort((a, b) => a - b),
    );
  }
  expect(listed.told[0]?.message).toMatch(/^Looked at \d+ files and folders$/);
  expect(searched.told[0]?.message).toMatch(/^Searched \d+ files$/);
  return { folder, listed, searched };
}

test("file_agent says how far it has come, while it lists and searches many files", async () => {
  await lookAt(2_500);
}, 60_000);

longTest(
  "file_agent says early how far it has come over 100,000 files",
  async () => {
    const { folder, listed, searched } = await lookAt(100_000);
    const time = (program: string, args: string[]) => {
      const started = performance.now();
      execFileSync(program, args, { maxBuffer: 100_000_000, stdio: ["ignore", "pipe", "ignore"] });
      return performance.now() - started;
    };
    const find = time("find", [folder, "-type", "f", "-printf", "%p %s\n"]);
    const grep = time("grep", ["-rilI", "needle", folder]);
    const figures = {
      list_ms: Math.round(listed.ms),
      find_ms: Math.round(find),
      search_ms: Math.round(searched.ms),
      grep_ms: Math.round(grep),
      told: [listed.told.length, searched.told.length],
      first_told_ms: [Math.round(listed.firstMs), Math.round(searched.firstMs)],
    };
    process.stdout.write(`${JSON.stringify(figures)}\n`);
    for (const { told } of [listed, searched]) {
      expect(told.length).toBeGreaterThan(5);
      expect(told[0]?.done).toBeLessThan(50_000);
    }
  },
  300_000,
);
