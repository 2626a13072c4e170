import { expect, test } from "vitest";
import { makeRequest } from "../../testing/executor-contract.ts";
import { createPackExecutor } from "./pack-executor.ts";
import { readPackFile } from "./read-pack-file.ts";

const file = (text: string | Uint8Array) => ({
  file: { path: "a.txt", digest: "sha256:a", size_bytes: text.length, executable: false },
  bytes: typeof text === "string" ? new TextEncoder().encode(text) : text,
});

function shelfOf(text: string | Uint8Array) {
  const one = file(text);
  return {
    files: async () => [one.file],
    bytes: async () => one.bytes,
    text: async () => new TextDecoder().decode(one.bytes),
    tools: async () => ({ tools: [] }),
  };
}

type Piece = { content: string; truncated: boolean; next_offset?: number };

test("P19, X19: whatever the length of a page, the pages are the file", async () => {
  const texts = ["", "abc", "äöü€😀x", "😀".repeat(5), "a\u0301\ufeffb", "\ufeffx"];
  for (const text of texts) {
    for (let length = 1; length < 9; length++) {
      let [whole, offset] = ["", 0];
      for (let more = true; more; ) {
        const { outputs } = await readPackFile(shelfOf(text), "sha256:b", {
          path: "a.txt",
          offset,
          length,
        });
        const piece = outputs as Piece;
        whole += piece.content;
        more = piece.truncated;
        expect(piece.next_offset ?? Number.POSITIVE_INFINITY).toBeGreaterThan(offset);
        offset = piece.next_offset ?? 0;
      }
      expect(whole).toBe(text);
    }
  }
});

test("P19: an offset behind the end, or inside a character, is answered", async () => {
  const read = async (offset: number) =>
    (await readPackFile(shelfOf("ä€"), "sha256:b", { path: "a.txt", offset })).outputs;
  expect(await read(99)).toMatchObject({ content: "", truncated: false });
  expect(await read(3)).toMatchObject({ content: "€", truncated: false });
});

test("P19: what is not text comes in base64, page by page", async () => {
  const bytes = Uint8Array.from([0, 255, 1, 254, 2]);
  const first = await readPackFile(shelfOf(bytes), "sha256:b", { path: "a.txt", length: 3 });
  expect(first.outputs).toMatchObject({ content: "AP8B", truncated: true, next_offset: 3 });
});

test("X8: a call whose inputs name another pack than the one that was judged does nothing", async () => {
  const enabled: string[] = [];
  const executor = createPackExecutor({
    shelf: shelfOf("x"),
    enable: async (...wanted) => void enabled.push(wanted.join()),
  });
  const execution = {
    type: "pack",
    act: "enable_tools",
    pack: "a",
    bundle: "b",
    entry_doc: "a.txt",
  };
  const context = { ...makeRequest().context, sessionId: "session_1" };
  const other = makeRequest({ execution, inputs: { pack_id: "other" }, context });
  expect(await executor.execute(other)).toMatchObject({
    state: "failed",
    error: { code: "PACK_NOT_ATTACHED" },
  });
  expect(enabled).toEqual([]);
  await executor.execute(makeRequest({ execution, inputs: { pack_id: "a" }, context }));
  expect(enabled).toEqual(["session_1,a,b,owner"]);
  const unbound = makeRequest({ execution: { type: "pack", act: "open_docs" }, inputs: {} });
  await expect(executor.execute(unbound)).rejects.toThrow();
});
