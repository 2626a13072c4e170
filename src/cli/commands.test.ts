import { describe, expect, test } from "vitest";
import { TOOL } from "../../test/records.ts";
import { runAgainst } from "./testing/run-cli.ts";

test("capabilities test ends with 1 where something failed, and says what", async () => {
  const item = {
    name: "greet: example 1",
    state: "failed",
    message: "exit code 2",
    duration_ms: 9,
  };
  const routes = {
    "POST /v1/capabilities/test": {
      body: { kind: "pack", name: "greeter", ok: false, items: [item] },
    },
  };
  const { code, out } = await runAgainst(routes, ["capabilities", "test", "greeter"]);
  expect(code).toBe(1);
  expect(out).toContain("greet: example 1 failed:\n  exit code 2");
  expect(out).toContain("greeter does not pass: 1 of 1 failed.");
  expect((await runAgainst(routes, ["capabilities", "test", "x", "--json"])).code).toBe(1);
});

describe("lists", () => {
  test("X27: says how many there are when not all are shown", async () => {
    const routes = { "GET /v1/tools": { body: { items: [TOOL], total: 40 } } };
    expect((await runAgainst(routes, ["tools", "list"])).out).toContain("1 of 40 shown.");
  });

  test("X27: says None for an empty one", async () => {
    const routes = { "GET /v1/approvals": { body: { items: [], total: 0 } } };
    const { out, seen } = await runAgainst(routes, ["approvals", "list", "--state", "all"]);
    expect({ out, url: seen[0]?.url }).toEqual({ out: "None.", url: "/v1/approvals" });
  });

  test("A93, A94: shows hostile text as escapes, also in JSON on a terminal", async () => {
    const tool = { ...TOOL, description: "\u001b[2J\u202e" };
    const routes = {
      "GET /v1/tools": { text: `{"items":[${JSON.stringify(tool)}],\n\t"total":1}` },
    };
    const human = await runAgainst(routes, ["tools", "list"]);
    expect(human.out).toContain("\\u{1b}[2J\\u{202e}");
    const json = await runAgainst(routes, ["tools", "list", "--json"], { isTty: true });
    expect(json.out).toContain("\\u202e");
    expect(json.out).not.toMatch(/[\n\t\u202e]/);
    expect(JSON.parse(json.out)).toEqual({ items: [tool], total: 1 });
  });
});
