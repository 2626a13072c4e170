import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sha256 } from "../digest.ts";
import { createKeyring } from "../keyring.ts";
import { checkpointBody, type Head } from "./checkpoint-body.ts";
import { chainLink, chainStart } from "./hash-chain.ts";
import { verifyExport } from "./verify-export.ts";

const { publicKey, sign } = createKeyring(new Uint8Array(32)).signer("audit");
const forger = createKeyring(new Uint8Array(32).fill(1)).signer("audit");

/** The lines of a log: a letter is a record in the stream of that name, a dot a checkpoint. */
function exportOf(log: string, signBody = sign): string[] {
  const ends = new Map<string, Head>();
  const grown = new Map<string, Head>();
  let last: { sequence: number; hash: string | null } = { sequence: 0, hash: null };
  return [...log].map((stream, n) => {
    if (stream === ".") {
      const sequence = last.sequence + 1;
      const heads = [...grown.values()];
      const body = checkpointBody({ at: `${n}`, previous: last.hash, sequence, heads });
      grown.clear();
      last = { sequence, hash: sha256(body) };
      return JSON.stringify({ ...last, body, signature: signBody(body) });
    }
    const { records, hash } = ends.get(stream) ?? { records: 0, hash: chainStart(stream) };
    const sequence = records + 1;
    const body = JSON.stringify({ n });
    const head = { stream, records: sequence, hash: chainLink(hash, sequence, sha256(body)) };
    ends.set(stream, head);
    grown.set(stream, head);
    return JSON.stringify({ stream, sequence, body, hash: head.hash });
  });
}

const LOG = "aba.cab.b.a";

describe("verifyExport", () => {
  test("C5: counts a whole log and finds nothing wrong with it", async () => {
    expect(await verifyExport(exportOf(LOG), publicKey)).toEqual({
      ok: true,
      streams: 3,
      records: 8,
      checkpoints: 3,
    });
    const nothing = { ok: true, streams: 0, records: 0, checkpoints: 0 };
    expect(await verifyExport(["", ""], publicKey)).toEqual(nothing);
  });

  test("C5: reads lines as they come", async () => {
    async function* lines() {
      yield* exportOf(LOG);
    }
    expect((await verifyExport(lines(), publicKey)).ok).toBe(true);
  });

  test.each<{ what: string; change: (lines: string[]) => string[]; at: [string, number] }>([
    { what: "an edited body", change: (l) => edit(l, 2, { body: "{}" }), at: ["a", 2] },
    { what: "a missing record", change: (l) => l.toSpliced(0, 1), at: ["a", 1] },
    { what: "a record twice", change: (l) => l.toSpliced(1, 0, l[0] ?? ""), at: ["a", 1] },
    { what: "a missing checkpoint", change: (l) => l.toSpliced(3, 1), at: ["checkpoints", 1] },
    { what: "a checkpoint too early", change: (l) => swap(l, 2, 3), at: ["checkpoints", 1] },
    {
      what: "a checkpoint twice",
      change: (l) => l.toSpliced(4, 0, l[3] ?? ""),
      at: ["checkpoints", 1],
    },
    {
      what: "another time",
      change: (l) => editBody(l, 3, '"at":"3"', '"at":"4"'),
      at: ["checkpoints", 1],
    },
    { what: "what is no line of a log", change: (l) => l.with(1, "{"), at: ["lines", 2] },
    {
      what: "a sequence that is none",
      change: (l) => edit(l, 1, { sequence: 1.5 }),
      at: ["lines", 2],
    },
    { what: "a line that is both", change: (l) => edit(l, 3, { stream: "a" }), at: ["lines", 4] },
  ])("C5: finds $what", async ({ change, at: [stream, sequence] }) => {
    const verification = await verifyExport(change(exportOf(LOG)), publicKey);
    expect(verification).toMatchObject({ ok: false, firstBad: { stream, sequence } });
  });

  test.each([
    { what: "follows another one", from: /"previous":"./, to: '"previous":"x' },
    { what: "has another number", from: /"sequence":2/, to: '"sequence":3' },
    { what: "signed another root", from: /"root":"./, to: '"root":"x' },
    { what: "signed other streams", from: /"streams":3/, to: '"streams":2' },
  ])("C5: finds a checkpoint of the right signer that $what", async ({ from, to }) => {
    const lines = exportOf(LOG);
    const { body } = JSON.parse(lines[7] ?? "");
    const other = body.replace(from, to);
    const signed = { body: other, hash: sha256(other), signature: sign(other) };
    const verification = await verifyExport(edit(lines, 7, signed), publicKey);
    expect(verification.firstBad).toMatchObject({ stream: "checkpoints", sequence: 2 });
  });

  test("C5: finds a whole log that someone else has signed", async () => {
    const verification = await verifyExport(exportOf(LOG, forger.sign), publicKey);
    expect(verification.firstBad).toMatchObject({
      stream: "checkpoints",
      sequence: 1,
      reason: expect.stringMatching(/signature/),
    });
  });

  test("C5: finds any record lost, repeated or moved before the last checkpoint", async () => {
    const lines = exportOf(LOG);
    const last = LOG.lastIndexOf(".");
    await fc.assert(
      fc.asyncProperty(fc.nat(last - 1), fc.nat(last - 1), async (from, to) => {
        const [line = ""] = lines.slice(from, from + 1);
        const lost = lines.toSpliced(from, 1);
        expect((await verifyExport(lost, publicKey)).ok).toBe(false);
        expect((await verifyExport(lines.toSpliced(to, 0, line), publicKey)).ok).toBe(false);
        // Among records of other streams, between the same two checkpoints, it may stand anywhere.
        fc.pre(new RegExp(`[.${LOG[from]}]`).test(between(from, to)) || LOG[from] === ".");
        fc.pre(from !== to);
        expect((await verifyExport(lost.toSpliced(to, 0, line), publicKey)).ok).toBe(false);
      }),
    );
  });

  test("C5: finds a log rewritten from any record on, by someone without the key", async () => {
    for (let at = 0; at < LOG.lastIndexOf("."); at++) {
      const rewritten = `${LOG.slice(0, at)}d${LOG.slice(at + 1)}`;
      const verification = await verifyExport(exportOf(rewritten, forger.sign), publicKey);
      expect(verification.firstBad?.stream).toBe("checkpoints");
    }
  });
});

/** What a line passes on its way from one place to another. */
function between(from: number, to: number): string {
  return from < to ? LOG.slice(from + 1, to + 1) : LOG.slice(to, from);
}

function edit(lines: string[], index: number, changes: object): string[] {
  return lines.with(index, JSON.stringify({ ...JSON.parse(lines[index] ?? ""), ...changes }));
}

function editBody(lines: string[], index: number, from: string, to: string): string[] {
  const { body } = JSON.parse(lines[index] ?? "");
  const changed = body.replace(from, to);
  return edit(lines, index, { body: changed, hash: sha256(changed) });
}

function swap(lines: string[], a: number, b: number): string[] {
  return lines.with(a, lines[b] ?? "").with(b, lines[a] ?? "");
}
