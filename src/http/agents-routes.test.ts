import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, openApi } from "../../test/open-api.ts";
import { defineCapability } from "../app/define-capability.ts";
import { isJsonObject, type JsonObject } from "../base/json.ts";
import { BUILTIN_IDS } from "../features/builtin/builtin-ids.ts";

/** An id that nobody has thought of yet: it needs no migration and no change of a schema. */
const novel = defineCapability({
  id: "ext:tools.novel/é",
  name: "Novel",
  description: "Is new.",
  status: "coming_soon",
});

let api: Api;

beforeAll(async () => {
  api = await openApi({ capabilities: [novel] });
});
afterAll(() => api.close());

describe("capabilities", () => {
  test("E5, E6, E53: the list is the registry's, in its order", async () => {
    const { body } = await api.get<{ items: { id: string }[]; total: number }>("/v1/capabilities");
    const ids = body.items.map(({ id }) => id);
    expect(ids).toEqual([
      ...Object.values(BUILTIN_IDS),
      "calculator",
      "tool_search",
      "capability_packs",
      "hub",
      "system",
      novel.id,
    ]);
    expect(body.total).toBe(15);
  });

  test("E6, E8, E54: one has id, name, description, status, icon and category", async () => {
    const { status, body } = await api.get("/v1/capabilities/current_time");
    expect(status).toBe(200);
    expect(body).toEqual({
      id: "current_time",
      name: "Current Time",
      description: "Tells the current date and time, in any time zone and in several formats.",
      status: "available",
      icon: "clock",
      category: "Utilities",
      kind: "builtin",
      version: "1.0.0",
      tools: ["builtin:current_time:get_current_time"],
    });
  });

  test("E8: icon and category are left out where there are none", async () => {
    const { body } = await api.get(`/v1/capabilities/${encodeURIComponent(novel.id)}`);
    expect(body).toEqual({
      id: novel.id,
      name: "Novel",
      description: "Is new.",
      status: "coming_soon",
      kind: "builtin",
      version: "1.0.0",
      tools: [],
    });
  });

  test("X27: a page of the list keeps the total", async () => {
    const { body } = await api.get("/v1/capabilities?limit=1&offset=1");
    expect(body).toMatchObject({ items: [{ id: "current_time" }], total: 15 });
  });

  test.each(["unknown", "__proto__", "constructor", "x".repeat(5_000), "%00", "..%2F..%2Fetc"])(
    "no capability is called %j",
    async (id) => {
      const answer = await api.get(`/v1/capabilities/${id}`);
      expect(answer).toMatchObject({ status: 404, body: { code: "CAPABILITY_NOT_FOUND" } });
    },
  );
});

describe("agents", () => {
  test("an agent is created with its capabilities in order, and found again", async () => {
    const wanted = {
      name: "Clerk",
      system_prompt: "Be exact.",
      capabilities: ["test_math", "noop", "current_time"],
    };
    const created = await api.post<{ id: string }>("/v1/agents", wanted);
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      ...wanted,
      id: expect.stringMatching(/^agent_/),
      status: "active",
      created_at: expect.any(String),
    });
    expect((await api.get(`/v1/agents/${created.body.id}`)).body).toEqual(created.body);
  });

  test("E9, E64: an agent takes a capability of any id that the catalog has", async () => {
    const answer = await api.post("/v1/agents", { name: "New", capabilities: [novel.id] });
    expect(answer).toMatchObject({ status: 201, body: { capabilities: [novel.id] } });
  });

  test("a name is all that an agent needs", async () => {
    const answer = await api.post("/v1/agents", { name: "Bare" });
    expect(answer).toMatchObject({ status: 201, body: { system_prompt: "", capabilities: [] } });
  });

  test("the list is oldest first and starts with the assistant", async () => {
    const { body } = await api.get("/v1/agents?limit=1");
    expect(body).toMatchObject({
      items: [{ name: "assistant", capabilities: expect.arrayContaining(["current_time"]) }],
    });
  });

  test.each([
    { body: {}, field: "name" },
    { body: { name: "" }, field: "name" },
    { body: { name: "x".repeat(201) }, field: "name" },
    { body: { name: 7 }, field: "name" },
    { body: { name: "a", capabilities: "test_math" }, field: "capabilities" },
    { body: { name: "a", capabilities: [7] }, field: "capabilities.0" },
    { body: { name: "a", capabilities: ["x".repeat(129)] }, field: "capabilities.0" },
    { body: { name: "a", status: "retired" }, field: "status" },
    { body: { name: "a", id: "agent_mine" }, field: "id" },
    { body: [], field: "body" },
  ])("$body is refused and $field is named", async ({ body, field }) => {
    const answer = await api.post("/v1/agents", body);
    expect(answer).toMatchObject({
      status: 422,
      body: { code: "REQUEST_INVALID", details: { field } },
    });
  });

  test.each(["unknown", "__proto__", "constructor"])(
    "a capability that does not exist is named: %s",
    async (id) => {
      const answer = await api.post("/v1/agents", { name: "a", capabilities: ["noop", id] });
      expect(answer).toMatchObject({
        status: 422,
        body: {
          code: "CAPABILITY_UNKNOWN",
          message: expect.stringContaining(`"${id}"`),
          details: { field: "capabilities", capability_id: id },
        },
      });
    },
  );

  test("X4: the same capability twice is an error that names it", async () => {
    const answer = await api.post("/v1/agents", {
      name: "Twice",
      capabilities: ["noop", "test_math", "noop"],
    });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        code: "REQUEST_INVALID",
        message: expect.stringContaining('"noop"'),
        details: { field: "capabilities.2" },
      },
    });
  });

  test("an agent that does not exist is 404", async () => {
    const answer = await api.get("/v1/agents/agent_unknown");
    expect(answer).toMatchObject({ status: 404, body: { code: "AGENT_NOT_FOUND" } });
  });
});

describe("an agent that is changed", () => {
  const create = async (capabilities: unknown[] = ["test_math"]) =>
    (await api.post<{ id: string }>("/v1/agents", { name: "a", capabilities })).body.id;
  const patch = (id: string, body: object, as: "owner" | "agent" = "owner") =>
    api.request("PATCH", `/v1/agents/${id}`, { body, as });

  test("E55, E67, E69: echoes its entries as they were sent", async () => {
    const capabilities = [
      "test_math@^1.0.0",
      { id: "current_time", aliases: { get_current_time: "now" } },
    ];
    const { status, body } = await api.post("/v1/agents", { name: "a", capabilities });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { capabilities, status: "active" },
    });
  });

  test("E56, E57: has its capabilities replaced as a whole, and the rest left alone", async () => {
    const id = await create();
    const answer = await patch(id, { capabilities: ["current_time", "noop"] });
    expect(answer).toMatchObject({
      status: 200,
      body: { id, name: "a", capabilities: ["current_time", "noop"] },
    });
    expect((await api.get(`/v1/agents/${id}`)).body).toEqual(answer.body);
    expect((await patch(id, { model: "offline" })).body).toMatchObject({ model: "offline" });
    expect((await patch(id, { model: null })).body).not.toHaveProperty("model");
  });

  test.each<[object]>([
    [{ name: "b" }],
    [{ system_prompt: "Be brief." }],
    [{ capabilities: ["noop"] }],
    [{ model: "other" }],
  ])("E56: keeps everything that %j does not name", async (change) => {
    const wanted = {
      name: "a",
      system_prompt: "Be exact.",
      capabilities: ["test_math"],
      model: "offline",
    };
    const { body } = await api.post<{ id: string }>("/v1/agents", wanted);
    const changed = { ...body, ...change };
    expect((await patch(body.id, change)).body).toEqual(changed);
    expect((await api.get(`/v1/agents/${body.id}`)).body).toEqual(changed);
  });

  test.each([
    [["nothing"], "CAPABILITY_UNKNOWN"],
    [["test_math@^2.0.0"], "CAPABILITY_UNKNOWN"],
    [[{ id: "test_math", config: { a: 1 } }], "CONFIG_INVALID"],
    [[{ id: "test_math", aliases: { add: "x", divide: "x" } }], "CONFIG_INVALID"],
    [["test_math", "test_math@1"], "REQUEST_INVALID"],
  ])("E60: %j is refused with %s, and nothing changes", async (capabilities, code) => {
    const id = await create();
    expect(await patch(id, { capabilities })).toMatchObject({ status: 422, body: { code } });
    expect((await api.get(`/v1/agents/${id}`)).body).toMatchObject({ capabilities: ["test_math"] });
  });

  test("is not changed or removed by who may only invoke", async () => {
    const id = await create();
    expect((await patch(id, { name: "b" }, "agent")).status).toBe(403);
    expect((await api.request("DELETE", `/v1/agents/${id}`, { as: "agent" })).status).toBe(403);
  });

  test("is gone when it was removed", async () => {
    const id = await create();
    expect((await api.request("DELETE", `/v1/agents/${id}`)).status).toBe(200);
    expect((await api.get(`/v1/agents/${id}`)).status).toBe(404);
    expect((await api.request("DELETE", `/v1/agents/${id}`)).status).toBe(404);
  });

  test("E52: can be previewed: what a model would be sent, with warnings", async () => {
    const id = await create(["test_math", novel.id]);
    const { body } = await api.get<{ tools: { wire_name: string }[] }>(`/v1/agents/${id}/preview`);
    expect(body).toMatchObject({
      system_prompt: expect.stringContaining("math tools"),
      warnings: [expect.stringContaining(`"${novel.id}" does nothing`)],
      estimated_tokens: expect.any(Number),
    });
    expect(body.tools.map((tool) => tool.wire_name)).toEqual([
      ...["add", "subtract", "multiply", "divide"],
    ]);
  });

  test("C5: who makes, changes or removes an agent is on record", async () => {
    const wanted = { name: "recorded", capabilities: ["noop"] };
    const { id } = (await api.post<{ id: string }>("/v1/agents", wanted)).body;
    await api.request("PATCH", `/v1/agents/${id}`, { body: { capabilities: ["test_math"] } });
    await api.request("DELETE", `/v1/agents/${id}`);
    const types = "agent.created,agent.changed,agent.removed";
    const { body } = await api.get<{ items: JsonObject[] }>(`/v1/audit?type=${types}`);
    const about = body.items.filter(({ data }) => isJsonObject(data) && data.agent_id === id);
    expect(about.toReversed()).toMatchObject([
      {
        type: "agent.created",
        actor: { id: "prn_owner", name: "owner" },
        data: { capabilities: ["noop"] },
      },
      {
        type: "agent.changed",
        actor: { id: "prn_owner", name: "owner" },
        data: { capabilities: ["test_math"] },
      },
      {
        type: "agent.removed",
        actor: { id: "prn_owner", name: "owner" },
        data: { name: "recorded" },
      },
    ]);
    expect((await api.get("/v1/audit?type=nothing.such")).status).toBe(422);
  });

  test("E52: one that is not created is previewed the same, and nothing is written", async () => {
    const wanted = {
      name: "x",
      system_prompt: "Be brief.",
      capabilities: ["test_math", "sandbox"],
    };
    const { total } = (await api.get<{ total: number }>("/v1/agents")).body;
    const draft = await api.post("/v1/agents/preview", wanted, { as: "agent" });
    expect(draft).toMatchObject({
      status: 200,
      body: { system_prompt: expect.stringMatching(/math tools[\s\S]*Be brief\.$/) },
    });
    expect((await api.get<{ total: number }>("/v1/agents")).body.total).toBe(total);
    const { id } = (await api.post<{ id: string }>("/v1/agents", wanted)).body;
    expect((await api.get(`/v1/agents/${id}/preview`)).body).toEqual(draft.body);
    const other = await api.post("/v1/agents/preview", { ...wanted, capabilities: [] });
    expect(other.body).toMatchObject({ system_prompt: "Be brief.", tools: [], warnings: [] });
  });

  test("E52: a preview refuses what creating refuses", async () => {
    for (const capabilities of [["unheard_of"], ["noop", "noop"]]) {
      const wanted = { name: "x", capabilities };
      const { status, body } = await api.post("/v1/agents", wanted);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(await api.post("/v1/agents/preview", wanted)).toMatchObject({
        status,
        body: body as object,
      });
    }
  });
});
