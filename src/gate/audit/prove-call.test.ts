import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { createKeyring } from "../../base/keyring.ts";
import type { AuditProof } from "../../schema/audit-proof.ts";
import type { AuditEntry } from "../../schema/audit-record.ts";
import { openSqliteStore } from "../../stores/sqlite/open-sqlite-store.ts";
import type { Store } from "../../stores/store.ts";
import * as make from "../../testing/fixtures.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import { temporaryDatabase } from "../../testing/temporary-database.ts";
import { sealAudit } from "./audit-sealer.ts";
import { proveCall } from "./prove-call.ts";
import { verifyProof } from "./verify-proof.ts";

const signer = createKeyring(new Uint8Array(32)).signer("audit");
const { publicKey } = signer;

const CALL = make.fixtureId("inv", 1);
const SESSION = make.fixtureId("session");
const ACTOR = "actor:owner:2026-01-01";

type Home = { store: Store; file: string; signer: typeof signer; publicKey: string };

function open() {
  const file = temporaryDatabase();
  const store = openSqliteStore(file);
  onTestFinished(() => store.close());
  return { store, file, signer, publicKey, clock: createManualClock() };
}

const append = ({ store }: Pick<Home, "store">, ...entries: Partial<AuditEntry>[]) =>
  store.journal.commit(
    "test.audit",
    entries.map((entry, n) => ({
      type: "audit.add",
      entry: make.makeAuditEntry({ invocationId: null, data: { n }, ...entry }),
    })),
  );

async function startCall({ store }: Pick<Home, "store">, sessionId: string | null): Promise<void> {
  const invocation = make.makeInvocation({ id: CALL, sessionId });
  await store.journal.commit("test.call", [{ type: "invocation.put", invocation, expect: null }]);
}

const ours = (stream: string): Partial<AuditEntry> => ({ stream, invocationId: CALL });

describe("proveCall", () => {
  test.each([
    { where: "in a session", stream: SESSION, sessionId: SESSION },
    { where: "outside sessions", stream: ACTOR, sessionId: null },
  ])("C5: proves a call $where among others, sealed or not", async ({ stream, sessionId }) => {
    const home = open();
    await startCall(home, sessionId);
    await append(home, { stream }, ours(stream), { stream: "system" }, { stream }, ours(stream));
    await sealAudit(home);
    await append(home, { stream }, ours(stream), { stream });
    const proof = await proveCall(home, CALL);
    expect(verifyProof(proof, publicKey)).toEqual({ ok: true });
    const links = proof.stretches.map((it) =>
      it.links.map((link) => ("body" in link ? link.sequence : "-")),
    );
    expect(links).toEqual([
      [2, "-", 4],
      [6, "-"],
    ]);
    expect(proof.stretches.map((it) => it.checkpoint.sequence)).toEqual([1, 2]);
  });

  test("C5: proves a call that went on after midnight", async () => {
    const home = open();
    await startCall(home, null);
    await append(home, ours(ACTOR), ours("actor:owner:2026-01-02"));
    const proof = await proveCall(home, CALL);
    expect(proof.stretches.map((it) => it.stream)).toEqual([ACTOR, "actor:owner:2026-01-02"]);
    expect(verifyProof(proof, publicKey)).toEqual({ ok: true });
  });

  test("C5: proves a call that was refused before it was one", async () => {
    const home = open();
    await append(home, ours("system"));
    expect(verifyProof(await proveCall(home, CALL), publicKey)).toEqual({ ok: true });
  });

  test("says that there is no record of a call", async () => {
    const missing = proveCall(open(), "inv_none");
    await expect(missing).rejects.toMatchObject({ code: "RECORD_NOT_FOUND" });
  });

  test("C5: gives no proof that does not hold", async () => {
    const home = open();
    await append(home, ours("system"), { stream: "system" });
    await sealAudit(home);
    const intruder = new DatabaseSync(home.file);
    intruder.exec("update audit set body = json_set(body, '$.data.n', 9) where sequence = 2");
    intruder.close();
    await expect(proveCall(home, CALL)).rejects.toMatchObject({ code: "STORE_CORRUPT" });
  });

  test("gives up when others always seal first", async () => {
    const home = open();
    await append(home, ours("system"));
    const audit = { ...home.store.audit, unsealedHeads: async () => [] };
    const proving = proveCall({ ...home, store: { ...home.store, audit } }, CALL);
    await expect(proving).rejects.toMatchObject({ code: "STATE_CONFLICT" });
  });
});

describe("verifyProof", () => {
  async function makeProof(): Promise<AuditProof> {
    const home = open();
    await startCall(home, null);
    const streams = ["actor:a", "system", ACTOR, "actor:z", SESSION];
    await append(home, ...streams.map((stream) => ({ stream })), ours(ACTOR), { stream: ACTOR });
    await sealAudit(home);
    await append(home, ours(ACTOR), { stream: "system" });
    return proveCall(home, CALL);
  }

  test("C5: a proof with any byte changed is none", async () => {
    const proof = await makeProof();
    const text = Buffer.from(JSON.stringify(proof));
    expect(verifyProof(JSON.parse(text.toString()), publicKey)).toEqual({ ok: true });
    // One bit of each byte, and its case: hex and base64 must not have two spellings.
    for (const bit of [1, 0x20]) {
      for (const at of text.keys()) {
        const bytes = Buffer.from(text);
        bytes[at] = (bytes[at] ?? 0) ^ bit;
        expect(verifyProof(parse(bytes.toString()), publicKey).ok, `byte ${at}`).toBe(false);
      }
    }
  });

  test("C5: a proof with any part left out or repeated is none", async () => {
    const proof = await makeProof();
    for (const changed of variants(proof)) expect(verifyProof(changed, publicKey).ok).toBe(false);
  });

  test("C5: a proof is for one key, with or without a line break at its end", async () => {
    const proof = await makeProof();
    expect(verifyProof(proof, publicKey.trim()).ok).toBe(true);
    const other = createKeyring(new Uint8Array(32).fill(1)).signer("audit").publicKey;
    expect(verifyProof(proof, other)).toEqual({ ok: false, reason: "Another key has signed it." });
    expect(verifyProof({ ...proof, key: other }, other).ok).toBe(false);
    expect(verifyProof(proof, "no key at all").ok).toBe(false);
  });

  test("C5: a proof of another call is none of this one", async () => {
    const proof = await makeProof();
    expect(verifyProof({ ...proof, invocation: "inv_other" }, publicKey)).toEqual({
      ok: false,
      reason: `${ACTOR}: A record is about something else.`,
    });
  });

  test.each([undefined, null, 3, "proof", [], {}, { format: "capstan.audit-proof.1" }])(
    "%j is no proof",
    (proof) => {
      const reason = "This is not a proof of a call.";
      expect(verifyProof(proof, publicKey)).toEqual({ ok: false, reason });
    },
  );
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The proof with each element of each of its lists left out, and once more with it twice. */
function* variants(proof: AuditProof): Iterable<unknown> {
  for (const [n, stretch] of proof.stretches.entries()) {
    const put = (part: object) => ({
      ...proof,
      stretches: proof.stretches.with(n, { ...stretch, ...part }),
    });
    for (const name of ["links", "path"] as const) {
      for (const [index, element] of stretch[name].entries()) {
        yield put({ [name]: (stretch[name] as unknown[]).toSpliced(index, 1) });
        yield put({ [name]: (stretch[name] as unknown[]).toSpliced(index, 0, element) });
      }
    }
  }
  yield { ...proof, stretches: [] };
}
