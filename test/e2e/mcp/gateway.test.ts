import { expect, test, vi } from "vitest";
import { type Answering, openClient, textOf } from "../../../src/mcp/testing/open-client.ts";
import { fixture, openMcpApi } from "./open-mcp-api.ts";

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
