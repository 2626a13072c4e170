import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/base/json.ts";
import type { Model, ModelRequest } from "../../../src/models/model.ts";
import { fixture, openMcpApi } from "./open-mcp-api.ts";
import { startModern } from "./start-server.ts";

type Outcome = JsonObject & { readonly outputs?: JsonObject; readonly usage?: JsonObject };

/** A model that answers, and keeps what it was asked. */
function poet(calls: { name: string; input: JsonObject }[] = []) {
  const asked: ModelRequest[] = [];
  const model: Model = {
    async respond(request) {
      const isSample = request.tools.length === 0 && request.system.includes("by another author");
      if (isSample) asked.push(request);
      const call = isSample ? undefined : calls[request.callsBefore];
      const usage = { inputTokens: 30, outputTokens: 10 };
      return { text: "roses", toolCalls: call ? [call] : [], usage };
    },
  };
  return { model, asked };
}

async function openPoems(options: Parameters<typeof openMcpApi>[0], sampling = false) {
  const api = await openMcpApi(options);
  await api.add("poems", fixture("hostile.mjs"), { capstan: { sampling } });
  const call = async (inputs: JsonObject) =>
    (await api.post<Outcome>("/v1/tools/mcp:poems:samples/invoke", { inputs })).body;
  const records = async () =>
    (
      await api.get<{ items: { data: JsonObject }[] }>("/v1/audit?type=invocation.sampled")
    ).body.items.map(({ data }) => data);
  return { ...api, call, records };
}

test("a server that nobody allowed to ask a model is refused, and that is on record", async () => {
  const { model, asked } = poet();
  const { call, records } = await openPoems({ model });
  const outcome = await call({});
  expect(outcome).toMatchObject({ state: "completed" });
  expect(JSON.stringify(outcome.outputs)).toContain("may not ask a model");
  expect(outcome).not.toHaveProperty("usage");
  expect(asked).toEqual([]);
  expect(await records()).toMatchObject([
    { asked: "A rhyme?", refused: expect.stringContaining("may not ask a model") },
  ]);
});

test("one that its owner allowed asks the model, bounded in number and length, on record", async () => {
  const { model, asked } = poet();
  const { call, records } = await openPoems({ model }, true);
  const outcome = await call({ times: 12 });
  expect(JSON.parse(textOf(outcome))).toEqual([
    ...Array<string>(10).fill("roses"),
    ...Array<string>(2).fill("A call asks a model 10 times at most."),
  ]);
  expect(asked).toHaveLength(10);
  expect(asked[0]).toMatchObject({
    maxOutputTokens: 4_096,
    tools: [],
    system: expect.stringContaining("You are a poet."),
    messages: [{ role: "user", content: "A rhyme?" }],
  });
  expect(outcome.usage).toEqual({ input_tokens: 300, output_tokens: 100 });
  const all = await records();
  // Of those beyond the tenth, the first is on record.
  expect(all).toHaveLength(11);
  expect(all.filter(({ refused }) => refused)).toMatchObject([
    { asked: "A rhyme?", refused: "A call asks a model 10 times at most." },
  ]);
  expect(all.find(({ refused }) => !refused)).toMatchObject({
    answered: "roses",
    input_tokens: 30,
    output_tokens: 10,
  });
});

test("a server that asks a model outside of any call is refused, and that is on record", async () => {
  const { model, asked } = poet();
  const { call, get } = await openPoems({ model }, true);
  await call({ late: true, times: 3 });
  const refused = async () => {
    const { body } = await get<{ items: JsonObject[] }>("/v1/audit?type=mcp_server.refused");
    return body.items.map(({ actor, data }) => ({ actor, data }));
  };
  const data = { id: "poems", asked: "A rhyme?", times: 1 };
  const reason = "A model is asked only in the middle of a call.";
  await expect
    .poll(refused, { timeout: 5_000 })
    .toMatchObject([{ actor: { id: "mcp:poems" }, data: { ...data, refused: reason } }]);
  expect(asked).toEqual([]);
});

test("what a server asks of a model counts against the budget of its session", async () => {
  const { model, asked } = poet([{ name: "mcp:poems:samples", input: { times: 5 } }]);
  const api = await openPoems({ model, limits: { tokens_per_session: 150 } }, true);
  const agent = await api.post<JsonObject>("/v1/agents", {
    name: "poet",
    capabilities: ["mcp:poems"],
  });
  const session = await api.post<JsonObject>("/v1/sessions", { agent_id: agent.body.id });
  const path = `/v1/sessions/${session.body.id}`;
  await api.post(`${path}/messages`, { content: "rhyme" });
  await expect.poll(async () => (await api.get<JsonObject>(path)).body.state).toBe("escalated");
  // Its own answer took 40 of 150: three more fit, and the next is refused.
  expect(asked).toHaveLength(3);
  expect((await api.records()).filter(({ refused }) => refused)).toMatchObject([
    { refused: expect.stringContaining("tokens_per_session") },
    { refused: expect.stringContaining("tokens_per_session") },
  ]);
  const usage = (await api.get<JsonObject>(`${path}/usage`)).body;
  expect(usage).toMatchObject({ input_tokens: 120, output_tokens: 40 });
});

test.each([
  { sampling: true, state: "completed", said: "roses" },
  { sampling: false, state: "failed", said: "do not declare the required capability" },
])("a server of the newer era asks in its answer: allowed $sampling", async (wanted) => {
  const { model } = poet();
  const api = await openMcpApi({ model });
  const { port } = await startModern();
  const url = `http://127.0.0.1:${port}/mcp`;
  const body = { id: "modern", url, capstan: { sampling: wanted.sampling } };
  await api.post("/v1/mcp-servers", body, { as: "admin" });
  const { body: outcome } = await api.post<Outcome>("/v1/tools/mcp:modern:rhyme/invoke", {
    inputs: {},
  });
  expect(outcome.state, JSON.stringify(outcome)).toBe(wanted.state);
  expect(JSON.stringify(outcome)).toContain(wanted.said);
});

function textOf({ outputs }: Outcome): string {
  return (outputs as { content: { text: string }[] }).content[0]?.text ?? "";
}
