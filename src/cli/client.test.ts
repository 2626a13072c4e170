import { describe, expect, test } from "vitest";
import { createClient } from "./client.ts";
import { fillPath } from "./fill-path.ts";
import { startFakeServer } from "./testing/fake-server.ts";
import { run, runAgainst } from "./testing/run-cli.ts";

const LIST = ["tools", "list"];

describe("client", () => {
  test("sends the key, and names what it wants in the query", async () => {
    const routes = { "GET /v1/tools": { body: { items: [], total: 0 } } };
    const argv = [...LIST, "--search", "a&b", "--source-type", "mcp,pack", "--risk-max", "MED"];
    const { seen } = await runAgainst(routes, argv);
    expect(seen).toEqual([
      {
        method: "GET",
        url: "/v1/tools?source_type=mcp%2Cpack&risk_max=MED&search=a%26b",
        authorization: "Bearer key",
        body: undefined,
      },
    ]);
  });

  test("X20: shows a problem in the server's words, with its code", async () => {
    const problem = { status: 403, body: { code: "SCOPE_MISSING", detail: "No \u001b scope." } };
    const { code, out, err } = await runAgainst({ "GET /v1/tools": problem }, LIST);
    expect({ code, out }).toEqual({ code: 4, out: "" });
    expect(err).toBe("capstan: No \\u{1b} scope. [SCOPE_MISSING]");
  });

  test("X20: shows a problem as one line of JSON with --json", async () => {
    const problem = { status: 409, body: { code: "STATE_CONFLICT", message: "It moved." } };
    const { code, err } = await runAgainst({ "GET /v1/tools": problem }, [...LIST, "--json"]);
    expect(code).toBe(1);
    expect(err).toBe('{"error":{"code":"STATE_CONFLICT","message":"It moved."}}');
  });

  test.each([
    { text: "<html>", status: 500, says: "The server answered 500: <html> [INTERNAL]" },
    { text: "<html>", status: 200, says: "is not a Capstan server" },
  ])("says so when the answer is not JSON ($status)", async ({ text, status, says }) => {
    const { code, err } = await runAgainst({ "GET /v1/tools": { text, status } }, LIST);
    expect(code).toBe(1);
    expect(err).toContain(says);
  });

  test("tells where the key is looked for when the server wants one", async () => {
    const problem = { status: 401, body: { code: "UNAUTHENTICATED", detail: "No token." } };
    const env = { CAPSTAN_API_KEY: "" };
    const { code, err, seen } = await runAgainst({ "GET /v1/tools": problem }, LIST, { env });
    expect({ code, sent: seen[0]?.authorization }).toEqual({ code: 1, sent: undefined });
    expect(err).toContain("set CAPSTAN_API_KEY, or check /nonexistent/api-key");
  });

  test("says what to do when no server answers at CAPSTAN_URL, and starts none", async () => {
    const { code, err } = await run(LIST, { env: { CAPSTAN_URL: "http://127.0.0.1:1" } });
    expect(code).toBe(1);
    expect(err).toContain('Start one with "capstan serve", or correct CAPSTAN_URL.');
    expect(err).toContain("[SERVER_UNREACHABLE]");
  });

  test("refuses a CAPSTAN_URL that is no address", async () => {
    const { code, err } = await run(LIST, { env: { CAPSTAN_URL: "localhost:4747" } });
    expect(code).toBe(1);
    expect(err).toContain("[SETTINGS_INVALID]");
  });

  test.each(["hang", "stall"] as const)("gives up at its deadline on a %s", async (reply) => {
    await using server = await startFakeServer({ "GET /v1/tools": reply });
    const client = createClient(server.url, {});
    const request = client.request("GET /v1/tools", { deadlineMs: 50 });
    await expect(request).rejects.toThrow("did not answer within 50 ms");
  });
});

describe("fillPath", () => {
  test("encodes every value", () => {
    const path = fillPath("/v1/tools/:tool_id/invoke", { tool_id: "mcp:a/b?c#d" });
    expect(path).toBe("/v1/tools/mcp%3Aa%2Fb%3Fc%23d/invoke");
  });

  test.each(["", ".", ".."])("refuses %j, which would reach another endpoint", (id) => {
    expect(() => fillPath("/v1/approvals/:id/run", { id })).toThrow("is not an id");
  });
});
