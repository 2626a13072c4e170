import { expect, onTestFinished, test } from "vitest";
import type { Settings } from "../../src/app/settings.ts";
import { tidy } from "../../src/app/tidy.ts";
import { eraseBody, erasureDigest } from "../../src/base/audit/erased-body.ts";
import { verifyExport } from "../../src/base/audit/verify-export.ts";
import { canonicalJson } from "../../src/base/canonical-json.ts";
import { eraseSession } from "../../src/engine/sessions/erase-session.ts";
import { liftHalt, setHalt } from "../../src/engine/sessions/halt.ts";
import { ADMIN, openHarness } from "../harness.ts";
import { type Intruder, openIntruded, type Row } from "../intruder.ts";

async function openLog(limits: Partial<Settings["limits"]> = {}) {
  const { open, ...intruder } = await openIntruded();
  const harness = await openHarness({ store: await open(), limits });
  onTestFinished(() => harness.close());
  const { auditor } = harness.gate;
  const { id } = await harness.openSession();
  await harness.invoke("builtin:test_math:add", { a: 1, b: 2 });
  await harness.invoke("builtin:test_math:add", { a: 1, b: 2 }, { sessionId: id });
  await setHalt(harness.engine, "a drill", ADMIN);
  await liftHalt(harness.engine, ADMIN);
  await auditor.seal();
  const lines = async () => {
    const found: string[] = [];
    for await (const item of harness.store.audit.export()) found.push(JSON.stringify(item));
    return found;
  };
  /** What the log itself says, and what is said of its export. */
  const verdicts = async () => [
    await auditor.verify(),
    await verifyExport(await lines(), auditor.publicKey),
  ];
  return { harness, auditor, intruder, sessionId: id, verdicts };
}

const erasedOf = (stream: string) => ({
  ok: false,
  firstBad: { stream, reason: expect.stringContaining("erased") },
});

/** The record that says of these rows that they were erased, as a version wrote it that did not sign. */
function forgedClaim(rows: readonly Row[], more = {}): string {
  const digest = erasureDigest(rows.map(({ body }) => eraseBody(body)));
  const data = { session_id: rows[0]?.stream ?? "", records: rows.length, digest, ...more };
  return canonicalJson({
    ...{ actor: "prn_owner", data, id: "aud_forged", invocation_id: null, session_id: null },
    ...{ tool_id: null, ts: "2026-01-01T00:00:00.000Z", type: "session.erased" },
  });
}

async function eraseInPlace(intruder: Intruder, rows: readonly Row[]): Promise<void> {
  for (const row of rows) await intruder.setBody(row, eraseBody(row.body));
}

test("A121: a session that its owner erased verifies, and so does its export", async () => {
  const { harness, auditor, sessionId, verdicts } = await openLog();
  await eraseSession(harness.engine, sessionId, ADMIN);
  for (const verdict of await verdicts()) expect(verdict).toMatchObject({ ok: true });
  await auditor.seal();
  for (const verdict of await verdicts()) expect(verdict).toMatchObject({ ok: true });
});

test("A121: a session that is too old is erased with a record that counts", async () => {
  const { harness, intruder, sessionId, verdicts } = await openLog({ keep_sessions_days: 1 });
  harness.clock.advance(2 * 86_400_000);
  await tidy(harness.engine, []);
  expect(await harness.store.sessions.get(sessionId)).toBeUndefined();
  expect(await intruder.rows(`stream = '${sessionId}' and body like '%"erased"%'`)).toHaveLength(2);
  for (const verdict of await verdicts()) expect(verdict).toMatchObject({ ok: true });
});

test.each(["a session's", "an actor's", "the system's"])(
  "A121: a record of %s stream whose text was replaced by an erased one is found",
  async (whose) => {
    const { intruder, verdicts } = await openLog();
    const start = { "a session's": "session_", "an actor's": "actor:" }[whose] ?? "system";
    const rows = (await intruder.rows()).filter(({ stream }) => stream.startsWith(start));
    const [row] = rows;
    if (!row) throw new Error(`There is no record of ${whose} stream.`);
    await eraseInPlace(intruder, [row]);
    for (const verdict of await verdicts()) expect(verdict).toMatchObject(erasedOf(row.stream));
  },
);

test.each(["at once", "after the server has sealed it"])(
  "A121: a forged record of an erasure, that nobody signed, does not count %s",
  async (when) => {
    const { auditor, intruder, sessionId, verdicts } = await openLog();
    const rows = await intruder.rows(`stream = '${sessionId}'`);
    await intruder.append("system", forgedClaim(rows));
    await eraseInPlace(intruder, rows);
    if (when !== "at once") await auditor.seal();
    for (const verdict of await verdicts()) expect(verdict).toMatchObject(erasedOf(sessionId));
  },
);

test("A121: nor does one with a signature of something else", async () => {
  const { harness, auditor, intruder, sessionId, verdicts } = await openLog();
  const other = await harness.openSession();
  await eraseSession(harness.engine, other.id, ADMIN);
  await auditor.seal();
  const [genuine] = await intruder.rows("body like '%session.erased%'");
  const { signature = "" } = JSON.parse(genuine?.body ?? "{}").data ?? {};
  const rows = await intruder.rows(`stream = '${sessionId}'`);
  await intruder.append("system", forgedClaim(rows, { signature }));
  await eraseInPlace(intruder, rows);
  for (const verdict of await verdicts()) expect(verdict).toMatchObject(erasedOf(sessionId));
});

test("A121: what is left of an erased record cannot be changed, nor can a later one be called erased", async () => {
  const { harness, auditor, intruder, sessionId, verdicts } = await openLog();
  await eraseSession(harness.engine, sessionId, ADMIN);
  await auditor.seal();
  await intruder.copy("sealed");
  const rows = await intruder.rows(`stream = '${sessionId}'`);
  const [first] = rows;
  if (!first) throw new Error("There is no record of the session.");
  await intruder.setBody(first, first.body.replace('"actor":"prn_admin"', '"actor":"mallory"'));
  for (const verdict of await verdicts()) expect(verdict).toMatchObject(erasedOf(sessionId));
  await intruder.putBack("sealed");
  for (const verdict of await verdicts()) expect(verdict).toMatchObject({ ok: true });
  await intruder.append(sessionId, eraseBody(first.body.replace(/,"erased".*/, "}")));
  for (const verdict of await verdicts()) expect(verdict).toMatchObject(erasedOf(sessionId));
});
