import { describe, expect, test } from "vitest";
import { digest } from "../../base/digest.ts";
import { makeInvocation } from "../../testing/fixtures.ts";
import { makeTool } from "../../testing/make-tool.ts";
import { type Bound, bindingOf, changedParts } from "./binding.ts";

const tool = makeTool();
const access = { paths: [], hosts: ["a.example"] };
const bound: Bound = {
  demands: [],
  run: null,
  tool,
  inputs: { line: "x" },
  access,
  config: {},
  invocation: makeInvocation({ sessionId: "session_1" }),
};

describe("what an approval is bound to", () => {
  /** Kept approvals and remembered answers have these: made in another way, none would fit any more. */
  test("X8: is the tool, its definition, the input, the access, the session and the preview", () => {
    expect(bindingOf(bound)).toEqual({
      tool: tool.toolId,
      definition: tool.digest,
      input: digest({ line: "x" }),
      access: digest(access),
      session: "session_1",
      preview: "",
      packs: "",
      context: "",
    });
    const alone = { ...bound, invocation: makeInvocation({ sessionId: null }) };
    expect(bindingOf(alone).session).toBe("");
  });

  test("X8: is the agent's configuration too, where there is one", () => {
    const config = { to: "a@x" };
    expect(bindingOf({ ...bound, config }).access).toBe(digest({ ...access, config }));
  });

  test.each<[string, Partial<Bound>]>([
    ["definition", { tool: { ...tool, digest: "sha256:other" } }],
    ["tool", { tool: { ...tool, toolId: "builtin:eyes:other" } }],
    ["input", { inputs: { line: "y" } }],
    ["access", { access: { ...access, hosts: [] } }],
    ["access", { config: { to: "eve@x" } }],
    ["session", { invocation: makeInvocation({ sessionId: "session_2" }) }],
  ])("X8: says that the %s has changed, and nothing else", (part, change) => {
    expect(changedParts(bindingOf(bound), bindingOf({ ...bound, ...change }))).toEqual([part]);
  });
});
