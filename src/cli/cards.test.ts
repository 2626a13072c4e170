import { afterAll, beforeAll, expect, test } from "vitest";
import { startLive } from "../../test/live-server.ts";
import { run } from "./testing/run-cli.ts";

let live: Awaited<ReturnType<typeof startLive>>;
let session: string;
beforeAll(async () => {
  live = await startLive({ env: { CAPSTAN_MODEL: "offline" } });
  session = (await live.call<{ id: string }>("POST", "/v1/sessions", {})).body.id;
});
afterAll(() => live.stop());

/** A task in one session, by a person at a terminal. */
function task(text: string, answers: string[], ...options: string[]) {
  const env = { CAPSTAN_URL: live.url, CAPSTAN_API_KEY: live.key };
  return run(["do", text, "--session", session, ...options], { env, answers, isTty: true });
}

const put = (path: string) =>
  live.call("PUT", `/v1/sessions/${session}/files${path}`, "A text that is kept.");
const isThere = async (path: string) =>
  (await live.call("GET", `/v1/sessions/${session}/files${path}`)).status === 200;

test("F64: the only card shows what its approval would show, and choosing it is Run", async () => {
  await put("/a.txt");
  const { code, out } = await task("delete /a.txt", ["1"]);
  expect(out).toMatch(/risk +HIGH/);
  expect(out).toContain('"would_delete": ["/a.txt"]');
  expect(out).not.toContain("Run? [y/N]");
  expect(out).toContain("/a.txt is deleted.");
  expect({ code, isThere: await isThere("/a.txt") }).toEqual({ code: 0, isThere: false });
});

test("F22: words in place of a number are another request, and run nothing", async () => {
  await put("/b.txt");
  const { out } = await task("delete /b.txt", ["maybe"]);
  expect(out).toContain("not a language model");
  expect(await isThere("/b.txt")).toBe(true);
});

test("F22: a required field that a card leaves open is asked for by its name", async () => {
  await put("/c.txt");
  const { out } = await task("rename the file /c.txt", ["1", "/d.txt"]);
  expect(out).toContain("Asks for: to");
  expect(out).toContain("/c.txt is now /d.txt.");
});

test("--yes chooses a card that is alone and leaves nothing out", async () => {
  await put("/e.txt");
  expect((await task("delete /e.txt", [], "--yes")).out).toContain("/e.txt is deleted.");
  await put("/f.txt");
  const { code, out } = await task("delete /f.txt tonight", [], "--yes");
  expect({ code, isThere: await isThere("/f.txt") }).toEqual({ code: 3, isThere: true });
  expect(out).toContain('Not used: "tonight"');
});

test("a dry run of the only card says what would happen, and changes nothing", async () => {
  await put("/g.txt");
  const { out } = await task("delete /g.txt", [], "--dry-run");
  expect(out).toContain("/g.txt");
  expect(out).toContain("Nothing was changed");
  expect(await isThere("/g.txt")).toBe(true);
});
