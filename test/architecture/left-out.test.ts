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

test("S59: what skills are to do has more tests than the 43 of its document", () => {
  const proofs = readProofs().filter(
    ({ ids, group }) => !group && ids.some((id) => id.startsWith("S") && id !== "S59"),
  );
  expect(proofs.length).toBeGreaterThanOrEqual(43);
});
