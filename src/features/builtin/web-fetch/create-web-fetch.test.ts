import { expect, test } from "vitest";
import { described } from "../../../../test/described.ts";
import type { WebClient } from "../../../sandbox/web-client.ts";
import { createWebFetch } from "./create-web-fetch.ts";

const idle: WebClient = { request: () => Promise.reject(new Error("not asked")) };
const webFetch = createWebFetch(idle, { firstByteMs: 1_000, bodyMs: 30_000, maxBytes: 1_000_000 });

test("E35: web_fetch is available, adds no prompt, and has a globe in Network", () => {
  expect(described(webFetch).capability).toMatchObject({
    id: "web_fetch",
    name: "Web Fetch",
    status: "available",
    icon: "globe",
    category: "Network",
    tools: ["builtin:web_fetch:web_fetch"],
  });
  expect(webFetch).not.toHaveProperty("systemPrompt");
});

test("E38, X11: the tool takes a url, GET or HEAD and two formats; it is MED and only reads", () => {
  const [tool] = described(webFetch).tools;
  expect(tool).toMatchObject({
    name: "web_fetch",
    riskLevel: "MED",
    sideEffectTags: ["network.http"],
    behaviour: { readOnly: true, idempotent: true },
    enabled: true,
    inputSchema: {
      properties: {
        method: { enum: ["GET", "HEAD"], default: "GET" },
        as_markdown: { type: "boolean" },
        as_text: { type: "boolean" },
      },
      required: ["url"],
      additionalProperties: false,
    },
  });
});

test("E37: the tool's own deadline is later than that of the body", () => {
  expect(described(webFetch).tools[0]?.behaviour.timeoutMs).toBeGreaterThan(31_000);
});

test.each([
  ["https://example.com", true],
  ["HTTP://example.com/x", true],
  ["ftp://example.com", false],
  ["file:///etc/passwd", false],
  ["example.com", false],
  ["https://", false],
  ["", false],
])("E41: the schema takes the url %j: %s", (url, taken) => {
  const [tool] = described(webFetch).tools;
  const properties = tool?.inputSchema.properties ?? {};
  const { pattern = "" } = (properties as { url?: { pattern?: string } }).url ?? {};
  expect(new RegExp(pattern).test(url)).toBe(taken);
});
