import { expect, test } from "vitest";
import { readProofs } from "../../docs/proofs.ts";
import { readFiles, readSources, withoutComments } from "./source-files.ts";

const LEFT_OUT =
  /\bnew WebSocket|\bWebSocketServer\b|sec-websocket|\bembeddings?\(|pgvector|sqlite-vec/i;

test("S33, S34: nothing searches memory by vectors, and nothing speaks WebSocket", () => {
  for (const sample of ["new WebSocket(url)", "Sec-WebSocket-Accept", "pgvector"]) {
    expect(sample).toMatch(LEFT_OUT);
  }
  const files = [...readSources(), ...readFiles("web/src/**/*.{ts,tsx}")];
  const found = files.filter(({ text }) => LEFT_OUT.test(withoutComments(text)));
  expect(found.map(({ path }) => path)).toEqual([]);
  const [{ text } = { text: "{}" }] = readFiles("package.json");
  const { dependencies = {} } = JSON.parse(text);
  expect(Object.keys(dependencies)).not.toContain("ws");
});

/** What the document is about, part by part, and the rows that say it. */
const PARTS = {
  "states and messages": ["S4", "S17", "S18", "S46"],
  "the store": ["S5", "S19", "S20", "S21", "S23", "S36", "S37", "S39"],
  "one call, and several turns": ["S6", "S9", "S10", "S11", "S12"],
  contracts: ["S7", "S14", "S24", "S25", "S26", "S45", "S47"],
  "repeated messages": ["S40", "S54"],
  "one writer at a time": ["S41", "S53"],
  "resume tokens": ["S42", "S55"],
  redaction: ["S43", "S52"],
  "how much is kept": ["S44"],
  "handing over": ["S31", "S48", "S50"],
  "the reference skill": ["S8", "S29"],
  advice: ["S3", "S56"],
} as const;

test("S59: each part of the document has tests of its own, more than its 43 in all", () => {
  const proofs = readProofs().filter(({ group }) => !group);
  const about = (rows: readonly string[]) => [
    ...new Set(proofs.filter(({ ids }) => ids.some((id) => rows.includes(id))).map(titleOf)),
  ];
  const thin = Object.entries(PARTS).filter(([, rows]) => about(rows).length < 2);
  expect(thin).toEqual([]);
  expect(about(Object.values(PARTS).flat()).length).toBeGreaterThan(43);
});

function titleOf({ path, title }: { readonly path: string; readonly title: string }): string {
  return `${path}: ${title}`;
}
