import { afterEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../base/json.ts";
import { createRedactor } from "../../../base/redaction/redactor.ts";
import { openSessionFiles } from "../../../gate/files/session-files.ts";
import type { WebAnswer, WebClient, WebRequest } from "../../../sandbox/web-client.ts";
import { openSqliteStore } from "../../../stores/sqlite/open-sqlite-store.ts";
import type { Store } from "../../../stores/store.ts";
import { fixtureId, makeSession } from "../../../testing/fixtures.ts";
import { createManualClock } from "../../../testing/manual-clock.ts";
import { runBuiltin } from "../../../testing/run-builtin.ts";
import { createResearch } from "./create-research.ts";

let store: Store | undefined;
afterEach(() => store?.close());

const LIMITS = { firstByteMs: 1_000, bodyMs: 1_000, maxBytes: 10_000 };

async function open(url: string | null = null, body: unknown = { results: [] }, status = 200) {
  store = openSqliteStore(":memory:");
  await store.journal.commit("test.session", [{ type: "session.add", session: makeSession() }]);
  const limits = { fileBytes: 1_000_000, sessionBytes: 1_000_000, sessionFiles: 10 };
  const parts = { store, clock: createManualClock(), redactor: createRedactor(), limits };
  const files = openSessionFiles(parts, fixtureId("session"));
  const asked: WebRequest[] = [];
  const web: WebClient = {
    async request(request): Promise<WebAnswer> {
      asked.push(request);
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const bytes = new TextEncoder().encode(text);
      return {
        url: request.url,
        status,
        headers: new Map(),
        body: bytes,
        redirect: null,
        cut: null,
      };
    },
  };
  const research = createResearch({ web, url, limits: LIMITS });
  const call = async (tool: string, inputs: JsonObject = {}) =>
    (await runBuiltin(research, tool, inputs, { files })) as JsonObject;
  return { call, asked, research, files };
}

describe("research", () => {
  test("E22: says what it is, with a prompt about its scratchpad", async () => {
    const { research } = await open();
    expect(research).toMatchObject({ name: "Research", icon: "search", category: "AI" });
    expect(research.status).toBe("available");
    expect(research.systemPrompt).toContain("scratchpad");
  });

  test("E22: keeps notes with their sources, finds them, and shows them in order", async () => {
    const { call } = await open();
    await call("start_research", { question: "Which database?" });
    await call("add_note", {
      text: "SQLite is embedded.",
      source: "https://sqlite.org",
      section: "Small",
    });
    await call("add_note", { text: "PostgreSQL serves many machines.", section: "Large" });
    await call("add_note", { text: "SQLite is embedded.", source: "https://sqlite.org" });
    const found = await call("search_notes", { query: "embedded databases" });
    expect(found).toMatchObject({ total: 1, notes: [{ id: 1, source: "https://sqlite.org" }] });
    expect(await call("search_notes")).toMatchObject({ total: 2 });
    const { markdown, sources } = await call("research_outline");
    expect(markdown).toBe(
      "# Which database?\n\n## Small\n- SQLite is embedded. (https://sqlite.org)\n\n## Large\n- PostgreSQL serves many machines.",
    );
    expect(sources).toEqual(["https://sqlite.org"]);
  });

  test("E22: a notebook that somebody broke is not written over", async () => {
    const { call, files } = await open();
    await files.write("/research/notes.json", Buffer.from("{"));
    await expect(call("add_note", { text: "x" })).rejects.toThrow("Move it away");
  });

  test("E22: the web is searched where an endpoint is configured", async () => {
    const results = [
      { title: "One", url: "https://one.example", content: "c".repeat(900) },
      { title: "Evil", url: "javascript:alert(1)", content: "" },
      { nothing: true },
    ];
    const { call, asked } = await open("https://search.example/search", { results });
    const answer = await call("web_search", { query: "a & b" });
    expect(asked[0]?.url).toBe("https://search.example/search?q=a+%26+b&format=json");
    expect(answer.results).toMatchObject([{ title: "One", url: "https://one.example" }]);
    expect(JSON.stringify(answer).length).toBeLessThan(700);
  });

  test("E22: without one the tool is listed and not enabled; a search that fails says why", async () => {
    const { research, call } = await open();
    expect(research.tools?.find(({ name }) => name === "web_search")?.enabled).toBe(false);
    await expect(call("web_search", { query: "x" })).rejects.toThrow("research.search_url");
    const broken = await open("https://search.example/search", "<html>");
    await expect(broken.call("web_search", { query: "x" })).rejects.toThrow("JSON");
    const refused = await open("https://search.example/search", {}, 429);
    await expect(refused.call("web_search", { query: "x" })).rejects.toThrow("429");
  });
});
