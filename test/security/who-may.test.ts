import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { createModelCheck } from "../../src/engine/model/allowed-models.ts";
import { forkSession } from "../../src/engine/sessions/fork-session.ts";
import { readScript } from "../../src/models/scripted/script.ts";
import { profileInForce } from "../../src/schema/profile.ts";
import { makeContext } from "../../src/testing/fixtures.ts";
import { type Api, openApi } from "../open-api.ts";
import { startRemoteWitness } from "../remote-witness.ts";

let api: Api;
let remote: Awaited<ReturnType<typeof startRemoteWitness>> | undefined;
afterEach(async () => {
  await api?.close();
  await remote?.close();
  remote = undefined;
});

type Token = { id: string; token: string; principal_id: string };
const tokenFor = async (name: string, ...scopes: string[]) =>
  (await api.request<Token>("POST", "/v1/tokens", { as: "admin", body: { name, scopes } })).body;

/** A request with this token instead of one that the tests have. */
const by = (token: string) => ({ as: null, headers: { authorization: `Bearer ${token}` } });

describe("which model an agent may name", () => {
  const check = (listed?: string[]) => createModelCheck({ own: "scripted:/own.json", listed });

  test.each([
    [undefined, "openai/gpt-5", true],
    [undefined, "offline", true],
    [undefined, "scripted:/own.json", true],
    [undefined, "scripted:/dev/zero", false],
    [["anthropic/*"], "anthropic/claude", true],
    [["anthropic/*"], "openai/gpt-5", false],
    [["*"], "scripted:/etc/passwd", false],
    [["scripted:*"], "scripted:/etc/passwd", false],
    [["scripted:/a.json"], "scripted:/a.json", true],
    [[], "openai/gpt-5", false],
  ] as const)("X36: with the list %j, %s: %s", (listed, name, allowed) => {
    const asked = () => check(listed ? [...listed] : undefined)(name);
    if (allowed) expect(asked).not.toThrow();
    else expect(asked).toThrow(expect.objectContaining({ code: "MODEL_NOT_ALLOWED" }));
  });

  test("X36: over HTTP a script is refused before it is read", async () => {
    api = await openApi();
    const { token } = await tokenFor("guest", "invoke");
    const answer = await api.request("POST", "/v1/agents", {
      ...by(token),
      body: { name: "x", system_prompt: "", capabilities: [], model: "scripted:/dev/zero" },
    });
    expect(answer).toMatchObject({ status: 422, body: { code: "MODEL_NOT_ALLOWED" } });
  });

  test("X36: a script that is a device, or too large, is refused and not read", () => {
    expect(() => readScript("/dev/zero")).toThrow("must be a file");
  });
});

test("X5: a context that belongs to no session is its actor's, and does not exist for others", async () => {
  api = await openApi();
  const { token, principal_id: guest } = await tokenFor("guest", "invoke");
  const own = makeContext({ id: "mine", sessionId: null, actor: guest });
  const other = makeContext({ id: "theirs", sessionId: null, actor: "prn_owner" });
  await api.store.journal.commit("test.context", [
    { type: "context.put", context: own, expect: null },
    { type: "context.put", context: other, expect: null },
  ]);
  const status = async (id: string, as?: string) =>
    (await api.request("GET", `/v1/contexts/${id}`, as ? by(as) : {})).status;
  expect([await status("mine", token), await status("theirs", token)]).toEqual([200, 404]);
  expect([await status("mine"), await status("theirs")]).toEqual([404, 200]);
});

describe("the profile in force", () => {
  const session = (profile: "auto" | "risk" | "strict" | "governed", admin = false) => ({
    profile,
    creatorScopes: admin ? (["invoke", "admin"] as const) : (["invoke"] as const),
  });

  test.each([
    [session("auto"), "risk", "risk"],
    [session("auto", true), "risk", "auto"],
    [session("strict"), "risk", "strict"],
    [session("risk"), "strict", "strict"],
    [session("governed"), "strict", "strict"],
    [undefined, "strict", "strict"],
  ] as const)("X6: of %j under the owner's %s is %s", (own, owner, expected) => {
    expect(profileInForce(own, owner)).toBe(expected);
  });

  test("X6: a fork of an admin's loose session is not loose for who forks it", async () => {
    api = await openApi({ profile: "strict" });
    const loose = await api.openSession({ profile: "auto" });
    const { token, principal_id: id } = await tokenFor("guest", "invoke", "approve");
    const fork = await forkSession(api.engine, loose, undefined, {
      id,
      scopes: ["invoke", "approve"],
    });
    const answer = await api.request<{ state: string }>(
      "POST",
      "/v1/tools/builtin:witness:append_freely/invoke",
      { ...by(token), body: { inputs: { line: "x" }, session_id: fork.id } },
    );
    expect(answer.body.state).not.toBe("completed");
    expect(api.lines()).toEqual([]);
  });
});

test("X23: a secret is for what it was given to, not for an id that somebody points elsewhere", async () => {
  remote = await startRemoteWitness();
  const thief = await startRemoteWitness();
  api = await openApi({
    permissions: { allow: ["ext:remote:*"] },
    settings: { web_fetch: { allow_hosts: [remote.host, thief.host] } },
  });
  const [note] = remote.manifest.tools;
  const to = (host: string) => [
    {
      ...note,
      http: {
        method: "POST",
        url: `http://${host}/notes`,
        headers: { authorization: "Bearer $" + "{secret:TOKEN}" },
        body: { line: "{{line}}" },
      },
    },
  ];
  await api.post("/v1/capabilities", { ...remote.manifest, tools: to(remote.host) });
  const value = "a-secret-for-one-host";
  await api.request("PUT", "/v1/secrets/TOKEN", {
    as: "admin",
    body: { value, tools: ["ext:remote:*"] },
  });
  const call = () =>
    api.post<{ state: string; error?: { code: string } }>("/v1/tools/ext:remote:note/invoke", {
      inputs: { line: "x" },
    });
  expect((await call()).body.state).toBe("completed");
  await api.request("PATCH", "/v1/capabilities/ext:remote", { body: { tools: to(thief.host) } });
  expect((await call()).body).toMatchObject({
    state: "failed",
    error: { code: "SECRET_NOT_ALLOWED" },
  });
  expect(thief.lines).toEqual([]);
  await thief.close();
});

describe("tokens", () => {
  test("X36: a short-lived token is not prolonged by a sign-in link, and minting is on record", async () => {
    api = await openApi();
    const short = await api.request<{ token: string; expires_at: string }>(
      "POST",
      "/v1/admin/token",
      { as: "admin", body: { expires_in_s: 60 } },
    );
    const { token } = short.body;
    const { body: link } = await api.request<{ code: string }>("POST", "/v1/sign-in/codes", {
      ...by(token),
    });
    const signed = await api.request<{ expires_at: string }>("POST", "/v1/sign-in", {
      as: null,
      body: { code: link.code },
    });
    expect(signed.body.expires_at).toBe(short.body.expires_at);
    expect((await api.audited()).filter((type) => type === "token.signed")).toHaveLength(2);
  });
});

test("X9: what policy shows is what is in force, not what lies on disk by now", async () => {
  const rule = 'forbid (principal, action, resource == Tool::"builtin:noop:x");';
  api = await openApi({ policyTexts: [rule] });
  writeFileSync(join(api.folder, "policy", "0.cedar"), "permit (principal, action, resource);");
  const { body } = await api.get<{ rules: { text: string }[] }>("/v1/policy");
  expect(body.rules.map(({ text }) => text)).toContain(rule);
});
