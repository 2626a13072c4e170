import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { AUDIT_RECORD } from "../../../test/records.ts";
import { runAgainst } from "../testing/run-cli.ts";

test("audit verify exits 1 and names the stream and the sequence of the first bad record", async () => {
  const verification = {
    ok: false,
    streams: 2,
    records: 9,
    checkpoints: 1,
    first_bad: { stream: "session_1", sequence: 4, reason: "hash differs" },
  };
  const routes = { "GET /v1/audit/verify": { body: verification } };
  const human = await runAgainst(routes, ["audit", "verify"]);
  expect(human).toMatchObject({
    code: 1,
    out: "The audit trail was changed. First at stream session_1, sequence 4: hash differs",
  });
  const json = await runAgainst(routes, ["audit", "verify", "--json"]);
  expect(json).toMatchObject({ code: 1, out: JSON.stringify(verification) });
});

const CHECKPOINT = { sequence: 15, body: "{}", hash: "h", signature: "s" };

test("audit verify --checkpoint sends what was kept, and says what the log lacks", async () => {
  const folder = mkdtempSync(join(tmpdir(), "capstan-kept-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const kept = join(folder, "kept.jsonl");
  writeFileSync(kept, `${JSON.stringify(CHECKPOINT)}\n`);
  const reason =
    "The log ends at checkpoint 12; the one you kept is 15: it was rolled back or cut.";
  const counts = { streams: 2, records: 9, checkpoints: 12 };
  const bad = { stream: "checkpoints", sequence: 15, reason };
  const body = { ok: false, ...counts, first_bad: bad, kept: { sequence: 15 } };
  const routes = { "POST /v1/audit/verify": { body } };
  const { code, out, seen } = await runAgainst(routes, ["audit", "verify", "--checkpoint", kept]);
  expect([code, out]).toEqual([1, expect.stringContaining(reason)]);
  expect(seen[0]?.body).toEqual({ checkpoints: [CHECKPOINT] });
  writeFileSync(kept, "nothing\n");
  const none = await runAgainst(routes, ["audit", "verify", "--checkpoint", kept]);
  expect(none.err).toContain("There is no checkpoint in");
  const gone = await runAgainst(routes, ["audit", "verify", "--checkpoint", `${kept}.gone`]);
  expect(gone.err).toContain("cannot be read");
});

test("audit verify says which kept checkpoints it went by", async () => {
  const counts = { ok: true, streams: 2, records: 9, checkpoints: 3 };
  const kept = { sequence: 3, place: "kept.jsonl" };
  const verify = async (more: object) => {
    const body = { ...counts, kept: { ...kept, ...more } };
    return (await runAgainst({ "GET /v1/audit/verify": { body } }, ["audit", "verify"])).out;
  };
  expect(await verify({})).toContain("It has checkpoint 3 kept in kept.jsonl.");
  expect(await verify({ sequence: null, problem: "EACCES" })).toContain(
    "No checkpoint is kept in kept.jsonl yet. They cannot be kept there: EACCES",
  );
});

test("audit tail shows the newest record last and passes its filters on", async () => {
  const items = [{ ...AUDIT_RECORD, sequence: 5 }, AUDIT_RECORD];
  const { out, seen } = await runAgainst({ "GET /v1/audit": { body: { items, total: 2 } } }, [
    ...["audit", "tail", "--session", "session_1", "--tool", "builtin:test_math:add"],
    ...["--limit", "2"],
  ]);
  expect(out.indexOf("session_1#4")).toBeLessThan(out.indexOf("session_1#5"));
  expect(seen[0]?.url).toBe(
    "/v1/audit?session_id=session_1&tool_id=builtin%3Atest_math%3Aadd&limit=2",
  );
});
