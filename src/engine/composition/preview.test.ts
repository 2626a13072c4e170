import { expect, test } from "vitest";
import { openCatalog } from "../../gate/catalog/catalog.ts";
import { fixedSource } from "../../testing/fixed-source.ts";
import { makeAgent } from "../../testing/fixtures.ts";
import { makeCapability } from "../../testing/make-tool.ts";
import { compose } from "./compose.ts";
import { previewOf } from "./preview.ts";

test("X4, X16: a preview shows what is sent, what it costs and what to know", async () => {
  const entries = ["a", "b"].map((id) => makeCapability({ id }, [{ name: "read" }]));
  const catalog = await openCatalog([fixedSource(() => entries)]);
  const agent = compose(catalog, makeAgent({ capabilities: ["a", "b"] }));
  expect(previewOf(agent)).toEqual({
    systemPrompt: "You help.",
    tools: agent.tools,
    warnings: [
      '"builtin:a:read" is called "a__read", because another tool is called "read".',
      '"builtin:b:read" is called "b__read", because another tool is called "read".',
    ],
    estimatedTokens: agent.tokens.prompt + agent.tokens.tools,
  });
  expect(agent.tokens.tools).toBeGreaterThan(agent.tokens.prompt);
});
