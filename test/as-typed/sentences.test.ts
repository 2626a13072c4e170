import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isJsonObject, type JsonObject, type JsonValue } from "../../src/base/json.ts";
import { cardsOf } from "../../src/cli/field-rows.ts";
import { run } from "../../src/cli/testing/run-cli.ts";
import type { Approval, AuditRecord, Message, Session } from "../../src/http/client/wire.ts";
import { type Live, startLive } from "../live-server.ts";
import { CONVERSATIONS, type Conversation, type Expected } from "./sentences.ts";

const WAIT = "wait_ms=15000";
/** Said of a message that came to a call, each of these would be false. */
const DENIES =
  /\bI did nothing\b|\bI do not know\b|\bnothing (?:was|has been) (?:done|changed)\b|\bThere is no list\b|\bcannot do that\b/i;

let server: Live;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  server = await startLive({ env: { CAPSTAN_MODEL: "offline" } });
  env = { CAPSTAN_URL: server.url, CAPSTAN_API_KEY: server.key };
});
afterAll(() => server.stop());

async function get<T>(path: string): Promise<T> {
  return (await server.call<T>("GET", path)).body;
}

async function newSession(): Promise<string> {
  return (await server.call<{ id: string }>("POST", "/v1/sessions", {})).body.id;
}

/** Types one message; answers its session. */
async function type(
  on: Conversation["on"],
  says: string,
  sessionId: string | undefined,
): Promise<string> {
  if (on === "do") {
    const words = ["do", says, "--json", ...(sessionId ? ["--session", sessionId] : [])];
    return String(JSON.parse((await run(words, { env })).out).session_id);
  }
  const id = sessionId ?? (await newSession());
  if (on === "chat") {
    const answers = [says, "/quit"];
    await run(["chat", "--session", id], { env, isTty: true, answers });
  } else await server.call("POST", `/v1/sessions/${id}/messages?${WAIT}`, { content: says });
  return id;
}

/** The number of the card that makes these calls, if the session offers it. */
async function cardFor(sessionId: string, did: readonly string[]): Promise<string | undefined> {
  const { input_request: request } = await get<Session>(`/v1/sessions/${sessionId}`);
  const cards = request ? cardsOf(request) : [];
  const fits = cards.find(({ steps, missing }) => {
    const tools = steps.map(({ tool_id: id }) => id.split(":").at(-1));
    const isOfSession = steps.every(({ tool_id: id }) => id.startsWith("builtin:"));
    return isOfSession && missing.length === 0 && isDeepStrictEqual(tools, did);
  });
  return fits?.value;
}

async function answer(sessionId: string): Promise<number> {
  const path = `/v1/approvals?state=pending&session_id=${sessionId}`;
  const { items } = await get<{ items: Approval[] }>(path);
  for (const { id } of items) await server.call("POST", `/v1/approvals/${id}/run?${WAIT}`, {});
  return items.length;
}

type Ended = { readonly name: string; readonly outputs: JsonValue };

/** What the newest turn came to: by the records of its calls, and by what it said. */
async function turnOf(sessionId: string) {
  const { items } = await get<{ items: Message[] }>(`/v1/sessions/${sessionId}/messages?limit=200`);
  const turn = items.slice(items.findLastIndex(({ role }) => role === "user"));
  const results = turn.filter(({ role }) => role === "tool");
  const ended = results.flatMap(({ tool_id: toolId, content }): Ended[] => {
    const outputs: JsonValue = JSON.parse(String(content));
    const isOver = isJsonObject(outputs) && ["failed", "blocked"].includes(`${outputs.state}`);
    return isOver ? [] : [{ name: toolId?.split(":").at(-1) ?? "", outputs }];
  });
  return { ended, told: turn.findLast(({ role }) => role === "assistant")?.content ?? "" };
}

async function filesOf(sessionId: string): Promise<Record<string, string>> {
  const at = `/v1/sessions/${sessionId}/files`;
  const { items } = await get<{ items: { path: string }[] }>(`${at}?recursive=true`);
  const texts = await Promise.all(
    items.map(async ({ path }) => {
      const headers = { authorization: `Bearer ${server.key}` };
      return [path, await (await fetch(`${server.url}${at}${path}`, { headers })).text()] as const;
    }),
  );
  return Object.fromEntries(texts);
}

function listIn(outputs: JsonValue | undefined): string[] {
  const { todos } = isJsonObject(outputs) ? outputs : ({} as JsonObject);
  return (Array.isArray(todos) ? todos : [])
    .filter(isJsonObject)
    .map(({ content, status }) => `${status === "completed" ? "x " : ""}${content}`);
}

async function endedOnRecord(sessionId: string): Promise<number> {
  const path = `/v1/audit?session_id=${sessionId}&type=invocation.ended&limit=200`;
  const { items } = await get<{ items: AuditRecord[] }>(path);
  return items.filter(({ data }) => (data as JsonObject | null)?.state === "completed").length;
}

async function expectTurn(
  { did, brought, files, list, says }: Expected,
  sessionId: string,
  before: Record<string, string>,
): Promise<void> {
  const { ended, told } = await turnOf(sessionId);
  expect(
    ended.map(({ name }) => name),
    says,
  ).toEqual(did);
  expect(await filesOf(sessionId), says).toEqual(files ?? before);
  const last = ended.at(-1)?.outputs;
  if (brought) expect(last, says).toMatchObject(brought);
  if (list) expect(listIn(last), says).toEqual(list);
  expect(told, says).not.toBe("");
  if (did.length > 0) expect(told, says).not.toMatch(DENIES);
}

describe("F60: the first sentences of a newcomer, by what is true afterwards", () => {
  test.each(CONVERSATIONS)("$about ($on)", async ({ on, turns }) => {
    let sessionId: string | undefined;
    let before: Record<string, string> = {};
    let calls = 0;
    for (const expected of turns) {
      sessionId = await type(on, expected.says, sessionId);
      const card = await cardFor(sessionId, expected.did);
      expect(card !== undefined, `a card for: ${expected.says}`).toBe(expected.isCard ?? false);
      if (card) await type(on, card, sessionId);
      const asked = on === "chat" ? 0 : await answer(sessionId);
      if (on !== "chat") expect(asked > 0, expected.says).toBe(expected.asks ?? false);
      await expectTurn(expected, sessionId, before);
      before = expected.files ?? before;
      calls += expected.did.length;
      expect(await endedOnRecord(sessionId), expected.says).toBe(calls);
    }
  });

  test("the record of all of them verifies", async () => {
    expect(await get("/v1/audit/verify")).toMatchObject({ ok: true });
  });
});
