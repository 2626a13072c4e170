import { afterEach, expect, test } from "vitest";
import { type Harness, openHarness } from "../../../test/harness.ts";
import { defineCapability } from "../../app/define-capability.ts";
import type { Model } from "../../models/model.ts";

let harness: Harness;
afterEach(() => harness.close());

const warehouse = defineCapability({
  id: "warehouse",
  name: "Warehouse",
  description: "Knows about boxes.",
  status: "available",
  tools: Array.from({ length: 60 }, (_, n) => ({
    name: n === 55 ? "ship_box" : `count_shelf_${n}`,
    description: n === 55 ? "Ships a box to a customer." : `Counts what is on shelf ${n}.`,
    riskLevel: "LOW" as const,
    inputSchema: { type: "object" },
    behaviour: { readOnly: true },
    run: () => ({ done: n }),
  })),
});

test("P46, X16: a model finds a tool that it was not sent, and calls it in its next answer", async () => {
  const seen: string[][] = [];
  const model: Model = {
    async respond({ tools, callsBefore }) {
      seen.push(tools.map(({ name }) => name));
      const call = (name: string, input = {}) => ({ text: "", toolCalls: [{ name, input }] });
      if (callsBefore === 0) return call("search_tools", { query: "ship to a customer", limit: 1 });
      if (callsBefore === 1) return call("ship_box");
      return { text: "Shipped.", toolCalls: [] };
    },
  };
  harness = await openHarness({
    model,
    capabilities: [warehouse],
    limits: { tools_per_request: 10 },
  });
  await harness.store.journal.commit("test.agent", [
    {
      type: "agent.put",
      agent: {
        id: "agent_witness",
        name: "witness",
        systemPrompt: "",
        status: "active",
        capabilities: ["warehouse"],
        createdAt: "2026-01-01T00:00:00.000Z",
      },
    },
  ]);
  const session = await harness.say((await harness.openSession()).id);
  expect(session.state).toBe("completed");
  expect(seen[0]).not.toContain("ship_box");
  expect(seen[0]?.[0]).toBe("search_tools");
  expect(seen[1]?.at(-1)).toBe("ship_box");
  expect(seen[1]?.slice(0, -1)).toEqual(seen[0]);
  const { items } = await harness.store.sessions.messages(session.id, { limit: 10, offset: 0 });
  expect(items.map(({ content }) => content)).toContain('{"done":55}');
});

test("P46: outside a session there is no agent whose tools could be found", async () => {
  harness = await openHarness();
  const outcome = await harness.invoke("builtin:tool_search:search_tools", { query: "anything" });
  expect(outcome.outputs).toEqual({ tools: [], total_deferred: 0 });
});
