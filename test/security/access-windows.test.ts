import {
  existsSync,
  lstatSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { answerApproval } from "../../src/engine/sessions/answer-approval.ts";
import { addCustom } from "../../src/features/custom/custom-capabilities.ts";
import { giveAccess } from "../../src/gate/access/give-access.ts";
import type { ExecutionRequest } from "../../src/gate/executor.ts";
import type { Access } from "../../src/schema/access.ts";
import { type At, faultyExecutor, faultyStore } from "../../src/testing/faults.ts";
import { attack, makeFolder, payload } from "../box.ts";
import { ADMIN, openHarness } from "../harness.ts";
import { openTestStore } from "../open-test-store.ts";

const READER = {
  id: "reader",
  name: "Reader",
  description: "Prints files.",
  tools: [
    {
      name: "print",
      description: "Prints a file.",
      input_schema: { type: "object", properties: { path: { type: "string", format: "path" } } },
      exec: { command: "cat", args: ["--", "{{path}}"] },
    },
  ],
};

/** A person approves a call in a folder that is open; in the n-th window after that something changes. */
async function openWorld() {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), "capstan-windows-")));
  const root = join(parent, "data");
  const other = realpathSync(mkdtempSync(join(tmpdir(), "capstan-other-")));
  onTestFinished(() => {
    for (const folder of [parent, other]) rmSync(folder, { recursive: true, force: true });
  });
  writeFileSync(join(other, "a.txt"), "outside");
  let points: string[] = [];
  let fireAt = -1;
  let change = async () => {};
  const at: At = async (point) => {
    if (fireAt < 0) return;
    points.push(point);
    if (points.length !== fireAt) return;
    fireAt = -1;
    await change();
  };
  const ran: Access[] = [];
  const harness = await openHarness({
    store: faultyStore(await openTestStore(), at),
    limits: { approvals_per_minute: 100_000 },
    machine: "here",
    wrapExecutor: (executor) => {
      const faulty = faultyExecutor(
        {
          ...executor,
          execute(request) {
            ran.push(request.context.access);
            return executor.execute(request);
          },
        },
        at,
      );
      // The preview only says what would run.
      const execute = (request: ExecutionRequest) =>
        request.context.dryRun ? executor.execute(request) : faulty.execute(request);
      return { ...faulty, execute };
    },
  });
  onTestFinished(() => harness.close());
  const { engine, gate } = harness;
  await addCustom(engine, READER, ADMIN);
  const give = (paths: readonly string[]) => {
    const wanted = paths.map((path) => ({
      root: path,
      verbs: ["read" as const],
      sessionId: null,
    }));
    return giveAccess(gate, "ext:reader", { paths: wanted, hosts: [] }, ADMIN);
  };

  async function changeAt(n: number, what: () => Promise<void>) {
    rmSync(root, { recursive: true, force: true });
    writeFolder(parent, root);
    await give([]);
    await give([root]);
    await harness.invoke("ext:reader:print", { path: join(root, "a.txt") });
    const [approval] = await harness.pending();
    [points, fireAt, change] = [[], n, what];
    ran.length = 0;
    const { outcome } = await answerApproval(engine, approval?.id ?? "", { type: "run" }, ADMIN);
    const wasReached = points.length >= n;
    fireAt = -1;
    for (const { id } of await harness.pending()) {
      await answerApproval(engine, id, { type: "deny" }, ADMIN);
    }
    return { outcome, wasReached, where: points[n - 1] ?? "", ran: [...ran] };
  }
  return { changeAt, give, root, parent, other };
}

function writeFolder(parent: string, root: string): void {
  const made = mkdtempSync(join(parent, "new-"));
  writeFileSync(join(made, "a.txt"), "inside");
  renameSync(made, root);
}

test("what is revoked in any window before the call is claimed is not used", async () => {
  const { changeAt, give, root } = await openWorld();
  let claimed = false;
  for (let n = 1; ; n += 1) {
    const { outcome, wasReached, where, ran } = await changeAt(n, () => give([]));
    if (!wasReached) {
      expect(n).toBeGreaterThan(4);
      break;
    }
    if (where === "commit call.claim: after") claimed = true;
    if (!claimed) expect({ where, ran }).toEqual({ where, ran: [] });
    // What ran had what was approved, and nothing else.
    for (const access of ran)
      expect(access).toEqual({ paths: [{ root, verbs: ["read"] }], hosts: [] });
    if (ran.length === 0) expect(outcome.state, where).not.toBe("completed");
  }
  expect(claimed).toBe(true);
}, 120_000);

test("A27: a root that is swapped for a link in any window before the program starts is not read", async () => {
  const { changeAt, root, parent, other } = await openWorld();
  let hasRun = false;
  for (let n = 1; ; n += 1) {
    const { outcome, wasReached, where } = await changeAt(n, async () => {
      renameSync(root, join(parent, `moved-${n}`));
      symlinkSync(other, root);
    });
    if (!wasReached) {
      expect(n).toBeGreaterThan(4);
      break;
    }
    expect(JSON.stringify(outcome), where).not.toContain("outside");
    if (where === "execute print: after") hasRun = true;
    if (!hasRun) expect(outcome.error?.code, where).toBe("ROOT_CHANGED");
  }
}, 120_000);

test("A27: a box that was made with another folder than the one that was opened starts nothing", async () => {
  const [meant, other] = [makeFolder({ "a.txt": "inside" }), makeFolder({ "a.txt": "outside" })];
  const { dev, ino } = lstatSync(meant, { bigint: true });
  const identity = { device: String(dev), inode: String(ino) };
  const print = (source: string) =>
    attack(payload.shell(`cat "$1"/a.txt; echo ran > "$1"/ran.txt`, "/mnt/data"), {
      mounts: [{ source, target: "/mnt/data", mode: "rw", identity }],
    });
  expect(await print(meant)).toMatchObject({ exitCode: 0, stdout: "inside" });
  const link = `${meant}-link`;
  onTestFinished(() => rmSync(link));
  symlinkSync(other, link);
  for (const swapped of [other, link]) {
    const result = await print(swapped);
    expect(result.notStarted).toContain("was replaced");
    expect(result.stdout).toBe("");
    expect(existsSync(join(other, "ran.txt"))).toBe(false);
  }
});
