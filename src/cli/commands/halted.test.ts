import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { type Live, startLive } from "../../../test/live-server.ts";
import { startSlowProvider } from "../../../test/slow-provider.ts";
import { run } from "../testing/run-cli.ts";

let live: Live;
beforeAll(async () => {
  live = await startLive({ env: { CAPSTAN_MODEL: "offline" } });
});
afterAll(() => live.stop());

beforeEach(() => halt());
const halt = () => live.call("POST", "/v1/halt", { reason: "a drill" }, live.newAdminKey);
const lift = () => live.call("DELETE", "/v1/halt", undefined, live.newAdminKey);
const env = () => ({
  CAPSTAN_URL: live.url,
  CAPSTAN_API_KEY: live.key,
  CAPSTAN_HOME: "/nonexistent",
});
const openSession = async () =>
  (await live.call<{ id: string }>("POST", "/v1/sessions", {})).body.id;

const STOPPED =
  /^Everything is stopped, by \w+ since [^:]+:[^ ]+: a drill\. To let it go on: capstan halt --lift\nYour message is kept/m;

test("F67: do says that everything is stopped, exits 3, and its task is done afterwards", async () => {
  const { code, out } = await run(["do", "multiply 6 by 7"], { env: env() });
  expect({ code, out }).toEqual({ code: 3, out: expect.stringMatching(STOPPED) });
  const [, id = ""] = /sessions show (session_\S+)/.exec(out) ?? [];
  await lift();
  await expect
    .poll(async () => (await run(["sessions", "show", id], { env: env() })).out, {
      timeout: 10_000,
    })
    .toContain("6 × 7 = 42");
});

test("F67: do with --json prints the intent as it stands, and exits 3", async () => {
  const { code, out } = await run(["do", "multiply 6 by 7", "--json"], { env: env() });
  expect({ code, body: JSON.parse(out) }).toMatchObject({
    code: 3,
    body: { state: "in_progress", report: null },
  });
});

test("F67: sessions send says that everything is stopped, and exits 3", async () => {
  const id = await openSession();
  const send = () => run(["sessions", "send", id, "multiply 6 by 7"], { env: env() });
  expect(await send()).toMatchObject({ code: 3, out: expect.stringMatching(STOPPED) });
  await lift();
  expect(await send()).toMatchObject({ code: 0, out: expect.stringContaining("42") });
  await halt();
  // The turn before has ended: this one has not.
  expect(await send()).toMatchObject({ code: 3, out: expect.stringMatching(STOPPED) });
});

test.each([
  ["typed", { answers: ["multiply 6 by 7", "add 2 and 40"] }],
  ["piped", { piped: ["multiply 6 by 7", "add 2 and 40"] }],
])("F67: chat says that everything is stopped, and exits 3: %s", async (_, given) => {
  const { code, out } = await run(["chat"], { ...given, env: env() });
  expect({ code, out }).toEqual({ code: 3, out: expect.stringMatching(STOPPED) });
});

test("F67: a halt in the middle of a turn is told by chat, which exits 3", async () => {
  const provider = await startSlowProvider(10_000, 25);
  const slow = await startLive({
    env: { CAPSTAN_MODEL: "openai/slow", OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: "sk-x" },
  });
  onTestFinished(async () => {
    await slow.stop();
    provider.stop();
  });
  const chatting = run(["chat"], {
    piped: ["Go on for ever."],
    env: { CAPSTAN_URL: slow.url, CAPSTAN_API_KEY: slow.key, CAPSTAN_HOME: "/nonexistent" },
  });
  const sessions = () => slow.call<{ items: { state: string }[] }>("GET", "/v1/sessions");
  await expect
    .poll(async () => (await sessions()).body.items[0]?.state, { timeout: 10_000 })
    .toBe("in_progress");
  await slow.call("POST", "/v1/halt", { reason: "a drill" }, slow.newAdminKey);
  expect(await chatting).toMatchObject({ code: 3, out: expect.stringMatching(STOPPED) });
});

test("F69: halt needs no admin key, for whoever may approve; --lift does", async () => {
  const stop = (key = live.key) =>
    run(["halt", "--reason", "a drill"], { env: { ...env(), CAPSTAN_API_KEY: key } });
  await lift();
  const scopes = { name: "bot", scopes: ["invoke"] };
  const bot = await live.call<{ token: string }>("POST", "/v1/tokens", scopes, live.newAdminKey);
  expect(await stop(bot.body.token)).toMatchObject({
    code: 4,
    err: expect.stringContaining("SCOPE_MISSING"),
  });
  expect(await stop()).toMatchObject({ code: 0, out: expect.stringContaining("by owner") });
  const resumed = await run(["halt", "--lift"], { env: env() });
  expect(resumed.code).not.toBe(0);
  expect((await live.call("GET", "/v1/halt")).body).toMatchObject({ halted: true });
  const admin = { ...env(), CAPSTAN_ADMIN_KEY: live.newAdminKey };
  const lifted = await run(["halt", "--lift"], { env: admin });
  expect(lifted).toMatchObject({ code: 0, out: "Nothing is stopped." });
});
