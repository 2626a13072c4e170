import { once } from "node:events";
import { expect, test, vi } from "vitest";
import {
  type Answering,
  openClient,
  textOf,
} from "../../../src/features/mcp/gateway/testing/open-client.ts";
import { usually } from "../../runs.ts";
import { fixture, type McpApi, openMcpApi } from "./open-mcp-api.ts";
import { startServer } from "./start-server.ts";

test.each(["2025", "2026"] as const)(
  "C32: in %s one MCP server is served under its own names, and what it asks is asked of the client's person",
  async (era) => {
    const api = await openMcpApi();
    await api.add("served", fixture("conformance.mjs"));
    const query = "?server=served";
    const answer = vi.fn<Answering>(() => ({
      action: "accept",
      content: { username: "ann", email: "ann@example.com" },
    }));
    const client = await openClient(api, { era, query, answer, as: "agent" });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("test_simple_text");
    expect(tools.map(({ name }) => name)).not.toContain("web_fetch");
    // A105: whose words a description is stands in it.
    expect(tools[0]?.description).toMatch(/^From the MCP server "served", in its own words: /);
    const mixed = await client.callTool({ name: "test_multiple_content_types", arguments: {} });
    expect(mixed.content.map(({ type }) => type)).toEqual(["text", "image", "resource"]);
    const failed = await client.callTool({ name: "test_error_handling", arguments: {} });
    expect(failed.isError).toBe(true);
    expect(textOf(failed)).toContain("intentionally");
    const asked = await client.callTool({ name: "test_elicitation", arguments: {} });
    expect(textOf(asked)).toContain('action=accept, content={"username":"ann"');
    expect(answer).toHaveBeenCalledTimes(1);
    await client.close();
    // Who shows no forms: the server hears that nobody answers.
    const plain = await openClient(api, { era, query });
    const cancelled = await plain.callTool({ name: "test_elicitation", arguments: {} });
    expect(textOf(cancelled)).toContain("action=cancel");
    await plain.close();
    await api.gateway.close();
  },
);

test("a client that is being asked is told when somebody else has answered first", async () => {
  const api = await openMcpApi();
  await api.add("served", fixture("conformance.mjs"), { capstan: { risk: "LOW" } });
  const shown = Promise.withResolvers<void>();
  const takenAway = vi.fn();
  const answer: Answering = (_message, _schema, signal) => {
    signal.addEventListener("abort", takenAway);
    shown.resolve();
    return new Promise(() => {});
  };
  const client = await openClient(api, { query: "?server=served", answer, as: "agent" });
  const calling = client.callTool({ name: "test_elicitation", arguments: {} });
  await shown.promise;
  const [asking = ""] = api.gate.questions.keys();
  const { outcome } = (await api.store.invocations.get(asking)) ?? {};
  const inputs = { username: "ann", email: "ann@example.com" };
  const answered = await api.post<{ state: string }>(
    "/v1/tools/mcp:served:test_elicitation/invoke",
    { resume_token: outcome?.resumeToken, inputs },
    { as: "owner" },
  );
  expect(answered.body.state).toBe("completed");
  expect(textOf(await calling)).toContain('action=accept, content={"username":"ann"');
  // Its form is taken away: nobody fills in what is answered.
  await expect.poll(() => takenAway.mock.calls.length).toBe(1);
  await client.close();
  await api.gateway.close();
});

async function addUpstream(api: McpApi, upstream: "2025" | "2026"): Promise<void> {
  if (upstream === "2025") {
    await api.add("served", fixture("conformance.mjs"), { capstan: { risk: "LOW" } });
    return;
  }
  const { child } = await startServer(fixture("conformance-2026.mjs"), []);
  const [port] = await once(child.stdout, "data");
  const url = `http://127.0.0.1:${String(port).trim()}/mcp`;
  const body = { id: "served", url, capstan: { risk: "LOW" } };
  await api.post("/v1/mcp-servers", body, { as: "admin" });
}

const PAIRS = [
  { upstream: "2025", era: "2025" },
  { upstream: "2025", era: "2026" },
  { upstream: "2026", era: "2025" },
  { upstream: "2026", era: "2026" },
] as const;

/** Those between which something has to be translated. */
const USUAL_PAIRS = usually(PAIRS, ({ upstream, era }) => upstream !== era);

test.each(USUAL_PAIRS)(
  "C1, C19: a server of $upstream behind the gateway reaches a client of $era with all that it has",
  async ({ upstream, era }) => {
    const api = await openMcpApi();
    await addUpstream(api, upstream);
    const answer: Answering = () => ({
      action: "accept",
      content: { name: "ann", username: "ann", email: "ann@example.com" },
    });
    const client = await openClient(api, { era, query: "?server=served", answer, model: "roses" });
    expect(client.getServerCapabilities()).toMatchObject({
      resources: {},
      prompts: {},
      completions: {},
      logging: {},
    });
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain("test://static-text");
    const { contents } = await client.readResource({ uri: "test://template/7/data" });
    expect(contents).toMatchObject([{ text: expect.stringContaining("Data for ID: 7") }]);
    const missing = client.readResource({ uri: "test://nowhere" });
    await expect(missing).rejects.toThrow("Resource not found");
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toContain("test_simple_prompt");
    const args = { arg1: "a", arg2: "b" };
    const prompt = await client.getPrompt({ name: "test_prompt_with_arguments", arguments: args });
    expect(JSON.stringify(prompt.messages)).toContain("arg2='b'");
    const ref = { type: "ref/prompt" as const, name: "test_prompt_with_arguments" };
    const { completion } = await client.complete({ ref, argument: { name: "arg1", value: "par" } });
    expect(completion.values).toEqual(["paris", "park", "party"]);
    const [sampling, eliciting] =
      upstream === "2025"
        ? ["test_sampling", "test_elicitation"]
        : ["test_input_required_result_sampling", "test_input_required_result_elicitation"];
    const sampled = await client.callTool({ name: sampling, arguments: { prompt: "A rhyme?" } });
    expect(textOf(sampled)).toContain("roses");
    const asked = await client.callTool({ name: eliciting, arguments: {} });
    expect(textOf(asked)).toContain("ann");
    const steps: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => steps.push(progress);
    await client.callTool({ name: "test_tool_with_progress", arguments: {} }, { onprogress });
    expect(steps).toEqual([0, 50, 100]);
    await client.close();
    // All of it was judged, and stands on record.
    const { body } = await api.get<{ items: { data: { tool_id?: string } }[] }>(
      "/v1/audit?type=invocation.ended&limit=200",
    );
    const text = JSON.stringify(body.items);
    for (const tool of ["read_resource", "get_prompt", "complete", sampling]) {
      expect(text).toContain(`mcp:served:${tool}`);
    }
    await api.gateway.close();
  },
);

test.each(USUAL_PAIRS)(
  "C19: a client of $era hears of changes in a server of $upstream that it listens to, and of no other's",
  async ({ upstream, era }) => {
    const api = await openMcpApi();
    await addUpstream(api, upstream);
    await api.add("other", fixture("conformance.mjs"), { capstan: { risk: "LOW" } });
    const uri = "test://static-text";
    const listener = async (server: string) => {
      const client = await openClient(api, { era, query: `?server=${server}`, name: server });
      const heard: string[] = [];
      client.setNotificationHandler("notifications/resources/list_changed", () => {
        heard.push("list");
      });
      client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
        heard.push(params.uri);
      });
      if (era === "2025") await client.subscribeResource({ uri });
      else {
        const wanted = [uri, "test://nowhere"];
        const { honoredFilter } = await client.listen({
          resourcesListChanged: true,
          resourceSubscriptions: wanted,
        });
        // What may not be read, or is not there, is not watched.
        expect(honoredFilter.resourceSubscriptions).toEqual([uri]);
      }
      return { client, heard };
    };
    const mine = await listener("served");
    const other = await listener("other");
    const read = api.get<{ items: { tool_id: string }[] }>("/v1/audit?type=invocation.ended");
    expect(JSON.stringify((await read).body.items)).toContain("mcp:served:read_resource");
    await mine.client.callTool({ name: "test_trigger_resource_change", arguments: {} });
    await expect.poll(() => mine.heard.toSorted()).toEqual(["list", uri]);
    expect(other.heard).toEqual([]);
    await mine.client.close();
    await other.client.close();
    await api.gateway.close();
  },
);

test("what may not be read may not be watched; what is watched is told when it changes", async () => {
  const api = await openMcpApi();
  await addUpstream(api, "2025");
  const client = await openClient(api, { query: "?server=served" });
  const told = vi.fn();
  client.setNotificationHandler("notifications/resources/updated", ({ params }) =>
    told(params.uri),
  );
  const lines: unknown[] = [];
  client.setNotificationHandler("notifications/message", ({ params }) => {
    lines.push(params.data);
  });
  const uri = "test://watched-resource";
  await expect(client.subscribeResource({ uri: "test://nowhere" })).rejects.toThrow(
    "can be watched",
  );
  await client.subscribeResource({ uri });
  await client.callTool({ name: "test_change_resource", arguments: { uri } });
  await expect.poll(() => told.mock.calls).toEqual([[uri]]);
  const { structuredContent } = await client.callTool({ name: "test_structured", arguments: {} });
  expect(structuredContent).toEqual({ sum: 3 });
  await client.callTool({ name: "test_tool_with_logging", arguments: {} });
  expect(lines).toHaveLength(3);
  await client.setLoggingLevel("error");
  await client.callTool({ name: "test_tool_with_logging", arguments: {} });
  expect(lines).toHaveLength(3);
  await client.close();
  await api.gateway.close();
});

test("reading a resource asks like any other call, and an answer that nobody waits for runs nothing", async () => {
  const api = await openMcpApi({ profile: "strict" });
  await api.add("served", fixture("conformance.mjs"), { capstan: { risk: "HIGH" } });
  const query = "?server=served";
  const plain = await openClient(api, { query, as: "agent" });
  const read = () => plain.readResource({ uri: "test://static-text" });
  await expect(read()).rejects.toThrow("capstan approvals run");
  const [pending] = await api.pending();
  await api.post(`/v1/approvals/${pending?.id}/run`, {});
  expect(JSON.stringify(await read())).toContain("static text resource");
  await expect(read()).rejects.toThrow("capstan approvals run");
  await plain.close();
  await api.gateway.close();
});
