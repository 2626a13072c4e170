import { afterEach, describe, expect, test } from "vitest";
import { type Api, openApi } from "../../../../test/open-api.ts";
import { type ClientEra, openClient, textOf } from "./testing/open-client.ts";

let api: Api;
afterEach(async () => {
  await api.gateway.close();
  await api.close();
});

const ERAS: readonly ClientEra[] = ["2025", "2026"];

describe.each(ERAS)("a client of %s", (era) => {
  test("C1, C11: is listed the catalog under wire names, with schemas as they are and our own annotations", async () => {
    api = await openApi();
    const client = await openClient(api, { era });
    const { tools } = await client.listTools();
    const append = tools.find(({ name }) => name === "append");
    const known = api.gate.catalog.getTool("builtin:witness:append");
    expect(append).toMatchObject({
      title: expect.stringContaining("append"),
      inputSchema: known?.inputSchema,
      annotations: { readOnlyHint: false },
      _meta: { "capstan/tool-id": "builtin:witness:append" },
    });
    expect(tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name).toSorted());
    expect(client.getServerCapabilities()?.tools).toEqual({ listChanged: true });
    await client.close();
  });

  test("C19: calls through the gate, as its token's actor, in a session of its own", async () => {
    api = await openApi({ profile: "auto" });
    const client = await openClient(api, { era, as: "agent" });
    const result = await client.callTool({ name: "append", arguments: { line: "one" } });
    expect(result.isError).toBeFalsy();
    await client.callTool({ name: "append", arguments: { line: "two" } });
    expect(api.lines()).toMatchObject(
      [/append one/, /append two/].map((it) => expect.stringMatching(it)),
    );
    const records = (await api.records()).filter(({ type }) => type === "invocation.ended");
    expect(records).toHaveLength(2);
    expect(new Set(records.map(({ actor }) => actor))).toEqual(new Set(["prn_agent"]));
    const sessions = new Set(records.map(({ sessionId }) => sessionId));
    expect(sessions.size).toBe(1);
    const [connected] = api.gateway.clients();
    expect(connected).toMatchObject({
      actor: { id: "prn_agent", name: "agent" },
      name: "test-client",
      calls: 2,
      protocol: era === "2025" ? "2025-11-25" : "2026-07-28",
      sessionId: [...sessions][0],
    });
    await client.close();
  });

  test("an unknown tool is an error of the protocol, a wrong input a result in plain words", async () => {
    api = await openApi({ profile: "auto" });
    const client = await openClient(api, { era });
    await expect(client.callTool({ name: "nothing", arguments: {} })).rejects.toMatchObject({
      code: -32602,
    });
    const wrong = await client.callTool({ name: "append", arguments: { line: 5 } });
    expect(wrong).toMatchObject({ isError: true });
    expect(textOf(wrong)).toContain("INPUT_INVALID");
    expect(api.lines()).toEqual([]);
    await client.close();
  });
});
