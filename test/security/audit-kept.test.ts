import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { openCheckpointFile } from "../../src/app/checkpoint-file.ts";
import { Settings } from "../../src/app/settings.ts";
import { eraseBody, erasureDigest } from "../../src/base/audit/erased-body.ts";
import { readKeptCheckpoints } from "../../src/base/audit/kept-checkpoints.ts";
import { verifyExport } from "../../src/base/audit/verify-export.ts";
import { canonicalJson } from "../../src/base/canonical-json.ts";
import { createKeyring } from "../../src/base/keyring.ts";
import { eraseSession } from "../../src/engine/sessions/erase-session.ts";
import { sealAudit } from "../../src/gate/audit/audit-sealer.ts";
import type { Checkpoint } from "../../src/schema/checkpoint.ts";
import { temporaryDatabase } from "../../src/testing/temporary-database.ts";
import { ADMIN, type Harness, openHarness } from "../harness.ts";
import { type Intruder, openIntruded, type Row } from "../intruder.ts";
import { runs } from "../runs.ts";

const masterKey = new Uint8Array(32).fill(7);

type Step = "session" | "call" | "erase" | "seal";

async function play(harness: Harness, steps: readonly Step[]): Promise<void> {
  const open: string[] = [];
  for (const step of steps) {
    if (step === "seal") await harness.gate.auditor.seal();
    else if (step === "session") open.push((await harness.openSession()).id);
    else if (step === "call") {
      const [sessionId = null] = open.slice(-1);
      await harness.invoke("builtin:test_math:add", { a: 1, b: 2 }, { sessionId });
    } else {
      const id = open.pop();
      if (id !== undefined) await eraseSession(harness.engine, id, ADMIN);
    }
  }
}

async function openLog() {
  const { open, ...intruder } = await openIntruded();
  /** A process that was not there before. */
  const start = async (more: Parameters<typeof openHarness>[0] = {}) => {
    const harness = await openHarness({ store: await open(), masterKey, ...more });
    onTestFinished(() => harness.close());
    return harness;
  };
  return { intruder, start };
}

async function sealed({ gate }: Harness): Promise<Checkpoint> {
  await gate.auditor.seal();
  const checkpoint = await gate.store.audit.lastCheckpoint();
  if (!checkpoint) throw new Error("There is no checkpoint.");
  return checkpoint;
}

async function exported({ store }: Harness): Promise<string[]> {
  const lines: string[] = [];
  for await (const item of store.audit.export()) lines.push(JSON.stringify(item));
  return lines;
}

/** What the log says of itself and what is said of its export, held against what was kept. */
const verdicts = async (harness: Harness, kept: readonly Checkpoint[]) => [
  await harness.gate.auditor.verify(kept),
  await verifyExport(await exported(harness), harness.gate.auditor.publicKey, kept),
];

type Tamper = (intruder: Intruder, row: Row, other: Row) => Promise<unknown>;

const TAMPERS: Record<string, Tamper> = {
  "an edited text": ({ setBody }, row) => setBody(row, row.body.replace('"id"', '"xd"')),
  "a text replaced by an erased one": ({ setBody }, row) =>
    setBody(row, eraseBody(row.body.replace(/,"erased".*/, ',"x":1}'))),
  "an erased stream, and a record of it that nobody signed": async (intruder, row) => {
    const rows = await intruder.rows(`stream = '${row.stream}'`);
    const left = rows.map(({ body }) => eraseBody(body.replace(/,"erased".*/, ',"x":1}')));
    const data = { session_id: row.stream, records: rows.length, digest: erasureDigest(left) };
    for (const [n, one] of rows.entries()) await intruder.setBody(one, left[n] ?? "");
    const frame = { ...JSON.parse(row.body), data, type: "session.erased", invocation_id: null };
    await intruder.append("system", canonicalJson({ ...frame, tool_id: null }));
  },
  "two texts swapped": async ({ setBody }, row, other) => {
    await setBody(row, other.body);
    await setBody(other, row.body);
  },
  "a deleted record": ({ run }, { stream, sequence }) =>
    run("delete from audit where stream = $1 and sequence = $2", stream, sequence),
  "a stream cut off, with its head": async ({ run }, { stream, sequence, hash }) => {
    await run("delete from audit where stream = $1 and sequence >= $2", stream, sequence);
    await run(
      "update heads set records = $1, hash = $2 where stream = $3",
      ...[sequence - 1, hash, stream],
    );
  },
  "an older copy": ({ putBack }) => putBack("older"),
  "an emptied log": ({ empty }) => empty(),
  "emptied checkpoints": async ({ run }) => {
    for (const table of ["checkpoints", "checkpoint_heads"]) await run(`delete from ${table}`);
  },
  "the last checkpoint cut off": async ({ run }) => {
    const last = "(select max(sequence) from checkpoints)";
    await run(`delete from checkpoint_heads where checkpoint = ${last}`);
    await run(`delete from checkpoints where sequence = ${last}`);
  },
  "an edited checkpoint": ({ run }) =>
    run("update checkpoints set body = replace(body, '20', '19')"),
  "a checkpoint with another signature": ({ run }) =>
    run("update checkpoints set signature = 'A' || substr(signature, 3) || '='"),
};

describe("A122: a log is held against a checkpoint that was kept", () => {
  test("whatever happened to it before that checkpoint is found, in the store and in an export", async () => {
    const step = fc.constantFrom<Step>("session", "call", "call", "erase", "seal");
    const history = fc.array(step, { minLength: 2, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(history, history, fc.nat(), fc.nat(), async (before, after, at, further) => {
        const { intruder, start } = await openLog();
        const harness = await start();
        await play(harness, ["session", ...before, "seal"]);
        await intruder.copy("older");
        await play(harness, ["session", "call", ...after, "call"]);
        const kept = [await sealed(harness)];
        for (const verdict of await verdicts(harness, kept)) expect(verdict.ok).toBe(true);
        await intruder.copy("whole");
        const rows = await intruder.rows();
        const index = at % rows.length;
        const other = (index + 1 + (further % (rows.length - 1))) % rows.length;
        for (const [what, tamper] of Object.entries(TAMPERS)) {
          await tamper(intruder, rows[index] as Row, rows[other] as Row);
          for (const verdict of await verdicts(harness, kept)) expect(verdict.ok, what).toBe(false);
          await intruder.putBack("whole");
        }
        for (const verdict of await verdicts(harness, kept)) expect(verdict.ok).toBe(true);
      }),
      runs(3, 20),
    );
  }, 60_000);

  test("an older copy, and one that went on from it, are said to be that", async () => {
    const { intruder, start } = await openLog();
    const first = await start();
    await play(first, ["call", "seal"]);
    await intruder.copy("older");
    await play(first, ["call", "seal", "call"]);
    const kept = [await sealed(first)];
    await first.close();
    await intruder.putBack("older");
    const second = await start();
    for (const { firstBad } of await verdicts(second, kept)) {
      expect(firstBad?.reason).toBe(
        "The log ends at checkpoint 1; the one you kept is 3: it was rolled back or cut.",
      );
    }
    expect(await second.gate.auditor.verify()).toMatchObject({ ok: true });
    await play(second, ["call", "seal", "call", "seal", "call", "seal"]);
    for (const { firstBad } of await verdicts(second, kept)) {
      expect(firstBad?.reason).toMatch(/^Checkpoint 3 is not the one that you kept/);
    }
    await intruder.empty();
    const [{ firstBad } = {}] = await verdicts(second, kept);
    expect(firstBad?.reason).toMatch(/^The log has no checkpoint; the one you kept is 3/);
  });

  test("a kept checkpoint of another installation, or a damaged one, is said to be that", async () => {
    const { start } = await openLog();
    const harness = await start();
    await play(harness, ["call"]);
    const kept = await sealed(harness);
    const forger = createKeyring(new Uint8Array(32).fill(9)).signer("audit");
    const foreign = { ...kept, signature: forger.sign(kept.body) };
    const damaged = { ...kept, body: kept.body.replace("20", "19") };
    for (const { firstBad } of await verdicts(harness, [foreign])) {
      expect(firstBad?.reason).toMatch(/not signed with the key of this installation/);
    }
    for (const { firstBad } of await verdicts(harness, [damaged])) {
      expect(firstBad?.reason).toMatch(/is damaged/);
    }
  });
});

describe("A122: checkpoints are kept in a file", () => {
  const fileIn = (folder: string) => {
    const settings = Settings.parse({ audit: { keep_checkpoints: "kept/checkpoints.jsonl" } });
    const checkpointKeeper = openCheckpointFile(settings, folder);
    return checkpointKeeper ? { checkpointKeeper } : {};
  };

  async function openKept() {
    const folder = join(temporaryDatabase(), "..");
    mkdirSync(join(folder, "kept"));
    const file = join(folder, "kept/checkpoints.jsonl");
    const { intruder, start } = await openLog();
    const read = () => readFileSync(file, "utf8").trim().split("\n");
    return { intruder, file, read, start: () => start(fileIn(folder)) };
  }

  test("each on a line, for the owner only, also those that somebody else sealed", async () => {
    const { file, read, start } = await openKept();
    const harness = await start();
    await play(harness, ["call", "seal", "call"]);
    const { store, clock, keyring } = harness.gate;
    await sealAudit({ store, clock, signer: keyring.signer("audit") });
    await play(harness, ["call", "seal"]);
    expect(read().map((line) => JSON.parse(line).sequence)).toEqual([1, 2, 3]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await harness.gate.auditor.verify()).toMatchObject({
      ok: true,
      kept: { sequence: 3, place: "kept/checkpoints.jsonl" },
    });
  });

  test("a log that was rolled back and went on is found by it, though the file went on too", async () => {
    const { intruder, file, read, start } = await openKept();
    const first = await start();
    await play(first, ["call", "seal"]);
    await intruder.copy("older");
    await play(first, ["call", "seal"]);
    await first.close();
    // A line that was cut off while it was written.
    writeFileSync(file, '{"sequence":', { flag: "a" });
    await intruder.putBack("older");
    const second = await start();
    await play(second, ["call", "seal", "call", "seal"]);
    expect(await readKeptCheckpoints(read())).toMatchObject([{ sequence: 2 }, { sequence: 3 }]);
    const { ok, firstBad } = await second.gate.auditor.verify();
    expect([ok, firstBad?.sequence]).toEqual([false, 2]);
  });

  test("when it cannot be written that is reported once, and sealing goes on", async () => {
    const { file, read, start } = await openKept();
    const harness = await start();
    mkdirSync(file);
    await play(harness, ["call", "seal", "call", "seal"]);
    expect(await harness.gate.store.audit.lastCheckpoint()).toMatchObject({ sequence: 2 });
    expect(harness.reported).toHaveLength(1);
    expect(await harness.gate.auditor.verify()).toMatchObject({
      ok: true,
      kept: { sequence: null, problem: expect.stringMatching(/EISDIR|not a file/) },
    });
    rmSync(file, { recursive: true });
    await play(harness, ["call", "seal"]);
    expect(read()).toHaveLength(1);
    expect(harness.gate.auditor.keepingProblem()).toBeUndefined();
  });
});
