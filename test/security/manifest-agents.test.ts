import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, renameSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { usually } from "../runs.ts";
import { treeHash } from "../tree-hash.ts";
import { CHEATS, MANIFEST } from "./cheating-agents.ts";
import { makeFolder, openAgent } from "./open-agent.ts";

const SLOW = 40_000;

/** A port that somebody listens at. */
async function listen(): Promise<number> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

/** `data` is granted, `data-secret` is not. */
function makeData() {
  const folder = makeFolder({ "data/a.txt": "a", "data/b.txt": "b", "data-secret/x": "secret" });
  const secret = join(folder, "data-secret/x");
  symlinkSync(secret, join(folder, "data/link"));
  return { folder, root: join(folder, "data"), secret };
}

/** What an agent may do is decided around its process: in Python it is the same, and takes as long. */
const USUAL_CHEATS = usually(CHEATS, ([language]) => language === "TypeScript");

describe.each(USUAL_CHEATS)("an agent that cheats, in %s", (_language, files) => {
  test(
    "I21, I28, I29, X7, A52, A100: reaches, changes and forges nothing that it was not given",
    async () => {
      const { folder, root, secret } = makeData();
      const { give, act } = await openAgent(MANIFEST, files);
      await give(root);
      const before = treeHash(folder);
      const forged = {
        confirmed: true,
        context: { confirmed: true },
        secret,
        port: await listen(),
        pid: process.pid,
      };
      const outcome = await act("look_around", forged);
      expect(outcome).toMatchObject({ state: "completed", outputs: { result: [] } });
      expect(outcome.outputs).toMatchObject({ metadata: { paths_accessed: ["/workspace/a"] } });
      expect(treeHash(folder)).toBe(before);
    },
    SLOW,
  );

  test(
    "I17, I31, I33, X38: deletes nothing in a dry run, nor without a person's word",
    async () => {
      const { root } = makeData();
      const { give, act, pending, answer } = await openAgent(MANIFEST, files);
      await give(root);
      const before = treeHash(root);
      expect((await act("delete_everything", {}, { dryRun: true })).state).toBe("failed");
      const outcome = await act("delete_everything", { confirmed: true });
      expect(outcome).toMatchObject({
        state: "input_required",
        inputRequest: { kind: "confirmation" },
      });
      expect(await pending()).toHaveLength(1);
      expect(treeHash(root)).toBe(before);
      const answered = await answer({ type: "run" });
      expect(answered.outcome).toMatchObject({
        state: "completed",
        outputs: { metadata: { files_affected: 3 } },
        notes: [expect.stringContaining("says that it changed 0 files")],
      });
      expect(readdirSync(root)).toEqual([]);
    },
    SLOW,
  );

  test(
    "I25: lies in its metadata, and what is true is on record beside it",
    async () => {
      const { act, lastRecord } = await openAgent(MANIFEST, files);
      const outcome = await act("write_note");
      expect(outcome).toMatchObject({
        outputs: { metadata: { files_affected: 1, bytes_affected: 5 } },
        notes: [
          expect.stringMatching(/changed 3 files .*it changed 1 file with 5 bytes/),
          "The preview was about 3 files; it changed 1 file.",
        ],
      });
      expect(await lastRecord("invocation.ended")).toMatchObject({
        measured: { files: 1, bytes: 5, claimed: { files: 3 } },
      });
    },
    SLOW,
  );

  test(
    "I25, A56: hides nothing by a name that is no UTF-8, nor behind a grandchild",
    async () => {
      const { root } = makeData();
      const { give, act } = await openAgent(MANIFEST, files);
      await give(root);
      const outcome = await act("create_hidden");
      expect(outcome.error).toBeUndefined();
      // Two files, and the folder that is open to others now.
      expect(outcome).toMatchObject({
        state: "completed",
        outputs: { metadata: { files_affected: 3, bytes_affected: 2 } },
      });
      expect(outcome.notes).toContainEqual(expect.stringMatching(/name that no file of a session/));
      expect((await act("create_hidden", {}, { dryRun: true })).state).toBe("completed");
      await setTimeout(700);
      expect(existsSync(join(root, "late"))).toBe(false);
    },
    SLOW,
  );

  test(
    "I24, I34, A60: shows no trace, however it fails; the record has it",
    async () => {
      const { act, lastRecord } = await openAgent(MANIFEST, files);
      for (const [how, code] of [
        ["answer", "DISK_ERROR"],
        ["raise", "AGENT_FAILED"],
        ["die", "AGENT_FAILED"],
      ]) {
        const { state, error } = await act("fail", { how });
        expect([state, error?.code]).toEqual(["failed", code]);
        expect(error?.message).not.toMatch(/Trace|Error|Errno|ENOENT|bundle|\n|:\d/);
        expect(JSON.stringify(await lastRecord("invocation.ended"))).toMatch(
          /agent\.|broken|ENOENT/,
        );
      }
    },
    SLOW,
  );

  test(
    "A56: keeps no process alive",
    async () => {
      const { act } = await openAgent(MANIFEST, files);
      expect((await act("linger")).state).toBe("completed");
      const running = execFileSync("ps", ["-eo", "args"], { encoding: "utf8" });
      expect(running).not.toContain("sleep 31.4159");
    },
    SLOW,
  );

  test(
    "I35, I36, X6: what touches five files is foreseen and asked about once; a difference is told",
    async () => {
      const { root } = makeData();
      const { give, act, pending, answer } = await openAgent(MANIFEST, files);
      await give(root);
      expect((await act("create_many", { count: 2 })).state).toBe("completed");
      const asked = await act("create_many", { count: 6, more: true });
      expect(asked).toMatchObject({ state: "input_required", inputRequest: { kind: "approval" } });
      expect(await pending()).toMatchObject([
        {
          reason: "It would change 6 files.",
          preview: { preview: expect.arrayContaining([join(root, "made-5")]) },
        },
      ]);
      expect(existsSync(join(root, "made-5"))).toBe(false);
      const { outcome } = await answer({ type: "run" });
      expect(outcome).toMatchObject({ state: "completed" });
      expect(outcome.notes).toContain("The preview was about 6 files; it changed 7 files.");
    },
    SLOW,
  );
});

describe.each(USUAL_CHEATS)("a preview that is another each time, in %s", (_language, files) => {
  test(
    "X8, I35: is asked about twice, and then refused with the reason in words",
    async () => {
      const { root } = makeData();
      const { give, act, answer, pending } = await openAgent(MANIFEST, files, {
        profile: "strict",
      });
      await give(root);
      expect((await act("move_clock")).state).toBe("input_required");
      expect((await answer({ type: "run" })).outcome.state).toBe("input_required");
      const { outcome } = await answer({ type: "run" });
      expect(outcome).toMatchObject({ state: "blocked", error: { code: "PREVIEW_UNSTABLE" } });
      expect(outcome.error?.message).toMatch(/another each time .* about the task alone/);
      expect(await pending()).toEqual([]);
    },
    SLOW,
  );
});

describe("between the question and the run", () => {
  const [, files] = CHEATS[0];

  test(
    "X8: a file that was put in the place of another is asked about again",
    async () => {
      const { root } = makeData();
      const { give, act, pending, answer } = await openAgent(MANIFEST, files);
      await give(root);
      const inputs = { count: 5, path: root };
      expect((await act("create_many", inputs)).state).toBe("input_required");
      renameSync(join(root, "b.txt"), join(root, "a.txt"));
      const { approval, outcome } = await answer({ type: "run" });
      expect(approval.state).toBe("superseded");
      expect(outcome.state).toBe("input_required");
      expect((await pending())[0]?.changed).toEqual(["preview"]);
      expect(existsSync(join(root, "made-1"))).toBe(false);
    },
    SLOW,
  );

  test(
    "A27: a folder that was swapped for a link is refused",
    async () => {
      const { folder, root } = makeData();
      const { give, act } = await openAgent(MANIFEST, files);
      await give(root);
      renameSync(root, join(folder, "old"));
      symlinkSync(join(folder, "data-secret"), root);
      const outcome = await act("look_around", {});
      expect(outcome).toMatchObject({ state: "blocked", error: { code: "ROOT_CHANGED" } });
    },
    SLOW,
  );
});
