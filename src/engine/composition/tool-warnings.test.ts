import { describe, expect, test } from "vitest";
import { openCatalog } from "../../gate/catalog/catalog.ts";
import type { AgentCapability } from "../../schema/agent.ts";
import { fixedSource } from "../../testing/fixed-source.ts";
import { makeAgent } from "../../testing/fixtures.ts";
import { makeCapability } from "../../testing/make-tool.ts";
import { type ComposeState, compose } from "./compose.ts";

const search = makeCapability({ id: "tool_search" }, [{ name: "search_tools" }]);
const files = makeCapability({ id: "files" }, [
  { name: "read" },
  { name: "write" },
  { name: "erase" },
]);
const budget = { maxTools: 2, maxTokens: 10_000 };

async function composed(
  entries: (typeof files)[],
  capabilities: AgentCapability[],
  state?: ComposeState,
) {
  const catalog = await openCatalog([fixedSource(() => entries)]);
  return compose(catalog, makeAgent({ capabilities }), state);
}

describe("warnings", () => {
  test("P46: say that what is not sent can be found", async () => {
    const { warnings, tokens } = await composed([files, search], ["files"], { budget });
    expect(warnings).toEqual([
      `3 tools are not sent but found by search_tools, which saves about ${tokens.deferred} tokens a request.`,
    ]);
  });

  test("P46: ask to take something off where nothing can be found", async () => {
    const { tools, warnings, tokens } = await composed([files], ["files"], { budget });
    expect(tools).toHaveLength(2);
    expect(warnings).toEqual([
      `1 tool is left out, which saves about ${tokens.deferred} tokens a request: take capabilities off the agent to get at them.`,
    ]);
  });

  test("E68: name an alias that is for no tool", async () => {
    const { warnings } = await composed([files], [{ id: "files", aliases: { gone: "x" } }]);
    expect(warnings).toEqual(['"files" has no tool "gone" to call "x".']);
  });

  test("X4: name a tool that is called like search_tools, once that is sent", async () => {
    const mine = makeCapability({ id: "mine" }, [{ name: "search_tools" }, { name: "b" }]);
    const many = { maxTools: 4, maxTokens: 10_000 };
    const { tools, findTool } = await composed([mine, files, search], ["mine", "files"], {
      budget: many,
    });
    expect(tools.map(({ wireName }) => wireName)).toEqual([
      "tool_search__search_tools",
      "mine__search_tools",
      "b",
    ]);
    expect(findTool("search_tools")).toBeUndefined();
  });
});
