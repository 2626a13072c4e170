import { afterEach, describe, expect, test } from "vitest";
import { cpuMs } from "../../test/cpu-ms.ts";
import { openApi } from "../../test/open-api.ts";
import { startRemoteWitness } from "../../test/remote-witness.ts";
import type { JsonObject } from "../base/json.ts";

let close = async () => {};
afterEach(() => close());

type Listed = { items: (JsonObject & { id: string })[]; total: number };

async function open(more: Parameters<typeof openApi>[0] = {}) {
  const remote = await startRemoteWitness();
  const api = await openApi({ settings: { web_fetch: { allow_hosts: [remote.host] } }, ...more });
  close = async () => {
    await api.close();
    await remote.close();
  };
  return { ...api, remote };
}

const [note] = (await startAndStop()).tools;
async function startAndStop() {
  const { manifest, close: stop } = await startRemoteWitness();
  await stop();
  return manifest;
}

describe("capabilities of one's own", () => {
  test("E65, E63, E64, X37: added over HTTP, listed, put on an agent, called through the gate, on record", async () => {
    const api = await open();
    const added = await api.post<JsonObject>("/v1/capabilities", api.remote.manifest);
    expect(added).toMatchObject({
      status: 201,
      body: { id: "ext:remote", kind: "ext", version: "1.0.0", tools: ["ext:remote:note"] },
    });
    const tool = await api.get("/v1/tools/ext:remote:note");
    expect(tool.body).toMatchObject({
      risk_level: "HIGH",
      side_effect_tags: ["network.http"],
      trust: "local",
      risk_reasons: expect.arrayContaining([expect.stringContaining("network")]),
    });
    const agent = await api.post("/v1/agents", { name: "noter", capabilities: ["ext:remote"] });
    expect(agent.status).toBe(201);

    const asked = await api.invoke("ext:remote:note", { line: "one" });
    expect(asked.state).toBe("input_required");
    expect(api.remote.lines).toEqual([]);
    const run = await api.post<{ outcome: JsonObject }>(
      `/v1/approvals/${asked.inputRequest?.approvalIds?.[0]}/run`,
    );
    expect(run.body.outcome).toMatchObject({
      state: "completed",
      outputs: { status_code: 200, body: { noted: 1 } },
    });
    expect(api.remote.lines).toEqual(['POST /notes {"line":"one"}']);
    expect(await api.audited()).toContain("capability.created");
  });

  test("E65, I49: a change moves the version as far as the tools changed, never less", async () => {
    const api = await open();
    const { manifest } = api.remote;
    await api.post("/v1/capabilities", manifest);
    const patch = (body: JsonObject) =>
      api.request<JsonObject>("PATCH", "/v1/capabilities/ext:remote", { body });
    expect((await patch({ description: "Other words." })).body.version).toBe("1.0.1");
    const more = { ...note, name: "note_twice" };
    expect((await patch({ tools: [...manifest.tools, more] })).body.version).toBe("1.1.0");
    const refused = await patch({ tools: [more], version: "1.2.0" });
    expect(refused).toMatchObject({
      status: 422,
      body: { code: "VERSION_TOO_LOW", details: { field: "version", lowest: "2.0.0" } },
    });
    expect((await patch({ tools: [more], version: "3.0.0" })).body.version).toBe("3.0.0");
    expect((await api.get("/v1/tools/ext:remote:note")).status).toBe(404);
  });

  test("X8, X31: another address is another tool: what was approved no longer counts", async () => {
    const api = await open();
    await api.post("/v1/capabilities", api.remote.manifest);
    const asked = await api.invoke("ext:remote:note", { line: "one" });
    const elsewhere = { ...note?.http, url: `http://${api.remote.host}/elsewhere` };
    await api.request("PATCH", "/v1/capabilities/ext:remote", {
      body: { tools: [{ ...note, http: elsewhere }] },
    });
    const run = await api.post<{ approval: JsonObject; outcome: JsonObject }>(
      `/v1/approvals/${asked.inputRequest?.approvalIds?.[0]}/run`,
    );
    expect(run.body).toMatchObject({
      approval: { state: "superseded" },
      outcome: { state: "input_required" },
    });
    expect(api.remote.lines).toEqual([]);
  });

  test("E65: one that no longer parses is listed as broken, and does nothing", async () => {
    const api = await open();
    await api.store.journal.commit("test.custom", [
      {
        type: "capability.put",
        custom: {
          id: "old",
          version: "1.0.0",
          manifest: {
            id: "old",
            name: "Old",
            description: "Of another time.",
            tools: [{ exec: "rm" }],
          },
          createdBy: "owner",
          createdAt: "2026-01-01T00:00:00.000Z",
          updatedAt: "2026-01-01T00:00:00.000Z",
        },
        expect: null,
      },
    ]);
    await api.gate.catalog.refresh();
    const shown = await api.get<JsonObject>("/v1/capabilities/ext:old");
    expect(shown.body).toMatchObject({ status: "draft", tools: [] });
    expect(shown.body.problem).toContain("tools.0");
    const { body } = await api.post<JsonObject>("/v1/agents", {
      name: "a",
      capabilities: ["ext:old"],
    });
    const preview = await api.get<{ warnings: string[] }>(`/v1/agents/${body.id}/preview`);
    expect(preview.body.warnings.join()).toContain("broken");
    const others = await api.get<Listed>("/v1/capabilities?limit=100");
    expect(others.body.items.map(({ id }) => id)).toContain("noop");
  });

  test("E65: what is wrong is named, and nothing is stored", async () => {
    const api = await open();
    const attempts: [JsonObject, number, string][] = [
      [{ ...api.remote.manifest, id: "Bad Id" }, 422, "CAPABILITY_INVALID"],
      [{ ...api.remote.manifest, dependencies: ["nowhere"] }, 422, "CAPABILITY_UNKNOWN"],
      [{ ...api.remote.manifest, dependencies: ["ext:remote"] }, 422, "CAPABILITY_CYCLE"],
    ];
    for (const [body, status, code] of attempts) {
      expect(await api.post("/v1/capabilities", body)).toMatchObject({ status, body: { code } });
      const checked = await api.post("/v1/capabilities/check", body);
      expect(checked).toMatchObject({ status, body: { code } });
    }
    expect(await api.store.customCapabilities.list()).toEqual([]);
    await api.post("/v1/capabilities", api.remote.manifest);
    const again = await api.post("/v1/capabilities", api.remote.manifest);
    expect(again).toMatchObject({ status: 409, body: { code: "STATE_CONFLICT" } });
  });

  test("E65: it is removed once no agent has it; a built-in is not", async () => {
    const api = await open();
    await api.post("/v1/capabilities", api.remote.manifest);
    const agent = await api.post<JsonObject>("/v1/agents", {
      name: "noter",
      capabilities: ["ext:remote@^1.0.0"],
    });
    const remove = (id: string) => api.request("DELETE", `/v1/capabilities/${id}`);
    expect(await remove("ext:remote")).toMatchObject({
      status: 409,
      body: { code: "CAPABILITY_IN_USE", message: expect.stringContaining("noter") },
    });
    await api.request("DELETE", `/v1/agents/${agent.body.id}`);
    expect(await remove("ext:remote")).toMatchObject({ status: 200 });
    expect(await remove("ext:remote")).toMatchObject({ status: 404 });
    expect(await remove("noop")).toMatchObject({ status: 404 });
    expect((await api.get("/v1/capabilities/ext:remote")).status).toBe(404);
  });

  test("A89: a pattern keeps nobody waiting, and one that could is refused", async () => {
    const api = await open();
    const line = (pattern: string) => ({
      ...api.remote.manifest,
      tools: [
        {
          ...note,
          input_schema: { type: "object", properties: { line: { type: "string", pattern } } },
        },
      ],
    });
    expect(await api.post("/v1/capabilities", line("^(?=a)"))).toMatchObject({
      status: 422,
      body: {
        code: "CAPABILITY_INVALID",
        detail: expect.stringContaining('The pattern "^(?=a)" cannot be tested in linear time'),
      },
    });
    expect((await api.post("/v1/capabilities", line("^(a+)+$"))).status).toBe(201);
    const from = cpuMs();
    const refused = await api.post("/v1/tools/ext:remote:note/invoke", {
      inputs: { line: `${"a".repeat(40)}!` },
    });
    expect(cpuMs() - from).toBeLessThan(2_000);
    expect(refused).toMatchObject({
      status: 422,
      body: {
        code: "INPUT_INVALID",
        detail: 'Input of "note": "line" must match the pattern ^(a+)+$',
      },
    });
  });

  test("A104, X4: a tool that borrows another's name shadows nothing, and look-alikes are refused", async () => {
    const api = await open();
    const named = (name: string) => ({ ...api.remote.manifest, tools: [{ ...note, name }] });
    const homoglyph = await api.post("/v1/capabilities", named("re\u0430d_file"));
    expect(homoglyph).toMatchObject({ status: 422, body: { code: "CAPABILITY_INVALID" } });
    await api.post("/v1/capabilities", named("read_file"));
    const { body } = await api.post<JsonObject>("/v1/agents", {
      name: "both",
      capabilities: ["session_file_system", "ext:remote"],
    });
    const preview = await api.get<{ tools: JsonObject[]; warnings: string[] }>(
      `/v1/agents/${body.id}/preview`,
    );
    const names = preview.body.tools.map((tool) => [tool.tool_id, tool.wire_name]);
    expect(names).toContainEqual([
      "ext:remote:read_file",
      expect.stringMatching(/^ext_remote__read_file/),
    ]);
    expect(names).toContainEqual([
      "builtin:session_file_system:read_file",
      "session_file_system__read_file",
    ]);
    expect(preview.body.warnings.join()).toContain("read_file");
  });

  test("E67: what an agent configures reaches the request, and is part of what is approved", async () => {
    const api = await open({
      steps: [{ tool_calls: [{ name: "note", input: { line: "x" } }] }, { text: "done" }],
    });
    await api.post("/v1/capabilities", {
      ...api.remote.manifest,
      config_schema: { type: "object", properties: { team: { type: "string" } } },
      tools: [
        {
          ...note,
          http: {
            ...note?.http,
            url: `http://${api.remote.host}/notes`,
            query: { team: "{{config.team}}" },
          },
        },
      ],
    });
    const configured = (team: string) => [{ id: "ext:remote", config: { team } }];
    const { body: agent } = await api.post<JsonObject>("/v1/agents", {
      name: "noter",
      capabilities: configured("red"),
    });
    const session = await api.openSession({ agentId: String(agent.id) });
    await api.say(session.id);
    const [first] = await api.pending();
    await api.request("PATCH", `/v1/agents/${agent.id}`, {
      body: { capabilities: configured("blue") },
    });
    const stale = await api.post<JsonObject>(`/v1/approvals/${first?.id}/run`);
    expect(stale.body).toMatchObject({ approval: { state: "superseded" } });
    const [second] = await api.pending();
    expect(second?.changed).toEqual(["access"]);
    await api.post(`/v1/approvals/${second?.id}/run`);
    await api.rest(session.id);
    expect(api.remote.lines).toEqual(['POST /notes?team=blue {"line":"x"}']);
  });

  test("X23: a secret in a header reaches the server, and neither the model nor the store", async () => {
    const api = await open({ permissions: { allow: ["ext:remote:*"] } });
    const reference = "$" + "{secret:REMOTE_TOKEN}";
    await api.post("/v1/capabilities", {
      ...api.remote.manifest,
      tools: [
        {
          ...note,
          http: {
            ...note?.http,
            url: `http://${api.remote.host}/notes`,
            headers: { authorization: `Bearer ${reference}` },
          },
        },
      ],
    });
    const unknown = await api.invoke("ext:remote:note", { line: "x" });
    expect(unknown.error?.code).toBe("SECRET_UNKNOWN");
    const set = (tools: string[]) =>
      api.request("PUT", "/v1/secrets/REMOTE_TOKEN", {
        as: "admin",
        body: { value: "correct-horse-battery", tools },
      });
    await set([]);
    const refused = await api.invoke("ext:remote:note", { line: "x" });
    expect(refused.error?.code).toBe("SECRET_NOT_ALLOWED");
    expect(api.remote.lines).toEqual([]);
    await set(["ext:remote:*"]);
    const { outputs } = await api.invoke("ext:remote:note", { line: "x" });
    expect(JSON.stringify(outputs)).toContain("Bearer ***REDACTED");
    expect(JSON.stringify(await api.records())).not.toContain("correct-horse");
  });
});
