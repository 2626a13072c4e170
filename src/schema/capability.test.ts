import { expect, test } from "vitest";
import { CapabilityId, OwnSourceType } from "./capability.ts";

test.each([
  "web_fetch",
  "skill:schema-infer",
  "agent:file_agent",
  "pack:incident-triage",
  "ext:tools.postman",
  "mcp:filesystem",
  "x".repeat(128),
])("E9, X2: %s is a capability id", (id) => {
  expect(CapabilityId.parse(id)).toBe(id);
});

test.each(["", "x".repeat(129), 7, null])("X2: %j is not", (id) => {
  expect(CapabilityId.safeParse(id).success).toBe(false);
});

test("X1: a capability comes from one of these kinds of source", () => {
  expect(OwnSourceType.options).toEqual(["builtin", "skill", "agent", "pack", "ext", "mcp"]);
});
