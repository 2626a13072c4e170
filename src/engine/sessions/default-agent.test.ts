import { afterEach, expect, test } from "vitest";
import { ADMIN, type Harness, OWNER, openHarness } from "../../../test/harness.ts";
import { defineCapability } from "../../app/define-capability.ts";
import { patchAgent } from "./agents.ts";
import { defaultAgent, keepDefaultAgent } from "./default-agent.ts";
import { openSession } from "./open-session.ts";
import { requireUnused } from "./require-unused.ts";

let harness: Harness;
afterEach(() => harness.close());

const tool = {
  ...{ name: "greet", description: "Greets.", riskLevel: "LOW" as const },
  inputSchema: { type: "object" },
  run: () => ({}),
};
const greeter = (category?: string) =>
  defineCapability({
    ...{ id: "greeter", name: "Greeter", description: "Greets.", status: "available" },
    ...(category && { category }),
    tools: [tool],
  });

const listOf = async () => (await defaultAgent(harness.engine)).capabilities;

test("F62: a session that names no agent has everything that is enabled", async () => {
  harness = await openHarness({ capabilities: [greeter()] });
  const { agentId } = await openSession(harness.engine, {}, OWNER);
  const agent = await harness.store.agents.get(agentId);
  expect(agent?.name).toBe("assistant");
  expect(agent?.capabilities).toContain("greeter");
});

test("F63: a test tool is on no agent that ships", async () => {
  harness = await openHarness({ capabilities: [greeter("Testing")] });
  expect(await listOf()).not.toContain("greeter");
});

test("a list that the owner changed stays as it is", async () => {
  harness = await openHarness({ capabilities: [greeter()] });
  const { id } = await defaultAgent(harness.engine);
  await patchAgent(harness.engine, id, { capabilities: ["calculator"] }, ADMIN.id);
  expect(await listOf()).toEqual(["calculator"]);
});

test("a home of an earlier version gets the new list, and what was there keeps its place", async () => {
  harness = await openHarness({ capabilities: [greeter()] });
  const { gate } = harness;
  const agent = await defaultAgent(harness.engine);
  const former = ["current_time", "test_math", "calculator", "stateless_todo_list"];
  const list = [...former, "session_file_system", "web_fetch"];
  await gate.store.journal.commit("agent.put", [
    { type: "agent.put", agent: { ...agent, capabilities: list } },
    { type: "note.put", name: "assistant.capabilities", value: JSON.stringify(list) },
  ]);
  const { capabilities } = await keepDefaultAgent(harness.engine);
  expect(capabilities.slice(0, 3)).toEqual(["current_time", "calculator", "stateless_todo_list"]);
  expect(capabilities).toContain("greeter");
});

test("a capability that is removed is taken from it, and another agent keeps its own", async () => {
  harness = await openHarness({ capabilities: [greeter()] });
  await defaultAgent(harness.engine);
  await requireUnused(harness.gate, "greeter", "keep it");
  const agent = await harness.store.agents.getByName("assistant");
  expect(agent?.capabilities).not.toContain("greeter");
  await patchAgent(harness.engine, agent?.id ?? "", { capabilities: ["greeter"] }, ADMIN.id);
  await expect(requireUnused(harness.gate, "greeter", "keep it")).rejects.toMatchObject({
    code: "CAPABILITY_IN_USE",
  });
});
