import { afterEach, describe, expect, test, vi } from "vitest";
import { type Api, openApi } from "../../../../test/open-api.ts";
import { answerApproval } from "../../../engine/sessions/answer-approval.ts";
import { expireApprovals } from "../../../engine/sessions/expire-approvals.ts";
import type { Approval } from "../../../schema/approval.ts";
import { type Answering, type ClientEra, openClient, textOf } from "./testing/open-client.ts";

let api: Api;
afterEach(async () => {
  await api.gateway.close();
  await api.close();
});

const OWNER = { id: "prn_owner", scopes: ["invoke", "approve"] } as const;
const owner = { ...OWNER, scopes: [...OWNER.scopes] };
const CALL = { name: "append", arguments: { line: "x" } };

/** A person who answers what they are asked, and what they saw. */
function person(content: Record<string, string>) {
  const seen: string[] = [];
  const answer: Answering = (message) => {
    seen.push(message);
    return { action: "accept", content };
  };
  return { seen, answer };
}

async function pending(): Promise<Approval> {
  const { items } = await api.gate.store.approvals.list({ state: "pending", limit: 10, offset: 0 });
  const [approval] = items;
  if (!approval) throw new Error("Nothing is pending.");
  return approval;
}

const states = async () =>
  (await api.gate.store.approvals.list({ limit: 10, offset: 0 })).items.map(({ state }) => state);

describe.each(["2025", "2026"] satisfies ClientEra[])("a call that asks, in %s", (era) => {
  test("X36: is run when the person at the client says so, by a key that may approve", async () => {
    api = await openApi({ profile: "strict" });
    const { seen, answer } = person({ decision: "run" });
    const client = await openClient(api, { era, answer });
    const result = await client.callTool(CALL);
    expect(result.isError).toBeFalsy();
    expect(api.lines()).toHaveLength(1);
    expect(seen).toEqual([expect.stringContaining("builtin:witness:append")]);
    expect(seen[0]).toContain('"line": "x"');
    expect(await states()).toEqual(["used"]);
    // Once: the same call asks anew.
    await client.callTool(CALL);
    expect(seen).toHaveLength(2);
    await client.close();
  });

  test.each([
    {
      action: "accept",
      content: { decision: "deny" },
      by: "owner",
      data: {},
      says: "A person denied this call",
    },
    {
      action: "decline",
      by: 'client "codex"',
      data: { client: "codex" },
      says: 'The client "codex" declined this call',
    },
  ])(
    "F31: is not run on $action of $by, who is on record",
    async ({ by, data, says, ...given }) => {
      api = await openApi({ profile: "strict" });
      const client = await openClient(api, { era, name: "codex", answer: () => given });
      const result = await client.callTool(CALL);
      expect(result.isError).toBe(true);
      expect(textOf(result)).toContain(says);
      const { items } = await api.gate.store.approvals.list({ limit: 1, offset: 0 });
      expect(items[0]?.answeredBy).toBe(by === "owner" ? "prn_owner" : by);
      const answered = (await api.records()).find(({ type }) => type === "approval.answered");
      expect(answered).toMatchObject({ actor: "prn_owner" });
      const answer = { type: "denied", by, reason: "", says: `${by} denied this call.` };
      const denied = { approval_id: items[0]?.id, state: "denied", answer, ...data };
      expect(answered?.data).toEqual(denied);
      expect(await states()).toEqual(["denied"]);
      expect(api.lines()).toEqual([]);
      await client.close();
    },
  );

  test("stays open when the form is closed, or answered with nonsense, and says where to answer", async () => {
    api = await openApi({ profile: "strict" });
    const answers = [{ action: "cancel" }, { action: "accept", content: { decision: "maybe" } }];
    const client = await openClient(api, { era, answer: () => answers.shift() ?? {} });
    for (const _ of [1, 2]) {
      const result = await client.callTool(CALL);
      const { id } = await pending();
      expect(textOf(result)).toContain(`capstan approvals run ${id}`);
    }
    expect(await states()).toEqual(["pending"]);
    await client.close();
  });

  test("A115, X36: a key with invoke alone never approves, whatever its client answers", async () => {
    api = await openApi({ profile: "strict" });
    const { seen, answer } = person({ decision: "run" });
    const client = await openClient(api, { era, as: "agent", answer });
    const result = await client.callTool(CALL);
    expect(result.isError).toBe(true);
    expect(seen).toEqual([]);
    const { id } = await pending();
    expect(textOf(result)).toContain(`http://localhost/approvals/${id}`);
    expect(api.lines()).toEqual([]);
    await client.close();
  });

  test("what needs an admin is not asked of anybody else", async () => {
    api = await openApi({ profile: "strict" });
    const { seen, answer } = person({ decision: "run" });
    const client = await openClient(api, { era, answer });
    const result = await client.callTool({ name: "append_critical", arguments: { line: "x" } });
    expect(textOf(result)).toContain("an admin");
    expect(seen).toEqual([]);
    await client.close();
  });

  test("is run once when it was approved elsewhere and is made again", async () => {
    api = await openApi({ profile: "strict" });
    const client = await openClient(api, { era, as: "agent" });
    await client.callTool(CALL);
    const still = await client.callTool(CALL);
    const { id } = await pending();
    expect(textOf(still)).toContain(id);
    // Another input is another call.
    await client.callTool({ ...CALL, arguments: { line: "other" } });
    await answerApproval(api.engine, id, { type: "run" }, owner);
    expect(api.lines()).toHaveLength(1);
    const result = await client.callTool(CALL);
    expect(result.isError).toBeFalsy();
    expect(api.lines()).toHaveLength(1);
    // And now it asks again.
    expect((await client.callTool(CALL)).isError).toBe(true);
    expect(api.lines()).toHaveLength(1);
    await client.close();
  });

  test("says so when nobody answered in time", async () => {
    api = await openApi({ profile: "strict" });
    const client = await openClient(api, { era, as: "agent" });
    await client.callTool(CALL);
    api.clock.advance(api.gate.limits.approvalTtlMs + 1_000);
    await expireApprovals(api.engine);
    const result = await client.callTool(CALL);
    expect(textOf(result)).toMatch(/expired/i);
    expect(api.lines()).toEqual([]);
    await client.close();
  });
});

test("who answers elsewhere first wins, and the waiting client is told at once", async () => {
  api = await openApi({ profile: "strict" });
  const shown = Promise.withResolvers<void>();
  const answer: Answering = () => {
    shown.resolve();
    return new Promise(() => {});
  };
  const client = await openClient(api, { answer });
  const calling = client.callTool(CALL);
  await shown.promise;
  const { id } = await pending();
  const { outcome } = await answerApproval(api.engine, id, { type: "run" }, owner);
  expect(outcome.state).toBe("completed");
  expect((await calling).isError).toBeFalsy();
  expect(api.lines()).toHaveLength(1);
  await client.close();
});

test("A85: two clients at once never have each other's replies or questions", async () => {
  api = await openApi({ profile: "strict" });
  const both = await Promise.all(
    ["one", "two"].map(async (line) => {
      const { seen, answer } = person({ decision: "run" });
      const client = await openClient(api, { answer, name: "same" });
      return { client, seen, line };
    }),
  );
  const results = await Promise.all(
    both.flatMap(({ client, line }) =>
      [1, 2, 3].map((n) => client.callTool({ name: "append", arguments: { line: line + n } })),
    ),
  );
  expect(results.every(({ isError }) => !isError)).toBe(true);
  for (const { seen, line, client } of both) {
    expect(seen).toHaveLength(3);
    expect(seen.every((message) => message.includes(line))).toBe(true);
    await client.close();
  }
  expect(new Set(api.lines()).size).toBe(6);
});

test("A85: what another connection waits for is not answered to this one, until that one is gone", async () => {
  api = await openApi({ profile: "strict" });
  const one = await openClient(api, { as: "agent" });
  const other = await openClient(api, { as: "agent" });
  await one.callTool(CALL);
  await other.callTool(CALL);
  expect(await states()).toEqual(["pending", "pending"]);
  const { id } = await pending();
  await answerApproval(api.engine, id, { type: "run" }, owner);
  // The newest is the other's: it alone has its outcome.
  expect((await one.callTool(CALL)).isError).toBe(true);
  expect((await other.callTool(CALL)).isError).toBeFalsy();
  await Promise.all([one, other].map((client) => client.close()));
});

test("a client that ended without a word finds its approved call again when it is started anew", async () => {
  api = await openApi({ profile: "strict" });
  const raw = async (body: object, headers: Record<string, string> = {}) =>
    api.app.request("http://localhost/mcp", {
      method: "POST",
      headers: {
        host: "localhost",
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: "Bearer cap_agent",
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...body }),
    });
  /** One request in a session of its own that is left behind. */
  const callOnce = async (): Promise<string> => {
    const params = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "short-lived", version: "1" },
    };
    const opened = await raw({ method: "initialize", params });
    await opened.text();
    const session = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
    return (await raw({ method: "tools/call", params: CALL }, session)).text();
  };
  expect(await callOnce()).toContain("waits for a person");
  const { id } = await pending();
  await answerApproval(api.engine, id, { type: "run" }, owner);
  expect(await callOnce()).toContain('"capstan/state":"completed"');
  expect(await states()).toEqual(["used"]);
  expect(api.lines()).toHaveLength(1);
});

test("a client that gives up leaves the question open, and finds it again", async () => {
  api = await openApi({ profile: "strict" });
  const shown = Promise.withResolvers<void>();
  const answer = vi
    .fn<Answering>()
    .mockImplementationOnce(() => {
      shown.resolve();
      return new Promise(() => {});
    })
    .mockReturnValue({ action: "accept", content: { decision: "run" } });
  const client = await openClient(api, { answer });
  const over = new AbortController();
  const calling = client.callTool(CALL, { signal: over.signal });
  await shown.promise;
  over.abort();
  await expect(calling).rejects.toThrow();
  expect(await states()).toEqual(["pending"]);
  const again = await client.callTool(CALL);
  expect(again.isError, textOf(again)).toBeFalsy();
  expect(await states()).toEqual(["used"]);
  expect(api.lines()).toHaveLength(1);
  await client.close();
});
