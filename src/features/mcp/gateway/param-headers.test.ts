import { expect, test } from "vitest";
import type { JsonObject } from "../../../base/json.ts";
import { headerMismatch } from "./param-headers.ts";

const SCHEMA: JsonObject = {
  type: "object",
  properties: {
    region: { type: "string", "x-mcp-header": "Region" },
    plain: { type: "string" },
    deep: { type: "object", properties: { size: { type: "integer", "x-mcp-header": "Size" } } },
  },
};
const mismatch = (args: JsonObject, headers: Record<string, string> = {}) =>
  headerMismatch(SCHEMA, args, new Headers(headers));
const HELLO = "=?base64?SGVsbG8=?=";

test.each<[JsonObject, Record<string, string>]>([
  [{}, {}],
  [{ region: null }, { "mcp-param-region": "ignored" }],
  [{ plain: "x" }, {}],
  [{ region: "eu" }, { "Mcp-Param-Region": "eu" }],
  [{ region: "Hello" }, { "mcp-param-region": HELLO }],
  [{ region: "=?base64?SGVsbG8=" }, { "mcp-param-region": "=?base64?SGVsbG8=" }],
  [{ deep: { size: 42 } }, { "mcp-param-size": "42.0" }],
])("%j fits %j", (args, headers) => {
  expect(mismatch(args, headers)).toBeUndefined();
});

test.each<[JsonObject, Record<string, string>, string]>([
  [{ region: "eu" }, {}, "is missing"],
  [{ region: "eu" }, { "mcp-param-region": "us" }, "differ"],
  [{ region: "Hello" }, { "mcp-param-region": "=?base64?SGVsbG8?=" }, "not valid Base64"],
  [{ region: "Hello" }, { "mcp-param-region": "=?base64?SGVs!!!bG8=?=" }, "not valid Base64"],
  [{ region: "x" }, { "mcp-param-region": "=?base64?/w==?=" }, "not valid Base64"],
  [{ deep: { size: 42 } }, { "mcp-param-size": "43" }, "differ"],
])("%j does not fit %j", (args, headers, why) => {
  expect(mismatch(args, headers)).toContain(why);
});
