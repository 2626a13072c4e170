import { afterEach, describe, expect, test } from "vitest";
import { endDisabled } from "../../src/engine/sessions/end-disabled.ts";
import { FOUR_EYES } from "../../src/policy/testing/open-policy.ts";
import { type Api, openApi } from "../open-api.ts";

let api: Api;
afterEach(() => api?.close());

type Key = { id: string; token: string; principal_id: string; name: string };
type Id = { id: string };

const APPEND = "/v1/tools/builtin:witness:append/invoke";

async function keyOf(wanted: { name: string } | { for: string }, ...scopes: string[]) {
  const body = { ...wanted, scopes };
  const made = await api.request<Key>("POST", "/v1/tokens", { as: "admin", body });
  expect(made.status).toBe(201);
  return made.body;
}

const by = ({ token }: Key) => ({ as: null, headers: { authorization: `Bearer ${token}` } });

const change = (id: string, body: object) =>
  api.request<{ state: string; name: string }>("PATCH", `/v1/principals/${id}`, {
    as: "admin",
    body,
  });

describe("F15: identity is not a name", () => {
  test("two keys with one name do not share sessions", async () => {
    api = await openApi();
    const [first, second] = [
      await keyOf({ name: "ci" }, "invoke"),
      await keyOf({ name: "ci" }, "invoke"),
    ];
    expect(first.principal_id).not.toBe(second.principal_id);
    const { body } = await api.request<Id>("POST", "/v1/sessions", { ...by(first), body: {} });
    const look = (key: Key) => api.get(`/v1/sessions/${body.id}`, by(key));
    expect([(await look(first)).status, (await look(second)).status]).toEqual([200, 404]);
    const { body: listed } = await api.get("/v1/sessions", by(second));
    expect(listed).toEqual({ items: [], total: 0 });
  });

  test("a new key with the name of a revoked one inherits nothing", async () => {
    api = await openApi();
    const old = await keyOf({ name: "ci" }, "invoke");
    const { body } = await api.request<Id>("POST", "/v1/sessions", { ...by(old), body: {} });
    await api.request("DELETE", `/v1/tokens/${old.id}`, { as: "admin" });
    const next = await keyOf({ name: "ci" }, "invoke");
    expect((await api.get(`/v1/sessions/${body.id}`, by(next))).status).toBe(404);
  });

  test("another key of the same principal goes on where the first one was", async () => {
    api = await openApi();
    const first = await keyOf({ name: "ada" }, "invoke");
    const { body } = await api.request<Id>("POST", "/v1/sessions", { ...by(first), body: {} });
    const second = await keyOf({ for: first.principal_id }, "invoke");
    expect(second).toMatchObject({ principal_id: first.principal_id, name: "ada" });
    expect((await api.get(`/v1/sessions/${body.id}`, by(second))).status).toBe(200);
  });

  test.each([
    [{ scopes: ["invoke"] }, "REQUEST_INVALID"],
    [{ name: "a", for: "prn_owner", scopes: ["invoke"] }, "REQUEST_INVALID"],
    [{ name: "owner", scopes: ["invoke"] }, "REQUEST_INVALID"],
    [{ for: "prn_none", scopes: ["invoke"] }, "PRINCIPAL_NOT_FOUND"],
  ])("a key for %j is refused: %s", async (body, code) => {
    api = await openApi();
    const answer = await api.request("POST", "/v1/tokens", { as: "admin", body });
    expect(answer.body).toMatchObject({ code });
  });

  test("a remembered answer holds for the principal that it was given for, whatever it is called", async () => {
    api = await openApi({ profile: "risk" });
    const ada = await keyOf({ name: "ada" }, "invoke");
    const call = async (key: Key) =>
      (
        await api.request<{ state: string; input_request: { approval_ids: string[] } }>(
          "POST",
          APPEND,
          { ...by(key), body: { inputs: { line: "x" } } },
        )
      ).body;
    const [id] = (await call(ada)).input_request.approval_ids;
    const remember = { scope: "always", match: "tool" };
    const ran = await api.post(`/v1/approvals/${id}/run`, { remember }, { as: "admin" });
    expect(ran).toMatchObject({ status: 200, body: { outcome: { state: "completed" } } });
    await change(ada.principal_id, { name: "ada.l" });
    expect((await call(ada)).state).toBe("completed");
    const other = await keyOf({ name: "ada" }, "invoke");
    expect((await call(other)).state).toBe("input_required");
  });

  test("somebody who was renamed is shown by the new name, and found by both", async () => {
    api = await openApi();
    const ada = await keyOf({ name: "ada" }, "invoke", "approve");
    await api.request("POST", "/v1/halt", { ...by(ada), body: { reason: "a drill" } });
    await change(ada.principal_id, { name: "ada.l" });
    const actor = { id: ada.principal_id, name: "ada.l" };
    expect((await api.get("/v1/halt")).body).toMatchObject({ halt: { by: actor } });
    for (const wanted of ["ada.l", ada.principal_id]) {
      const { body } = await api.get(`/v1/audit?actor=${wanted}&type=halt.set`);
      expect(body).toMatchObject({ items: [{ actor, type: "halt.set" }], total: 1 });
    }
  });

  test("who asks is seen to be here, before that is written", async () => {
    api = await openApi();
    const key = await keyOf({ name: "ci" }, "invoke");
    const { last_seen_at: seen } = (await api.get<{ last_seen_at: string }>("/v1/me", by(key)))
      .body;
    expect(seen).toMatch(/^\d{4}-/);
    const listed = await api.request(`GET`, `/v1/principals/${key.principal_id}`, { as: "admin" });
    expect(listed.body).toMatchObject({ last_seen_at: seen });
  });

  test("whose key it is, GET /v1/me says", async () => {
    api = await openApi();
    const ada = await keyOf({ name: "ada" }, "invoke");
    expect((await api.get("/v1/me", by(ada))).body).toMatchObject({
      ...{ id: ada.principal_id, name: "ada", kind: "service", state: "active" },
      scopes: ["invoke"],
    });
    expect((await api.get("/v1/me")).body).toMatchObject({ id: "prn_owner", kind: "user" });
  });
});

describe("F15: a disabled principal", () => {
  test("is refused with every key, may come back, and gets no key meanwhile", async () => {
    api = await openApi();
    const first = await keyOf({ name: "ada" }, "invoke");
    const second = await keyOf({ for: first.principal_id }, "invoke", "approve");
    const statuses = async () => [
      (await api.get("/v1/sessions", by(first))).status,
      (await api.get("/v1/me", by(second))).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    expect((await change(first.principal_id, { state: "disabled" })).body.state).toBe("disabled");
    expect(await statuses()).toEqual([401, 401]);
    const body = { for: first.principal_id, scopes: ["invoke"] };
    const refused = await api.request("POST", "/v1/tokens", { as: "admin", body });
    expect(refused).toMatchObject({ status: 403, body: { code: "PRINCIPAL_DISABLED" } });
    await change(first.principal_id, { state: "active" });
    expect(await statuses()).toEqual([200, 200]);
    const types = (await api.records()).map(({ type, actor }) => [type, actor]);
    expect(types.filter(([type]) => type === "principal.changed")).toEqual([
      ["principal.changed", "prn_admin"],
      ["principal.changed", "prn_admin"],
    ]);
  });

  test("waits for nothing: its questions are withdrawn, and nothing of them runs", async () => {
    api = await openApi({ profile: "strict" });
    const ada = await keyOf({ name: "ada" }, "invoke");
    await api.request("POST", APPEND, { ...by(ada), body: { inputs: { line: "x" } } });
    const [approval] = await api.pending();
    await change(ada.principal_id, { state: "disabled" });
    expect(await api.pending()).toEqual([]);
    const { body } = await api.get(`/v1/approvals/${approval?.id}`);
    expect(body).toMatchObject({ state: "withdrawn", answered_by: { id: "system" } });
    expect((await api.post(`/v1/approvals/${approval?.id}/run`)).status).toBe(409);
    expect(api.lines()).toEqual([]);
  });

  test("that another server has disabled is refused here once this one has looked", async () => {
    api = await openApi({ profile: "strict" });
    const ada = await keyOf({ name: "ada" }, "invoke");
    await api.request("POST", APPEND, { ...by(ada), body: { inputs: { line: "x" } } });
    const principal = await api.store.principals.get(ada.principal_id);
    if (!principal) throw new Error("There is no such principal.");
    const now = new Date(api.clock.now()).toISOString();
    // Past what this process has written itself.
    const elsewhere = { ...principal, state: "disabled" } as const;
    await api.store.journal.commit("test.elsewhere", [
      { type: "principal.put", principal: elsewhere, now },
    ]);
    expect((await api.get("/v1/me", by(ada))).status).toBe(200);
    await api.gate.people.refresh();
    await endDisabled(api.engine);
    expect((await api.get("/v1/me", by(ada))).status).toBe(401);
    expect(await api.pending()).toEqual([]);
  });

  test("calls nothing from a turn that still runs, whatever a person had approved", async () => {
    api = await openApi({ profile: "auto" });
    const ada = await keyOf({ name: "ada" }, "invoke");
    await change(ada.principal_id, { state: "disabled" });
    const actor = { id: ada.principal_id, scopes: ["invoke" as const] };
    expect(await api.invoke("builtin:witness:append", { line: "x" }, { actor })).toMatchObject({
      state: "blocked",
      error: { code: "PRINCIPAL_DISABLED" },
    });
    expect(api.lines()).toEqual([]);
  });

  test("sees the end of its stream", async () => {
    api = await openApi();
    const ada = await keyOf({ name: "ada" }, "invoke");
    const { body } = await api.request<Id>("POST", "/v1/sessions", { ...by(ada), body: {} });
    const response = await api.app.request(
      `http://localhost/v1/sessions/${body.id}/events/stream`,
      { headers: { host: "localhost", ...by(ada).headers } },
    );
    const reader = response.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await change(ada.principal_id, { state: "disabled" });
    let read = await reader?.read();
    while (read && !read.done) read = await reader?.read();
    expect(read?.done).toBe(true);
  }, 5_000);

  test.each(["prn_owner", "prn_admin"])("is never %s", async (id) => {
    api = await openApi();
    expect((await change(id, { state: "disabled" })).body).toMatchObject({
      code: "REQUEST_INVALID",
    });
  });
});

describe("rules", () => {
  const call = async (key: Key) =>
    (
      await api.request<{ state: string }>("POST", "/v1/tools/builtin:witness:look/invoke", {
        ...by(key),
        body: { inputs: {} },
      })
    ).body.state;

  test.each([
    ['principal.name == "bo"', "blocked", "completed"],
    ['principal.kind == "service"', "blocked", "blocked"],
    ['principal.kind == "user"', "completed", "completed"],
  ])("F15: ask for %s", async (asked, bo, ada) => {
    const text = `forbid (principal, action, resource) when { ${asked} };`;
    api = await openApi({ policyTexts: [text] });
    const [first, second] = [
      await keyOf({ name: "bo" }, "invoke"),
      await keyOf({ name: "ada" }, "invoke"),
    ];
    expect([await call(first), await call(second)]).toEqual([bo, ada]);
  });

  test("F15: four eyes are two principals, whatever they are called", async () => {
    api = await openApi({ profile: "strict", policyTexts: [FOUR_EYES.text] });
    const key = await keyOf({ name: "ci" }, "invoke", "approve");
    await api.request("POST", APPEND, { ...by(key), body: { inputs: { line: "x" } } });
    const [approval] = await api.pending();
    const own = await api.post(`/v1/approvals/${approval?.id}/run`, {}, by(key));
    expect(own.body).toMatchObject({ code: "APPROVER_REFUSED" });
  });
});
