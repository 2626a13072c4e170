import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "../../../rig/chromium.ts";
import { isJsonObject, type JsonObject } from "../../../src/base/json.ts";
import { eventLines } from "../../../src/cli/chat/show-event.ts";
import { renderLine } from "../../../src/cli/line.ts";
import { run } from "../../../src/cli/testing/run-cli.ts";
import { openClient, textOf } from "../../../src/features/mcp/gateway/testing/open-client.ts";
import { type Console, KEY, startConsole } from "./console-server.ts";
import { type Browser, visit } from "./visit.ts";

const letter = (to: string) => ({ name: "send_letter", input: { to, body: `Dear ${to}` } });
const PLAYS = {
  Three: [{ calls: ["ada", "bob", "cyd"].map(letter) }, { text: "Done." }],
  More: [{ calls: [letter("dan")] }, { text: "Sent." }],
};
const CHANGED = { to: "eve", body: "Dear eve" };
const REASON = "Bob has moved.";

/** What every line has to say, in words that are the same everywhere. */
const EDITED = "owner changed the input.";
const DENIED = `owner denied this call. Reason: ${REASON}`;
const REMEMBERED = "A remembered answer of owner allowed this call: any input, in this session (";

type Item = JsonObject & { readonly id: string; readonly data: JsonObject };
type Items = { readonly items: readonly Item[] };

let browser: Browser;
let server: Console;
let session: string;
let calls: { readonly edited: string; readonly denied: string; readonly remembered: string };

beforeAll(async () => {
  [browser, server] = await Promise.all([launchChromium(), startConsole({ plays: PLAYS })]);
  session = await server.say("Three letters.");
  const approvals = await pending();
  const idOf = (to: string) => approvals.find(({ inputs }) => toOf(inputs) === to)?.id;
  await server.call("POST", `/v1/approvals/${idOf("ada")}/run`, { inputs: CHANGED });
  await server.call("POST", `/v1/approvals/${idOf("bob")}/deny`, { reason: REASON });
  const remember = { scope: "session", match: "tool" };
  await server.call("POST", `/v1/approvals/${idOf("cyd")}/run?wait_ms=20000`, { remember });
  await server.say("More of them.", session);
  const { items } = await server.call<Items>("GET", `/v1/sessions/${session}/messages`);
  const [edited = "", denied = ""] = resultsIn(items);
  calls = { edited, denied, remembered: resultsIn(items).at(-1) ?? "" };
  expect(server.sent).toEqual(["eve: Dear eve", "cyd: Dear cyd", "dan: Dear dan"]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const toOf = (inputs: unknown) => (isJsonObject(inputs) ? inputs.to : undefined);

const resultsIn = (items: readonly Item[]) =>
  items.filter(({ role }) => role === "tool").map((item) => String(item.invocation_id));

async function pending(): Promise<readonly Item[]> {
  return (await server.call<Items>("GET", "/v1/approvals?state=pending")).items;
}

async function cli(...words: string[]): Promise<string> {
  const env = { CAPSTAN_URL: server.url, CAPSTAN_API_KEY: KEY };
  return (await run(words, { env })).out;
}

describe("F68: a call is shown with the input that ran and the answer that it ran under", () => {
  test("F68: over HTTP, in messages, events, the audit and approvals", async () => {
    const { items: messages } = await server.call<Items>("GET", `/v1/sessions/${session}/messages`);
    const of = (items: readonly Item[], id: string) =>
      items.find((item) => item.invocation_id === id);
    expect(of(messages, calls.edited)).toMatchObject({
      ran_with: CHANGED,
      answer: { type: "edited", by: "owner" },
    });
    const denial = { type: "denied", by: "owner", reason: REASON };
    expect(of(messages, calls.denied)).toMatchObject({ answer: denial });
    const allowed = { type: "remembered", by: "owner", match: "tool", scope: "session" };
    expect(of(messages, calls.remembered)).toMatchObject({ answer: allowed });

    const { items: events } = await server.call<Items>(
      "GET",
      `/v1/sessions/${session}/events?limit=500`,
    );
    const eventOf = (type: string, id: string) =>
      events.find((it) => it.type === type && it.data.invocation_id === id)?.data;
    for (const type of ["tool.started", "tool.completed"]) {
      expect(eventOf(type, calls.edited)).toMatchObject({
        inputs: CHANGED,
        answer: { type: "edited" },
      });
      expect(eventOf(type, calls.remembered)).toMatchObject({ answer: allowed });
    }
    expect(eventOf("approval.answered", calls.denied)).toMatchObject({ answer: denial });
    expect(eventOf("tool.completed", calls.denied)).toMatchObject({ answer: denial });

    const { items: records } = await server.call<Items>("GET", `/v1/audit?session_id=${session}`);
    const recordOf = (type: string, id: string) =>
      records.find((it) => it.type === type && it.invocation_id === id)?.data;
    expect(recordOf("invocation.started", calls.edited)).toMatchObject({
      inputs: CHANGED,
      answer: { type: "edited", by: "owner" },
    });
    expect(recordOf("invocation.started", calls.remembered)).toMatchObject({ answer: allowed });
    expect(recordOf("approval.answered", calls.denied)).toMatchObject({ answer: denial });
  });

  test("F68: in the approval that was denied, over HTTP, in the shell, in the console", async () => {
    const path = `/v1/approvals?session_id=${session}&state=denied`;
    const [denied] = (await server.call<Items>("GET", path)).items;
    expect(denied).toMatchObject({
      answered_by: { id: "prn_owner", name: "owner" },
      denial_reason: REASON,
    });
    expect(await cli("approvals", "show", denied?.id ?? "")).toContain(REASON);
    await using visited = await visit(browser, `${server.url}/approvals/${denied?.id}`);
    await visited.page.getByText(REASON).first().waitFor();
  });

  test("F68: in sessions show, sessions events, audit tail, audit prove", async () => {
    const shown = await cli("sessions", "show", session);
    expect(shown).toContain(`calls builtin:desk:send_letter ${JSON.stringify(CHANGED)}`);
    expect(shown).not.toContain("Dear ada");
    for (const line of [EDITED, DENIED, REMEMBERED]) expect(shown).toContain(line);
    for (const words of [
      ["sessions", "events", session, "--limit", "500"],
      ["audit", "tail", "--session", session, "--limit", "100"],
    ]) {
      const text = await cli(...words);
      for (const line of [EDITED, DENIED, REMEMBERED]) expect(text).toContain(line);
    }
    expect(await cli("audit", "prove", calls.edited)).toContain('\\"type\\":\\"edited');
    expect(await cli("audit", "prove", calls.denied)).toContain(REASON);
    expect(await cli("audit", "prove", calls.remembered)).toContain('\\"type\\":\\"remembered');
  });

  test("F68: in a chat, as it happens", async () => {
    const { items } = await server.call<Items>("GET", `/v1/sessions/${session}/events?limit=500`);
    const text = items
      .flatMap(({ type, data }) => eventLines(String(type), data))
      .map((line) => renderLine(line, false))
      .join("\n");
    expect(text).toContain(`send_letter ${JSON.stringify(CHANGED)}\n    ${EDITED}`);
    expect(text).not.toContain("Dear ada");
    expect(text).toContain(REASON);
    expect(text).toContain(REMEMBERED);
  });

  test("F68: in the console, in the line of the conversation and in the story", async () => {
    await using visited = await visit(browser, `${server.url}/sessions/${session}`);
    const { page, complaints } = visited;
    const lineWith = (note: string) => page.locator("summary").filter({ hasText: note });
    await lineWith(EDITED).getByText('"to":"eve"').waitFor();
    await lineWith(DENIED).getByText('"to":"bob"').waitFor();
    await lineWith(REMEMBERED).getByText('"to":"dan"').waitFor();
    expect(await page.locator("summary").filter({ hasText: "ada" }).count()).toBe(0);

    await page.goto(`${server.url}/audit/${calls.edited}`);
    const inputs = page.getByRole("region", { name: "Inputs, as they were recorded" });
    await inputs.getByText("Dear eve").waitFor();
    expect(await inputs.getByText("Dear ada").count()).toBe(0);
    await page.getByText(EDITED).first().waitFor();
    await page.goto(`${server.url}/audit/${calls.denied}`);
    await page.getByText(DENIED).first().waitFor();
    await page.goto(`${server.url}/audit/${calls.remembered}`);
    await page.getByText(REMEMBERED).first().waitFor();
    expect(complaints).toEqual([]);
  }, 30_000);

  test("F68: at the MCP gateway, also for the reason of a denial", async () => {
    const app = {
      request(url: string, init: RequestInit = {}) {
        const { pathname, search } = new URL(url);
        const headers = new Headers(init.headers);
        headers.set("authorization", `Bearer ${KEY}`);
        headers.delete("host");
        return fetch(server.url + pathname + search, { ...init, headers });
      },
    };
    const client = await openClient({ app });
    const { name, input } = letter("gus");
    const call = async () => textOf(await client.callTool({ name, arguments: input }));
    await call();
    const [asked] = await pending();
    await server.call("POST", `/v1/approvals/${asked?.id}/run`, { inputs: CHANGED });
    const edited = await call();
    expect(edited).toContain(EDITED);
    expect(edited).toContain(`It ran with: ${JSON.stringify(CHANGED)}`);

    await call();
    const [again] = await pending();
    await server.call("POST", `/v1/approvals/${again?.id}/deny`, { reason: REASON });
    expect(await call()).toContain(REASON);

    await call();
    const [third] = await pending();
    const remember = { scope: "always", match: "exact" };
    await server.call("POST", `/v1/approvals/${third?.id}/run`, { remember });
    await call();
    expect(await call()).toContain("A remembered answer of owner allowed this call: this input");
    await client.close();
  }, 30_000);
});
