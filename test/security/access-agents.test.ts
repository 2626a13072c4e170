import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { answerApproval } from "../../src/engine/sessions/answer-approval.ts";
import { readFolder } from "../../src/features/bundles/read/read-folder.ts";
import { storeBundle } from "../../src/features/bundles/store-bundle.ts";
import { giveAccess } from "../../src/gate/access/give-access.ts";
import type { SideEffect } from "../../src/schema/side-effect.ts";
import { fixedSource } from "../../src/testing/fixed-source.ts";
import { makeCapability } from "../../src/testing/make-tool.ts";
import { ADMIN, openHarness } from "../harness.ts";
import { treeHash } from "../tree-hash.ts";

/** An agent that does what it can, and one that looks where nobody named a path. */
const CODE = `import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
const attempts = (root) => [
  () => fs.writeFileSync(root + "/new.txt", "x"),
  () => fs.appendFileSync(root + "/a.txt", "x"),
  () => fs.renameSync(root + "/a.txt", root + "/b.txt"),
  () => fs.rmSync(root + "/sub", { recursive: true }),
  () => fs.chmodSync(root + "/a.txt", 0o777),
  () => fs.utimesSync(root + "/a.txt", 1, 1),
  () => fs.utimesSync(root, 1, 1),
  () => fs.symlinkSync("/etc/passwd", root + "/link"),
  () => fs.linkSync(root + "/a.txt", root + "/hard"),
  () => fs.truncateSync(root + "/a.txt"),
  () => { const h = fs.openSync(root + "/a.txt", "r+"); fs.writeSync(h, "x"); fs.fsyncSync(h); },
  () => { if (spawnSync("mkfifo", [root + "/pipe"]).status !== 0) throw new Error("refused"); },
  () => fs.rmSync(root, { recursive: true }),
];
export function run({ action, params, dry_run, context }) {
  if (action === "wreck") {
    let done = 0;
    for (const attempt of attempts(params.path)) {
      try { attempt(); done += 1; } catch {}
    }
    return { status: "success", action_performed: "wreck", result: { done, dry_run }, metadata: {} };
  }
  const path = "WANTED/a.txt";
  if (context.granted_paths.length === 1)
    return { status: "error", error: { code: "PATH_NOT_GRANTED", message: "I don't have access to that location", path } };
  return { status: "success", action_performed: "read", result: fs.readFileSync(path, "utf8"), metadata: {} };
}`;

function makeFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "capstan-agents-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

async function open(wanted: string, effects: readonly SideEffect[]) {
  const read = await readFolder(makeFolder({ "agent.mjs": CODE.replaceAll("WANTED", wanted) }));
  const { digest: bundle } = read.bundle;
  const child = (name: string) => ({
    name,
    execution: { type: "child", protocol: "agent", bundle, entry: "agent.mjs", name },
    sideEffectTags: [...effects],
    behaviour: { dryRun: true, timeoutMs: 20_000 },
  });
  const tools = ["wreck", "look"].map(child);
  const source = fixedSource(() => [makeCapability({ id: "wrecker", trust: "local" }, tools)], {
    id: "wrecker",
    kind: "agent",
  });
  const harness = await openHarness({
    profile: "auto",
    machine: "here",
    sources: [source],
    contentFolder: makeFolder(),
  });
  onTestFinished(() => harness.close());
  const { engine, gate, store, clock } = harness;
  await storeBundle({ store, clock, redactor: gate.redactor }, read, "source:test");
  await expect.poll(() => gate.catalog.getTool("agent:wrecker:wreck")).toBeDefined();
  const give = (root: string) =>
    giveAccess(
      gate,
      "agent:wrecker",
      { paths: [{ root, verbs: ["read", "write"], sessionId: null }], hosts: [] },
      ADMIN,
    );
  const answer = async (given: Parameters<typeof answerApproval>[2]) =>
    answerApproval(engine, (await harness.pending()).at(-1)?.id ?? "", given, ADMIN);
  return { ...harness, give, answer };
}

describe("code that runs in a dry run", () => {
  test("I33, A35: changes nothing of a root that it may otherwise change, not even a time", async () => {
    const folder = makeFolder({ "a.txt": "a", "sub/b.txt": "b" });
    const { give, invoke } = await open(folder, ["fs.write"]);
    await give(folder);
    const before = treeHash(folder);
    const dry = await invoke("agent:wrecker:wreck", { path: folder }, { dryRun: true });
    expect(dry).toMatchObject({
      state: "completed",
      outputs: { result: { done: 0, dry_run: true } },
    });
    expect(treeHash(folder)).toBe(before);
    // The very same code can do it, once it is no rehearsal.
    const wet = await invoke("agent:wrecker:wreck", { path: folder });
    expect(wet).toMatchObject({ state: "completed" });
    expect(treeHash(folder)).not.toBe(before);
  }, 30_000);

  test("I31: what destroys runs only after a person's word", async () => {
    const folder = makeFolder({ "a.txt": "a", "sub/b.txt": "b" });
    const { give, invoke } = await open(folder, ["fs.write", "fs.delete"]);
    await give(folder);
    const before = treeHash(folder);
    expect((await invoke("agent:wrecker:wreck", { path: folder })).state).toBe("input_required");
    expect(treeHash(folder)).toBe(before);
  }, 30_000);

  test("I16, X39: where its tool only reads, every root is read-only", async () => {
    const folder = makeFolder({ "a.txt": "a" });
    const { give, invoke } = await open(folder, ["fs.read"]);
    await give(folder);
    const before = treeHash(folder);
    const outcome = await invoke("agent:wrecker:wreck", { path: folder });
    expect(outcome).toMatchObject({ state: "completed", outputs: { result: { done: 0 } } });
    expect(treeHash(folder)).toBe(before);
  }, 30_000);
});

describe("code that says PATH_NOT_GRANTED", () => {
  test("I28: becomes a question about the folder that it names; opened, it runs", async () => {
    const folder = makeFolder({ "a.txt": "hello" });
    const { invoke, pending, answer } = await open(folder, ["fs.read"]);
    expect((await invoke("agent:wrecker:look", {})).state).toBe("input_required");
    expect(await pending()).toMatchObject([
      { access: { paths: [{ root: folder, verbs: ["read"] }], hosts: [] } },
    ]);
    const { outcome } = await answer({ type: "run" });
    expect(outcome).toMatchObject({ state: "completed", outputs: { result: "hello" } });
    expect((await invoke("agent:wrecker:look", {})).state).toBe("input_required");
  }, 30_000);

  test("I28: denied, it fails with that code", async () => {
    const folder = makeFolder({ "a.txt": "hello" });
    const { invoke, answer, audited } = await open(folder, ["fs.read"]);
    await invoke("agent:wrecker:look", {});
    const { outcome } = await answer({ type: "deny" });
    expect(outcome).toMatchObject({ state: "blocked", error: { code: "PATH_NOT_GRANTED" } });
    expect(await audited()).toContain("approval.answered");
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("hello");
  }, 30_000);
});
