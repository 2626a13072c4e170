import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Live, startLive } from "../../../test/live-server.ts";
import { run } from "../testing/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "capstan-files-"));
/** Every byte that there is, and more of them than one packet holds. */
const BYTES = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 256));

let live: Live;
let session: string;
beforeAll(async () => {
  live = await startLive();
  session = (await live.call<{ id: string }>("POST", "/v1/sessions", {})).body.id;
  writeFileSync(join(folder, "data.bin"), BYTES);
  writeFileSync(join(folder, "hostile.txt"), "a\tb\n\u001b[2J\n");
  await files("put", session, join(folder, "data.bin"), "--to", "/deep/da ta.bin");
  await files("put", session, join(folder, "hostile.txt"));
});
afterAll(() => live.stop());

const files = (...argv: string[]) => filesOn(false, ...argv);
const filesOn = (isTty: boolean, ...argv: string[]) =>
  run(["files", ...argv], {
    isTty,
    env: { CAPSTAN_URL: live.url, CAPSTAN_API_KEY: live.key, CAPSTAN_HOME: "/nonexistent" },
  });

test("a file goes in and comes out as it was, also under a deep path", async () => {
  const out = join(folder, "copy.bin");
  const { code, out: said } = await files("get", session, "/deep/da ta.bin", "--out", out);
  expect({ code, said }).toEqual({ code: 0, said: `Saved ${out} (300000 bytes).` });
  expect(readFileSync(out).equals(BYTES)).toBe(true);
  const again = await files("get", session, "/deep/da ta.bin", "--out", out);
  expect(again).toMatchObject({ code: 2, err: expect.stringContaining("is there already") });
});

test("text is printed; A93: on a terminal it cannot act", async () => {
  expect((await files("get", session, "hostile.txt")).out).toBe("a\tb\n\u001b[2J");
  expect((await filesOn(true, "get", session, "hostile.txt")).out).toBe("a    b\n\\u{1b}[2J");
});

test("what is not text is not thrown at a terminal, and is base64 in JSON", async () => {
  const shown = await filesOn(true, "get", session, "/deep/da ta.bin");
  expect(shown).toMatchObject({ code: 2, err: expect.stringContaining("--out <file>") });
  const json = JSON.parse((await files("get", session, "/deep/da ta.bin", "--json")).out);
  expect(Buffer.from(json.content_base64, "base64").equals(BYTES)).toBe(true);
});

test.each([
  { argv: ["get", "nothing"], code: 1, says: "This session has nothing at /nothing." },
  { argv: ["get", "deep"], code: 2, says: "/deep is a folder: see capstan files list." },
  { argv: ["get", "../x"], code: 2, says: '".." is not a part of a path.' },
  { argv: ["delete", "nothing"], code: 1, says: "This session has nothing at /nothing." },
  { argv: ["put", "/no/such/file"], code: 2, says: "cannot be read" },
])("$argv says what is wrong in words", async ({ argv: [verb = "", path = ""], code, says }) => {
  const ran = await files(verb, session, path);
  expect(ran.code).toBe(code);
  expect(ran.err + ran.out).toContain(says);
});

test("what is listed can be deleted", async () => {
  expect((await files("list", session, "--recursive")).out).toContain("/deep/da ta.bin");
  expect((await files("delete", session, "/deep", "--recursive")).code).toBe(0);
  expect((await files("list", session, "--recursive")).out).not.toContain("/deep");
});
