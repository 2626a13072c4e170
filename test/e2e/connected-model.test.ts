import { expect, onTestFinished, test, vi } from "vitest";
import { emptySchema } from "../../rig/shared-postgres.ts";
import { run } from "../../src/cli/testing/run-cli.ts";
import { createFleet } from "../chaos/fleet.ts";
import { ADMIN_KEY, type Member } from "../chaos/member.ts";
import { type FakeAnswer, startFakeProvider } from "../fake-provider.ts";
import { startLive } from "../live-server.ts";
import { tablesOf } from "../test-database.ts";

const KEY = "sk-live-Zq81vB60xTtr47LmPw";
const SECOND_KEY = "sk-live-Hh20sJ75wRrk99QpAe";
/** Nothing chooses a model. */
const UNCHOSEN = { CAPSTAN_MODEL: "", OLLAMA_HOST: "127.0.0.1:1" };
const SOON = { timeout: 8_000, interval: 100 };

type Model = { readonly name: string; readonly source: string };

async function openProvider(answers: FakeAnswer[] = []) {
  const provider = await startFakeProvider("openai", answers);
  onTestFinished(() => provider.stop());
  return provider;
}

function openFleet(options: { readonly database?: string }) {
  const fleet = createFleet({ ...options, steps: [], env: UNCHOSEN });
  onTestFinished(() => fleet.close());
  return fleet;
}

const modelOf = (member: Member) => member.ask<Model>("GET", "/v1/model");

async function answerOf(member: Member, content: string): Promise<string> {
  const { id } = await member.ask<{ id: string }>("POST", "/v1/sessions", {});
  const path = `/v1/sessions/${id}/messages?wait_ms=10000`;
  type Turn = { messages: { role: string; content: string }[] };
  const { messages } = await member.ask<Turn>("POST", path, { content });
  return messages.findLast(({ role }) => role === "assistant")?.content ?? "";
}

test("a connected model answers after the server was killed and started again", {
  timeout: 60_000,
}, async () => {
  const provider = await openProvider([{ text: "ok" }, { text: "Still here." }]);
  const server = openFleet({}).server();
  await server.start();
  const body = { name: "openai/fake", key: KEY, base_url: provider.url };
  await server.ask("PUT", "/v1/model", body, ADMIN_KEY);
  await server.kill();
  await server.start();
  expect(await modelOf(server)).toMatchObject({ name: "openai/fake", source: "connected" });
  expect(await answerOf(server, "hello")).toBe("Still here.");
  expect(provider.asked.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(server.errors()).not.toContain(KEY);

  await server.ask("DELETE", "/v1/model", undefined, ADMIN_KEY);
  await server.kill();
  await server.start();
  expect(await modelOf(server)).toMatchObject({ name: "offline", source: "default" });
});

test("every server of a fleet uses it within seconds, and the next key as well", {
  timeout: 60_000,
}, async () => {
  const provider = await openProvider();
  const fleet = openFleet({ database: await emptySchema() });
  const [a, b] = [fleet.server(), fleet.server({ VICTIM_IDLE: "0" })];
  await Promise.all([a.start(), b.start()]);
  const body = { name: "openai/fake", key: KEY, base_url: provider.url };
  await a.ask("PUT", "/v1/model", body, ADMIN_KEY);
  await vi.waitFor(async () => {
    expect(await modelOf(b)).toMatchObject({ name: "openai/fake", source: "connected" });
  }, SOON);
  expect(await b.ask("POST", "/v1/model/check")).toMatchObject({ state: "ok" });
  expect(provider.asked.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);

  await a.ask("PUT", "/v1/model", { ...body, key: SECOND_KEY }, ADMIN_KEY);
  await vi.waitFor(async () => {
    await b.ask("POST", "/v1/model/check");
    expect(provider.asked.at(-1)?.headers.authorization).toBe(`Bearer ${SECOND_KEY}`);
  }, SOON);

  await b.ask("DELETE", "/v1/model", undefined, ADMIN_KEY);
  await vi.waitFor(async () => {
    expect(await modelOf(a)).toMatchObject({ name: "offline", source: "default" });
  }, SOON);
});

test("it is connected, shown and forgotten from the command line, and its key is printed nowhere", async () => {
  const provider = await openProvider([{ text: "ok" }, { status: 401, says: `No: ${KEY}` }]);
  const env = { ...UNCHOSEN, CAPSTAN_API_KEY: "cap_o", CAPSTAN_ADMIN_KEY: "cap_a" };
  const live = await startLive({ env });
  onTestFinished(() => live.stop());
  const printed: string[] = [];
  const type = async (argv: string[], given: Parameters<typeof run>[1] = {}) => {
    const keys = { CAPSTAN_URL: live.url, CAPSTAN_HOME: live.home, ...env };
    const ran = await run(argv, { ...given, env: { ...keys, ...given.env } });
    printed.push(ran.out, ran.err);
    return ran;
  };
  const connect = ["model", "connect", "openai/fake", "--base-url", provider.url];

  expect((await type(["model"])).out).toMatch(/^model +offline\nfrom +the default\nTo use another/);
  expect(await type([...connect, "--key-stdin"], { stdin: `${KEY}\n` })).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Connected\. openai\/fake answers from the next message on\./),
  });
  expect(provider.asked.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect((await type(["model"])).out).toMatch(/^model +openai\/fake\nfrom +connected while it ran/);
  expect((await type(["status"])).out).toMatch(/^model +openai\/fake$/m);
  expect((await type(["secrets", "list"])).out).toMatch(
    /^CAPSTAN_MODEL_OPENAI .*only the connected model/m,
  );

  const refused = await type(connect, { env: { CAPSTAN_MODEL_KEY: KEY } });
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringMatching(/openai\/fake was not connected: the key was refused \(401\)/),
  });
  const tables = [...(await tablesOf(live.home)).values()].join("\n");
  expect(tables).toContain("model.connected");
  expect(tables).not.toContain(KEY);

  expect((await type(["model", "disconnect"])).out).toMatch(
    /^No model is connected.* offline answers/,
  );
  expect((await type(["secrets", "list"])).out).not.toContain("CAPSTAN_MODEL");
  expect(printed.join("\n")).not.toContain(KEY);
  expect(live.reported).toEqual([]);
});

test.each([
  { typed: "ollama/small", answers: [], name: "ollama/small", exit: 1 },
  { typed: undefined, answers: ["openai"], name: "openai/gpt-5", exit: 1 },
])("a person chooses $name: what it answers is said", async ({ typed, answers, name, exit }) => {
  const env = { ...UNCHOSEN, CAPSTAN_API_KEY: "cap_o", CAPSTAN_ADMIN_KEY: "cap_a" };
  const live = await startLive({ env: { ...env, OPENAI_BASE_URL: "http://127.0.0.1:1/v1" } });
  onTestFinished(() => live.stop());
  const keys = { CAPSTAN_URL: live.url, CAPSTAN_HOME: live.home, ...env };
  const argv = ["model", "connect", ...(typed ? [typed] : [])];
  const given = { env: keys, isTty: true, answers, typed: KEY };
  const { code, out, err } = await run(argv, given);
  expect(code).toBe(exit);
  expect(err).toContain(`${name} was not connected:`);
  if (!typed) expect(out).toMatch(/^anthropic +Anthropic +anthropic\/claude\S+ +needs a key$/m);
});

test("a model that the environment names is not replaced, and no key is asked for", async () => {
  const env = { CAPSTAN_MODEL: "offline", CAPSTAN_API_KEY: "cap_o", CAPSTAN_ADMIN_KEY: "cap_a" };
  const live = await startLive({ env });
  onTestFinished(() => live.stop());
  const keys = { CAPSTAN_URL: live.url, CAPSTAN_HOME: live.home, ...env };
  const { code, err } = await run(["model", "connect", "openai"], { env: keys });
  expect(code).not.toBe(0);
  expect(err).toMatch(/CAPSTAN_MODEL\. Remove that and restart the server/);
});
