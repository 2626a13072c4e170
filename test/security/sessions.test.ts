import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Api, openApi } from "../open-api.ts";

type Created = { id: string };
type Listed = { items: Created[]; total: number };

let api: Api;
beforeEach(async () => {
  const steps = [{ tool_calls: [{ name: "append", input: { line: "x" } }] }];
  api = await openApi({ steps });
});
afterEach(() => api.close());

const open = async (as: "admin" | "owner" | "agent", profile?: string) =>
  (await api.post<Created>("/v1/sessions", { agent_id: "agent_witness", profile }, { as })).body.id;

describe("X36: a token that may only invoke", () => {
  test("lists and sees its own sessions only; another's does not exist for it", async () => {
    const own = await open("agent");
    const other = await open("owner");
    const { items, total } = (await api.get<Listed>("/v1/sessions", { as: "agent" })).body;
    expect({ ids: items.map(({ id }) => id), total }).toEqual({ ids: [own], total: 1 });
    for (const part of ["", "/messages", "/events", "/events/stream"]) {
      const path = `/v1/sessions/${other}${part}`;
      expect((await api.get(path, { as: "agent" })).status).toBe(404);
    }
  });

  test.each([
    ["messages", { content: "go" }],
    ["cancel", {}],
  ])("cannot make another's session act: %s", async (part, body) => {
    const path = `/v1/sessions/${await open("owner")}/${part}`;
    expect((await api.post(path, body, { as: "agent" })).status).toBe(404);
  });

  test("cannot borrow another session's looser profile for a call", async () => {
    const session_id = await open("admin", "auto");
    const body = { inputs: { line: "x" }, session_id };
    const path = "/v1/tools/builtin:witness:append/invoke";
    expect((await api.post(path, body, { as: "agent" })).status).toBe(404);
    expect(api.lines()).toEqual([]);
  });
});

describe("a session that an admin made looser", () => {
  test.each(["messages", "invoke"])("can be seen by the owner, but not used: %s", async (way) => {
    const id = await open("admin", "auto");
    expect((await api.get(`/v1/sessions/${id}`)).status).toBe(200);
    const answer =
      way === "messages"
        ? await api.post<{ code: string }>(`/v1/sessions/${id}/messages`, { content: "go" })
        : await api.post<{ code: string }>("/v1/tools/builtin:witness:append/invoke", {
            inputs: { line: "x" },
            session_id: id,
          });
    expect(answer.body.code).toBe("PROFILE_TOO_LOOSE");
    expect(api.lines()).toEqual([]);
  });

  test("can be asked for by an admin only", async () => {
    const body = { agent_id: "agent_witness", profile: "auto" };
    const { body: refused } = await api.post<{ code: string }>("/v1/sessions", body);
    expect(refused.code).toBe("PROFILE_TOO_LOOSE");
    expect((await api.post("/v1/sessions", body, { as: "admin" })).status).toBe(201);
  });
});

test("the owner writes to and answers for a session that an agent opened", async () => {
  const id = await open("agent");
  const path = `/v1/sessions/${id}/messages?wait_ms=2000`;
  const { status } = await api.post(path, { content: "go" });
  expect(status).toBe(200);
  const [approval] = await api.pending();
  expect((await api.post(`/v1/approvals/${approval?.id}/run`, {}, { as: "agent" })).status).toBe(
    403,
  );
  expect(api.lines()).toEqual([]);
  expect((await api.post(`/v1/approvals/${approval?.id}/run`)).status).toBe(200);
  expect(api.lines()).toHaveLength(1);
});
