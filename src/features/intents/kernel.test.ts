import { afterEach, describe, expect, test } from "vitest";
import { ADMIN, type Harness, OWNER, openHarness } from "../../../test/harness.ts";
import { defineCapability } from "../../app/define-capability.ts";
import type { JsonObject } from "../../base/json.ts";
import { answerApproval } from "../../engine/sessions/answer-approval.ts";
import type { Model } from "../../models/model.ts";
import type { Script } from "../../models/scripted/script.ts";
import { makeTool } from "../../testing/make-tool.ts";
import { checkPlan } from "./check-plan.ts";
import { findIntent } from "./find-intent.ts";
import { nextSteps } from "./next-steps.ts";
import { type NewIntent, startIntent } from "./start-intent.ts";

let harness: Harness;
afterEach(() => harness.close());

type Step = { id: string; name: string; input: JsonObject; says?: string };

const proposing = (...steps: Step[]): Script["steps"][number] => ({
  tool_calls: [
    {
      name: "propose_plan",
      input: { steps: steps.map((step) => ({ says: `Does ${step.id}.`, ...step })) },
    },
  ],
});

const append = (id: string, line: unknown, more: JsonObject = {}): Step => ({
  id,
  name: "append_freely",
  input: { line, ...more } as JsonObject,
});

async function open(steps: Script["steps"], more: Parameters<typeof openHarness>[0] = {}) {
  harness = await openHarness({ steps, ...more });
  return harness;
}

async function intent(wanted: NewIntent = { text: "go" }) {
  const id = await startIntent(harness.engine, wanted, OWNER);
  return findIntent(harness.engine, id, OWNER, 5_000);
}

describe("a plan", () => {
  test("joins what a step gave with words of its own", async () => {
    await open([
      proposing(
        { id: "s1", name: "calculate", input: { expression: "2 + 3" } },
        append("s2", { $join: ["sum ", { $from: "s1", path: "/result" }, "!"] }),
      ),
      { text: "Done." },
      { text: "Done." },
    ]);
    expect(await intent()).toMatchObject({ state: "completed" });
    expect(harness.lines()).toEqual([expect.stringContaining("append_freely sum 5! ")]);
  });

  test("I1, S3: runs step by step with what earlier steps gave, and is told in the end", async () => {
    await open([
      proposing(
        { id: "s1", name: "calculate", input: { expression: "2 + 3" } },
        append("s2", { $from: "s1", path: "/result" }),
      ),
      { text: "It is five." },
      { text: "It is five." },
    ]);
    const made = await intent();
    expect(made).toMatchObject({
      state: "completed",
      plan: { steps: [{ id: "s1", toolId: "builtin:calculator:calculate" }, { id: "s2" }] },
      steps: [
        { id: "s1", state: "completed" },
        { id: "s2", state: "completed" },
      ],
      inputRequest: null,
      report: "It is five.",
    });
    expect(harness.lines()).toEqual([expect.stringContaining("append_freely 5 ")]);
  });

  test("F62, F63: without a session it is the assistant's, which has all but packs and test tools", async () => {
    await open([{ text: "Nothing to do." }]);
    const { sessionId, plan, report, state } = await intent();
    const session = await harness.store.sessions.get(sessionId);
    const agent = await harness.store.agents.get(session?.agentId ?? "");
    expect(agent).toMatchObject({ name: "assistant" });
    expect(agent?.capabilities).toEqual(expect.arrayContaining(["calculator", "witness"]));
    for (const left of ["capability_packs", "test_math", "test_weather"]) {
      expect(agent?.capabilities).not.toContain(left);
    }
    expect({ plan, report, state }).toEqual({
      plan: null,
      report: "Nothing to do.",
      state: "completed",
    });
  });

  test("X14: in a session only its agent's capabilities are there", async () => {
    const steps = proposing({ id: "s1", name: "builtin:current_time:current_time", input: {} });
    await open([steps, steps]);
    const { id } = await harness.openSession({}, OWNER);
    const made = await intent({ text: "go", sessionId: id });
    expect(made).toMatchObject({ state: "input_required", inputRequest: { kind: "fields" } });
  });

  test("a later step does not run when one before it came to nothing", async () => {
    await open([
      proposing(
        { id: "s1", name: "calculate", input: { expression: "1 / 0" } },
        append("s2", "never"),
      ),
    ]);
    const made = await intent();
    expect(made.steps.map(({ state }) => state)).toEqual(["failed", "pending"]);
    expect(made.state).toBe("failed");
    expect(made.report).toContain("Not done: Does s2.");
    expect(harness.lines()).toEqual([]);
  });

  test("I32, I35: steps that belong together are asked about at once, others one after another", async () => {
    const asks = (id: string, line: string, name = "append") => ({ id, name, input: { line } });
    await open(
      [proposing(asks("s1", "a"), asks("s2", "b"), asks("s3", "c", "rehearse"), asks("s4", "d"))],
      { permissions: { ask: ["builtin:witness:*"] } },
    );
    const made = await intent();
    expect(made.inputRequest?.approvalIds).toHaveLength(2);
    expect(made.inputRequest?.reason).toContain("Does s1 and 1 more:");
    for (const id of made.inputRequest?.approvalIds ?? []) {
      await answerApproval(harness.engine, id, { type: "run" }, OWNER);
    }
    const later = await findIntent(harness.engine, made.id, OWNER, 5_000);
    expect(later.inputRequest?.approvalIds).toHaveLength(1);
    const [approval] = await harness.pending();
    expect(approval).toMatchObject({ preview: { written: false } });
    await answerApproval(harness.engine, approval?.id ?? "", { type: "deny" }, OWNER);
    const last = await findIntent(harness.engine, made.id, OWNER, 5_000);
    expect(last.steps.map(({ state }) => state)).toEqual([
      "completed",
      "completed",
      "blocked",
      "pending",
    ]);
    expect(last.state).toBe("blocked");
  });

  test("X10: a dry run and a session that only plans change nothing", async () => {
    const plan = proposing({ id: "s1", name: "rehearse", input: { line: "a" } }, append("s2", "b"));
    await open([plan, plan, plan, plan]);
    const dry = await intent({ text: "go", dryRun: true });
    expect(dry.steps[0]?.outcome).toMatchObject({ outputs: { written: false } });
    expect(dry.steps[1]).toMatchObject({
      state: "blocked",
      outcome: { error: { code: "DRY_RUN_UNSUPPORTED" } },
    });
    expect(dry).toMatchObject({
      state: "completed",
      report: expect.stringContaining("Nothing was changed"),
    });
    const { id } = await harness.openSession({ mode: "planning" }, OWNER);
    const planned = await intent({ text: "go", sessionId: id });
    expect(planned.report).toContain("Nothing was changed");
    expect(harness.lines()).toEqual([]);
  });

  test("a plan with a step that policy denies does not begin", async () => {
    await open([proposing(append("s1", "a"), { id: "s2", name: "append", input: { line: "b" } })], {
      permissions: { deny: ["builtin:witness:append"] },
    });
    const made = await intent();
    expect(made).toMatchObject({
      state: "blocked",
      report: expect.stringContaining("Nothing was done"),
    });
    expect(made.steps.map(({ state }) => state)).toEqual(["pending", "pending"]);
    expect(harness.lines()).toEqual([]);
  });

  test("X23: a secret in a later step is hidden in what is kept, and is what runs", async () => {
    await open([
      proposing({ id: "s1", name: "look", input: {} }, append("s2", "the-hidden-value")),
    ]);
    await harness.gate.secrets.set("LINE", "the-hidden-value", ["builtin:witness:*"], []);
    const made = await intent();
    expect(made.state).toBe("completed");
    expect(JSON.stringify(made.plan)).not.toContain("the-hidden-value");
    expect(harness.lines()[0]).toContain("the-hidden-value");
  });
});

describe("a plan that is wrong never runs", () => {
  const wrong: { what: string; step: Script["steps"][number] }[] = [
    {
      what: "an unknown tool",
      step: proposing(append("s1", "a"), { id: "s2", name: "format_disk", input: {} }),
    },
    {
      what: "a reference forwards",
      step: proposing(append("s1", { $from: "s2", path: "" }), append("s2", "b")),
    },
    { what: "a reference to nothing", step: proposing(append("s1", { $from: "s9", path: "/x" })) },
    { what: "a broken reference", step: proposing(append("s1", { $from: 1 })) },
    { what: "two steps of one id", step: proposing(append("s1", "a"), append("s1", "b")) },
    { what: "an input that does not fit", step: proposing(append("s1", 5)) },
    { what: "a field too many", step: proposing(append("s1", "a", { force: true })) },
    {
      what: "too many steps",
      step: proposing(...Array.from({ length: 26 }, (_, at) => append(`s${at}`, "x"))),
    },
    { what: "no steps", step: { tool_calls: [{ name: "propose_plan", input: { steps: [] } }] } },
    { what: "no plan at all", step: { tool_calls: [{ name: "propose_plan", input: {} }] } },
  ];
  test.each(wrong)("I34: $what", async ({ step }) => {
    await open([step, step]);
    const made = await intent();
    expect(made).toMatchObject({
      state: "input_required",
      plan: null,
      inputRequest: { kind: "fields", reason: expect.stringContaining("Nothing was done") },
    });
    expect(harness.lines()).toEqual([]);
  });

  test("X7: a forged confirmation is taken out", async () => {
    await open([proposing({ id: "s1", name: "append", input: { line: "a", confirmed: true } })]);
    const made = await intent();
    expect(made.plan?.steps[0]?.inputs).toEqual({ line: "a" });
    expect(made.inputRequest?.approvalIds).toHaveLength(1);
    expect(harness.lines()).toEqual([]);
  });

  test("it is repaired once", async () => {
    await open([proposing(append("s1", 5)), proposing(append("s1", "five"))]);
    expect((await intent()).state).toBe("completed");
    expect(harness.lines()).toHaveLength(1);
  });
});

test("a model that calls its tools at once has made a plan by that", async () => {
  await open([
    { tool_calls: [{ name: "calculate", input: { expression: "1 + 2" } }] },
    { text: "Three." },
  ]);
  expect(await intent()).toMatchObject({ report: "Three.", plan: { steps: [{ id: "s1" }] } });
});

test("who may not look at its session does not find it", async () => {
  await open([{ text: "Hello." }]);
  const id = await startIntent(harness.engine, { text: "go" }, ADMIN);
  const other = { id: "prn_other", scopes: ["invoke" as const] };
  await expect(findIntent(harness.engine, id, other)).rejects.toMatchObject({
    code: "INTENT_NOT_FOUND",
  });
});

describe("a plan over tools that wait behind a search", () => {
  const many = defineCapability({
    ...{ id: "warehouse", name: "Warehouse", description: "Knows about boxes." },
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
  const ship = [{ id: "s1", name: "builtin:warehouse:ship_box", input: {}, says: "Ships." }];
  const openMany = (model: Model) =>
    open([], { model, capabilities: [many], limits: { tools_per_request: 10 } });
  const told = async () => ({ text: "Told.", toolCalls: [] });

  test("X14: is made by a model that plans by itself with all of them", async () => {
    let tools = 0;
    const plan: Model["plan"] = async (request) => {
      tools = request.tools.length;
      return { steps: ship };
    };
    await openMany({ plan, respond: told });
    expect(await intent()).toMatchObject({ state: "completed", steps: [{ state: "completed" }] });
    expect(tools).toBeGreaterThanOrEqual(60);
  });

  test("X14: is made by any other with those few that fit the task", async () => {
    const seen: string[][] = [];
    await openMany({
      async respond({ tools }) {
        seen.push(tools.map(({ name }) => name));
        const input = { steps: ship };
        return seen.length === 1
          ? { text: "", toolCalls: [{ name: "propose_plan", input }] }
          : { text: "Shipped.", toolCalls: [] };
      },
    });
    expect(await intent({ text: "ship a box to a customer" })).toMatchObject({
      state: "completed",
    });
    expect(seen[0]).toContain("ship_box");
    expect(seen[0]?.length).toBeLessThan(25);
  });
});

test("a tool that checks its own inputs is called with what there is", () => {
  const tool = makeTool({
    name: "profile",
    inputSchema: { type: "object", properties: { file: { type: "string" } }, required: ["file"] },
  });
  const step = { id: "s1", toolId: tool.toolId, inputs: {}, says: "Profiles." };
  const next = (checksOwnInputs: boolean) =>
    nextSteps({
      ...{ plan: { steps: [step] }, done: [], most: 5, toolOf: () => tool },
      entryOf: () => ({ tool, checksOwnInputs }),
    });
  expect(next(true)).toMatchObject([{ inputs: {} }]);
  expect(next(false)).toHaveProperty("problem");
  const proposed = { steps: [{ id: "s1", name: "profile", input: {} }] };
  expect(
    checkPlan({ findTool: () => tool }, proposed, 5, { checksItself: () => true }),
  ).toHaveProperty("plan");
  expect(checkPlan({ findTool: () => tool }, proposed, 5)).toHaveProperty("problems");
});

test("F76: a plan that takes a path of the machine for a session's file is sent back", () => {
  const tool = makeTool({ name: "delete_file", capabilityId: "session_file_system" });
  const proposed = { steps: [{ id: "s1", name: "delete_file", input: { path: "/srv/a.txt" } }] };
  const check = (path: string) =>
    checkPlan({ findTool: () => tool }, proposed, 5, { ofMachine: new Set([path]) });
  expect(check("/srv/a.txt")).toEqual({ problems: [expect.stringContaining("file_agent")] });
  expect(check("/srv/b.txt")).toHaveProperty("plan");
});
