import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { Profile } from "../../src/schema/profile.ts";
import { type Api, openApi } from "../open-api.ts";
import { startRemoteWitness } from "../remote-witness.ts";
import { makeFolder } from "./open-agent.ts";

const SLOW = 40_000;
const CODE = "builtin:sandbox:execute_code";

let remote: Awaited<ReturnType<typeof startRemoteWitness>>;
beforeAll(async () => {
  remote = await startRemoteWitness();
});
afterAll(() => remote.close());

type Outcome = {
  invocation_id: string;
  state: string;
  outputs?: { stdout: string };
  error?: { code: string };
  input_request?: { approval_ids: string[] };
};
type Options = Parameters<typeof openApi>[0];

/** An agent that whoever only invokes has made, with the host in its configuration. */
async function openAsking(options: Options = {}, language: "python" | "javascript" = "python") {
  const api: Api = await openApi({
    machine: "here",
    contentFolder: makeFolder(),
    settings: { web_fetch: { allow_hosts: [remote.host] } },
    ...options,
  });
  onTestFinished(() => api.close());
  remote.lines.length = 0;
  const agent = await api.post<{ id: string }>(
    "/v1/agents",
    {
      name: "asker",
      system_prompt: "",
      capabilities: [{ id: "sandbox", config: { hosts: [remote.host.toUpperCase()] } }],
    },
    { as: "agent" },
  );
  expect(agent.status).toBe(201);
  const session = await api.post<{ id: string }>(
    "/v1/sessions",
    { agent_id: agent.body.id },
    { as: "agent" },
  );
  const code =
    language === "python"
      ? `import urllib.request as r; print(r.urlopen("http://${remote.host}/got").status)`
      : "console.log(1)";
  const call = async () => {
    const path = `/v1/tools/${encodeURIComponent(CODE)}/invoke`;
    const body = { inputs: { language, code }, session_id: session.body.id };
    return (await api.post<Outcome>(path, body, { as: "agent" })).body;
  };
  const answer = async (asked: Outcome, how: "run" | "deny", body = {}) => {
    const [id] = asked.input_request?.approval_ids ?? [];
    const answered = await api.post<{ outcome: Outcome }>(`/v1/approvals/${id}/${how}`, body);
    return answered.body.outcome;
  };
  return { ...api, call, answer };
}

describe("F14, A127: who configures an agent opens no host to execute_code", () => {
  test.each(Profile.options)(
    "under the profile %s a person is asked what would be opened, or it is denied",
    async (profile) => {
      const { call, answer, pending, records } = await openAsking({ profile });
      const asked = await call();
      expect(remote.lines).toEqual([]);
      // It needs a frozen spec first.
      if (profile === "governed") return expect(asked.state).toBe("blocked");
      expect(asked).toMatchObject({ state: "input_required", input_request: { kind: "approval" } });
      expect(await pending()).toMatchObject([
        {
          access: { paths: [], hosts: [remote.host] },
          reason: expect.stringContaining(`It would open the host ${remote.host} for sandbox.`),
        },
      ]);
      const done = await answer(asked, "run");
      expect(done).toMatchObject({ state: "completed", outputs: { stdout: "200\n" } });
      expect(remote.lines).toEqual([expect.stringContaining("GET /got")]);
      const started = (await records()).find(({ type }) => type === "invocation.started");
      expect(started?.data).toMatchObject({ hosts: [remote.host] });
      // Once.
      expect((await call()).state).toBe("input_required");
    },
    SLOW,
  );

  test(
    "a host that is not opened is not reached, and the call does not run",
    async () => {
      const { call, answer } = await openAsking({ profile: "auto" });
      const denied = await answer(await call(), "deny");
      expect(denied).toMatchObject({ state: "blocked", error: { code: "HOST_NOT_GRANTED" } });
      expect(remote.lines).toEqual([]);
    },
    SLOW,
  );

  test(
    "one that a person opened for good is reached, shown, and closed again",
    async () => {
      const { call, request, pending } = await openAsking({ profile: "auto" });
      const put = (hosts: string[], as: "owner" | "agent" = "owner") =>
        request("PUT", "/v1/capabilities/sandbox/access", { as, body: { paths: [], hosts } });
      expect((await put([remote.host], "agent")).status).toBe(403);
      expect((await put([remote.host])).status).toBe(200);
      expect(await call()).toMatchObject({ state: "completed", outputs: { stdout: "200\n" } });
      expect((await put([])).status).toBe(200);
      expect((await call()).state).toBe("input_required");
      expect(await pending()).toHaveLength(1);
    },
    SLOW,
  );

  test("settings open it, the approval shows it, and it is part of what was approved", async () => {
    const access = { sandbox: { hosts: [remote.host] } };
    const settings = { access, web_fetch: { allow_hosts: [remote.host] } };
    const { call, pending } = await openAsking({ profile: "risk", settings });
    expect((await call()).state).toBe("input_required");
    const [approval] = await pending();
    expect(approval?.access).toBeUndefined();
    expect(approval?.reason).toContain(`It can reach ${remote.host}.`);
  });

  test("policy is told the host", async () => {
    const [name] = remote.host.split(":");
    const policyTexts = [
      `@id("team.hosts") @reason("Not that host.") forbid (principal, action, resource) when { context.hosts.contains("${name}") };`,
    ];
    const { call } = await openAsking({ profile: "auto", policyTexts });
    expect(await call()).toMatchObject({ state: "blocked", error: { code: "POLICY_DENIED" } });
  });

  test("JavaScript, which reaches no host, asks for none", async () => {
    const { call } = await openAsking({ profile: "auto" }, "javascript");
    expect((await call()).state).toBe("completed");
  });
});

describe("F14: a host that a definition names", () => {
  test("is listed as access, shown in the approval, told to policy, and gone with the definition", async () => {
    const api = await openApi({ settings: { web_fetch: { allow_hosts: [remote.host] } } });
    onTestFinished(() => api.close());
    await api.post("/v1/capabilities", remote.manifest);
    const access = async () => (await api.get("/v1/capabilities/ext:remote/access")).body;
    expect(await access()).toMatchObject({
      hosts: [remote.host],
      items: [{ from: "definition", host: remote.host }],
    });
    await api.invoke("ext:remote:note", { line: "x" });
    const [approval] = await api.pending();
    expect(approval?.reason).toContain(`It can reach ${remote.host}.`);
    const explained = await api.post("/v1/policy/explain", {
      tool_id: "ext:remote:note",
      inputs: { line: "x" },
    });
    expect(explained.status).toBe(200);
    const [tool] = remote.manifest.tools;
    const moved = { ...tool, http: { ...tool?.http, url: "https://other.example/notes" } };
    await api.request("PATCH", "/v1/capabilities/ext:remote", { body: { tools: [moved] } });
    expect(await access()).toMatchObject({ hosts: ["other.example"] });
    await api.request("DELETE", "/v1/capabilities/ext:remote");
    expect((await api.get<{ items: unknown[] }>("/v1/access")).body.items).toEqual([]);
  });

  test("an MCP server at an address, and the owner's hubs, are listed as access", async () => {
    const api = await openApi({
      settings: { hubs: [{ url: "https://hub.example/index" }] },
    });
    onTestFinished(() => api.close());
    const server = { id: "far", url: "https://mcp.example:8443/mcp" };
    await api.post("/v1/mcp-servers", server, { as: "admin" });
    const { body } = await api.get<{ items: object[] }>("/v1/access");
    expect(body.items).toMatchObject([
      { capability_id: "hub", host: "hub.example", from: "settings" },
      { capability_id: "mcp:far", host: "mcp.example:8443", from: "definition" },
    ]);
  });
});
