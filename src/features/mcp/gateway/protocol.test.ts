import { afterEach, describe, expect, test, vi } from "vitest";
import { type Api, type Caller, MAX_BODY_BYTES, openApi } from "../../../../test/open-api.ts";
import type { JsonObject } from "../../../base/json.ts";
import { fixedSource } from "../../../testing/fixed-source.ts";
import { makeCapability } from "../../../testing/make-tool.ts";
import { endWithToken } from "./end-with-token.ts";
import { openClient, textOf } from "./testing/open-client.ts";

let api: Api;
afterEach(async () => {
  await api.gateway.close();
  await api.close();
});

const JSON_TYPE = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};
const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "raw", version: "1" },
  },
};

/** One message as it goes over the wire. */
function send(body: unknown, headers: Record<string, string> = {}, as: Caller | null = "owner") {
  return api.app.request("http://localhost/mcp", {
    method: "POST",
    headers: {
      host: "localhost",
      ...JSON_TYPE,
      ...(as && { authorization: `Bearer cap_${as}` }),
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

async function openRaw(as: Caller = "owner"): Promise<string> {
  const response = await send(INITIALIZE, {}, as);
  await response.text();
  return response.headers.get("mcp-session-id") ?? "";
}

const list = (id: unknown) => ({ jsonrpc: "2.0", id, method: "tools/list" });

describe("the endpoint", () => {
  test("A83: a foreign page, a foreign host, no key and a form are refused before anything is read", async () => {
    api = await openApi();
    const refused = async (headers: Record<string, string>, as: Caller | null = "owner") =>
      (await send(INITIALIZE, headers, as)).status;
    expect(await refused({ origin: "https://evil.example" })).toBe(403);
    expect(await refused({ host: "evil.example" })).toBe(403);
    expect(await refused({}, null)).toBe(401);
    expect(await refused({}, "nobody")).toBe(403);
    expect(await refused({ "content-type": "text/plain" })).toBe(415);
    const { headers } = await send(INITIALIZE, {}, null);
    expect(headers.get("www-authenticate")).toBe("Bearer");
    expect(api.gateway.clients()).toEqual([]);
  });

  test("A91: what is too large, no JSON, a huge batch or an id in use is an error, and nothing else", async () => {
    api = await openApi();
    expect((await send("x".repeat(MAX_BODY_BYTES + 1))).status).toBe(413);
    const broken = await send("{");
    expect(broken.status).toBe(400);
    expect(await broken.json()).toMatchObject({ jsonrpc: "2.0", error: { code: -32700 } });
    const session = { "mcp-session-id": await openRaw() };
    const batch = Array.from({ length: 200 }, (_, id) => list(id));
    expect((await send(batch, session)).status).toBe(400);
    const twice = await send([list(7), list(7)], session);
    expect(await twice.json()).toMatchObject({
      error: { message: expect.stringContaining("in use") },
    });
    // An answer to a question that nobody asked goes nowhere.
    expect((await send({ jsonrpc: "2.0", id: 99, result: {} }, session)).status).toBe(202);
    const fine = await send(list("after"), session);
    expect(await fine.text()).toContain('"after"');
  });

  test("A85: a session is its key's: to another one it does not exist, and it ends with DELETE", async () => {
    api = await openApi();
    const headers = { "mcp-session-id": await openRaw() };
    expect((await send(list(1), headers, "agent")).status).toBe(404);
    expect((await send(list(1))).status).toBe(400);
    const response = await api.app.request("http://localhost/mcp", {
      method: "DELETE",
      headers: { host: "localhost", authorization: "Bearer cap_owner", ...headers },
    });
    expect(response.status).toBe(200);
    expect((await send(list(1), headers)).status).toBe(404);
  });

  test("a key has so many sessions, and the oldest idle one makes room", async () => {
    api = await openApi();
    const first = await openRaw();
    for (let n = 0; n < 64; n++) {
      api.clock.advance(1);
      await openRaw();
    }
    expect(api.gateway.clients()).toHaveLength(64);
    expect((await send(list(1), { "mcp-session-id": first })).status).toBe(404);
  });

  test("an address that asks for what there is not is refused", async () => {
    api = await openApi();
    const path = (query: string) =>
      api.request("POST", `/mcp?${query}`, { body: INITIALIZE, headers: JSON_TYPE });
    for (const query of ["risk=NONE", "mode=x", "colour=red", "risk=LOW&risk=HIGH"]) {
      expect(await path(query), query).toMatchObject({ status: 422 });
    }
  });

  test("a stream ends when its key is taken no more", async () => {
    api = await openApi();
    const allowed = { now: true };
    const endless = new ReadableStream({ start: (it) => it.enqueue(new Uint8Array([46])) });
    const response = endWithToken(new Response(endless), async () => allowed.now, 5);
    const reading = response.text();
    allowed.now = false;
    expect(await reading).toBe(".");
  });
});

const SLOW = {
  name: "slow",
  description: "Takes its time.",
  riskLevel: "LOW" as const,
  sideEffectTags: [],
  behaviour: { readOnly: true },
  inputSchema: { type: "object" as const },
};

/** A tool that tells how far it is, and one that ends only when it is told to. */
function slowly() {
  const ends = { stopped: 0 };
  const capability = {
    id: "slow",
    name: "Slow",
    description: "Slow tools.",
    status: "available" as const,
    tools: [
      {
        ...SLOW,
        name: "tell",
        outputSchema: { type: "object", properties: { done: { type: "boolean" } } },
        run: (_inputs: JsonObject, { progress }: { progress: (it: JsonObject) => void }) => {
          for (const done of [1, 1, 2, 3]) progress({ done, total: 3, message: `part ${done}` });
          return { done: true };
        },
      },
      {
        ...SLOW,
        run: (_inputs: JsonObject, { signal }: { signal: AbortSignal }) =>
          new Promise((resolve) => {
            signal.addEventListener("abort", () => {
              ends.stopped += 1;
              resolve({});
            });
          }),
      },
    ],
  };
  return { ends, capability: capability as never };
}

describe.each(["2025", "2026"] as const)("in %s", (era) => {
  test("progress and structured output reach the client, and a cancelled call is cancelled", async () => {
    const { ends, capability } = slowly();
    api = await openApi({ profile: "auto", capabilities: [capability] });
    const client = await openClient(api, { era });
    const seen: number[] = [];
    const result = await client.callTool(
      { name: "tell", arguments: {} },
      { onprogress: ({ progress }) => void seen.push(progress) },
    );
    expect(result.structuredContent).toEqual({ done: true });
    expect(textOf(result)).toBe('{"done":true}');
    expect(seen).toEqual([1, 2, 3]);
    const over = new AbortController();
    const calling = client.callTool({ name: "slow", arguments: {} }, { signal: over.signal });
    await vi.waitFor(() => expect(api.gateway.clients()[0]?.calls).toBe(2));
    over.abort();
    await expect(calling).rejects.toThrow();
    await vi.waitFor(() => expect(ends.stopped).toBe(1));
    await client.close();
  });

  test("C13: in search mode two tools find and call all others", async () => {
    api = await openApi({ profile: "auto" });
    const client = await openClient(api, { era, query: "?mode=search" });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["search_tools", "call_tool"]);
    const found = await client.callTool({
      name: "search_tools",
      arguments: { query: "append a line to the witness file" },
    });
    const [best] = JSON.parse(textOf(found)).tools;
    expect(best.name).toMatch(/^append/);
    const call = { name: "append", arguments: { line: "found" } };
    const result = await client.callTool({ name: "call_tool", arguments: call });
    expect(result.isError).toBeFalsy();
    expect(api.lines()).toHaveLength(1);
    await expect(client.callTool({ name: "append", arguments: { line: "x" } })).rejects.toThrow();
    await client.close();
  });

  test("C11: an address shows what an agent has, what is harmless enough, or what is named", async () => {
    api = await openApi({ profile: "auto" });
    const names = async (query: string) => {
      const client = await openClient(api, { era, query });
      const { tools } = await client.listTools();
      await client.close();
      return tools.map(({ name }) => name);
    };
    const agent = await names("?agent=agent_witness");
    expect(agent).toContain("append");
    expect(agent).not.toContain("web_fetch");
    const harmless = await names("?risk=LOW");
    expect(harmless).toContain("look");
    expect(harmless).not.toContain("append");
    expect(await names("?allow=builtin:witness:append*&risk=MED")).toEqual([
      "append_freely",
      "append_idempotent",
    ]);
    // What is not shown cannot be called either.
    const client = await openClient(api, { era, query: "?risk=LOW" });
    await expect(
      client.callTool({ name: "append", arguments: { line: "x" } }),
    ).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });
});

const tool = (name: string) => ({ name, execution: { type: "child" } });

test("X3, X4: a name stays a tool's name; of two that come to share one, the newcomer yields, and clients hear of it", async () => {
  const all = [makeCapability({ id: "first" }, [tool("note")])];
  api = await openApi({ sources: [fixedSource(() => all, { id: "fixed", kind: "ext" })] });
  const changed = vi.fn();
  const client = await openClient(api);
  client.setNotificationHandler("notifications/tools/list_changed", changed);
  const idOf = async (name: string) =>
    (await client.listTools()).tools.find((it) => it.name === name)?._meta?.["capstan/tool-id"];
  expect(await idOf("note")).toBe("ext:first:note");
  all.unshift(makeCapability({ id: "another" }, [tool("note")]));
  await api.gate.catalog.refresh("fixed");
  expect(await idOf("note")).toBe("ext:first:note");
  const { tools } = await client.listTools();
  const other = tools.find(({ _meta }) => _meta?.["capstan/tool-id"] === "ext:another:note");
  expect(other?.name).toMatch(/another.*note/);
  await vi.waitFor(() => expect(changed).toHaveBeenCalled());
  await client.close();
});

test("many tools are listed page by page, each once", async () => {
  const many = makeCapability(
    { id: "many" },
    Array.from({ length: 1_100 }, (_, n) => tool(`t${n}`)),
  );
  api = await openApi({ sources: [fixedSource(() => [many], { id: "fixed", kind: "ext" })] });
  const session = { "mcp-session-id": await openRaw() };
  const names: string[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const body = { ...list(pages), params: cursor === undefined ? {} : { cursor } };
    const text = await (await send(body, session)).text();
    const { result } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? "{}");
    names.push(...result.tools.map(({ name }: { name: string }) => name));
    cursor = result.nextCursor;
    pages += 1;
  } while (cursor !== undefined);
  expect(pages).toBe(3);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => /^t\d+$/.test(name))).toHaveLength(1_100);
  const wrong = await send({ ...list("w"), params: { cursor: "not one" } }, session);
  expect(await wrong.text()).toContain("-32602");
});
