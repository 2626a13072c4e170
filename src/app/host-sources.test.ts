import { afterEach, describe, expect, test } from "vitest";
import { type Harness, OWNER, openHarness } from "../../test/harness.ts";
import { loadComposition } from "../engine/composition/load-composition.ts";
import { answerApproval } from "../engine/sessions/answer-approval.ts";
import { attachCapability, detachCapability } from "../engine/sessions/attach-capability.ts";
import { addCustom } from "../features/custom/custom-capabilities.ts";
import type { Source, SourceState } from "../gate/catalog/source.ts";
import type { Executor } from "../gate/executor.ts";
import { fixedSource } from "../testing/fixed-source.ts";
import { makeCapability } from "../testing/make-tool.ts";

let harness: Harness;
afterEach(() => harness.close());

const shop = makeCapability({ id: "shop", trust: "remote" }, [
  { name: "order", riskLevel: "HIGH", execution: { type: "shop", path: "/orders" } },
  {
    name: "look",
    behaviour: { readOnly: true },
    execution: { type: "shop", path: "/look" },
  },
]);
const ORDER = "mcp:shop:order";
const LOOK = "mcp:shop:look";

/** A source of the host's own, whose connection can be lost, and what runs its tools. */
function openShop() {
  const now: { state: SourceState } = { state: { state: "ready", error: null } };
  const paths: unknown[] = [];
  const source = fixedSource(() => [shop], { id: "shop", kind: "mcp", state: () => now.state });
  const executor: Executor = {
    endsOnSignal: true,
    async execute({ execution }) {
      paths.push(execution.path);
      return { state: "completed", outputs: { done: true } };
    },
  };
  return {
    paths,
    lose: () => {
      now.state = { state: "failed", error: "The connection was lost." };
    },
    find: () => {
      now.state = { state: "ready", error: null };
    },
    options: { sources: [source], executors: new Map([["shop", executor]]) },
  };
}

const hanging: Source = fixedSource(() => [], {
  id: "hanging",
  kind: "mcp",
  list: () => new Promise(() => {}),
});
const throwing: Source = fixedSource(() => [], {
  id: "throwing",
  kind: "mcp",
  list: () => Promise.reject(new Error("Not today.")),
});

const manifest = (id: string) => ({ id, name: id, description: "Of one's own.", tools: [] });

describe("sources of the host", () => {
  test("X1, X8: their tools are found, judged and run like all others", async () => {
    const { options, paths } = openShop();
    harness = await openHarness(options);
    await harness.gate.catalog.refresh("shop");
    expect(await harness.invoke(LOOK, {})).toMatchObject({ state: "completed" });
    expect(await harness.invoke(ORDER, {})).toMatchObject({ state: "input_required" });
    const [approval] = await harness.pending();
    await answerApproval(harness.engine, approval?.id ?? "", { type: "run" }, OWNER);
    expect(paths).toEqual(["/look", "/orders"]);
  });

  test("C16: one that hangs and one that throws delay neither the start nor a new capability", async () => {
    harness = await openHarness({ sources: [hanging, throwing] });
    await addCustom(harness.engine, manifest("first"), OWNER);
    // The one that hangs is still waited for: nothing else was.
    expect(harness.gate.catalog.sources()).toMatchObject([
      { id: "builtin", state: "ready" },
      { id: "manifest", state: "ready" },
      { id: "packs", state: "ready" },
      { id: "extensions", state: "ready" },
      { id: "skill-folders", state: "ready" },
      { id: "agent-folders", state: "ready" },
      { id: "hanging", state: "starting" },
      { id: "throwing", state: "failed", error: "Not today." },
    ]);
  });
});

test("X8: a host does not take the place of an executor that ships", async () => {
  const { options } = openShop();
  const [executor] = options.executors.values();
  if (!executor) throw new Error("The shop has no executor.");
  const taken = openHarness({ executors: new Map([["http", executor]]) });
  await expect(taken).rejects.toMatchObject({
    code: "SETTINGS_INVALID",
    message: 'There is an executor of "http" already.',
  });
  harness = await openHarness();
});

describe("a tool whose source cannot be reached", () => {
  test("C16, X8: an approved call says try again; the approval stays good and is used once it can", async () => {
    const { options, paths, lose, find } = openShop();
    harness = await openHarness(options);
    await harness.gate.catalog.refresh("shop");
    await harness.invoke(ORDER, {});
    const [asked] = await harness.pending();
    const run = () => answerApproval(harness.engine, asked?.id ?? "", { type: "run" }, OWNER);
    lose();
    for (let n = 0; n < 2; n++) {
      expect(await run()).toMatchObject({
        approval: { id: asked?.id, state: "pending" },
        outcome: {
          state: "input_required",
          inputRequest: { approvalIds: [asked?.id] },
          error: { code: "SOURCE_UNAVAILABLE", retryable: true },
        },
      });
    }
    expect(paths).toEqual([]);
    find();
    expect(await run()).toMatchObject({
      approval: { state: "used" },
      outcome: { state: "completed" },
    });
    expect(paths).toEqual(["/orders"]);
    expect(await harness.audited()).toEqual([
      "approval.requested",
      "approval.answered",
      "invocation.postponed",
      "approval.answered",
      "invocation.postponed",
      "approval.answered",
      "invocation.started",
      "invocation.ended",
    ]);
  });

  test("C16: in a session the turn waits on, for the same approval", async () => {
    const { options, paths, lose, find } = openShop();
    harness = await openHarness({
      ...options,
      steps: [{ tool_calls: [{ name: ORDER, input: {} }] }, { text: "ordered" }],
    });
    await harness.gate.catalog.refresh("shop");
    await harness.store.journal.commit("agent.add", [
      {
        type: "agent.add",
        agent: {
          id: "agent_shop",
          name: "shop",
          systemPrompt: "",
          status: "active",
          capabilities: ["mcp:shop"],
          createdAt: "2026-01-01T00:00:00.000Z",
        },
      },
    ]);
    const { id } = await harness.openSession({ agentId: "agent_shop" });
    await harness.say(id);
    const [asked] = await harness.pending();
    const run = () => answerApproval(harness.engine, asked?.id ?? "", { type: "run" }, OWNER);
    lose();
    expect((await run()).outcome.error?.code).toBe("SOURCE_UNAVAILABLE");
    expect(await harness.rest(id)).toMatchObject({
      state: "input_required",
      inputRequest: { approvalIds: [asked?.id] },
    });
    find();
    expect((await run()).outcome.state).toBe("completed");
    expect((await harness.rest(id)).state).toBe("completed");
    expect(paths).toEqual(["/orders"]);
  });

  test("C16: one that nobody was asked about fails, and may be tried again", async () => {
    const { options, lose, find } = openShop();
    harness = await openHarness(options);
    await harness.gate.catalog.refresh("shop");
    lose();
    expect(await harness.invoke(LOOK, {})).toMatchObject({
      state: "failed",
      error: {
        code: "SOURCE_UNAVAILABLE",
        message:
          'This tool cannot be reached now, try again. Its source "shop" cannot be reached: The connection was lost.',
        retryable: true,
      },
    });
    find();
    expect(await harness.invoke(LOOK, {})).toMatchObject({ state: "completed" });
  });
});

describe("a tool that exists in some sessions only", () => {
  const own = makeCapability({ id: "own", perSession: true }, [
    { name: "look", behaviour: { readOnly: true }, execution: { type: "shop", path: "/own" } },
  ]);
  const OWN = "ext:own:look";
  const opened = () => {
    const { options } = openShop();
    const source = fixedSource(() => [own], { id: "per_session", kind: "ext" });
    const permissions = { allow: ["ext:*"] };
    return openHarness({ ...options, permissions, sources: [source] });
  };

  test("X1: the gate knows it: elsewhere there is no such tool", async () => {
    harness = await opened();
    await harness.gate.catalog.refresh("per_session");
    const session = await harness.openSession();
    for (const more of [{}, { sessionId: session.id }]) {
      await expect(harness.invoke(OWN, {}, more)).rejects.toMatchObject({
        code: "TOOL_NOT_FOUND",
        message: expect.stringContaining("attached"),
      });
    }
  });

  test("X1, X15: where it is attached it is sent and runs; detached, it is gone at once", async () => {
    harness = await opened();
    await harness.gate.catalog.refresh("per_session");
    const { engine } = harness;
    const session = await harness.openSession();
    const other = await harness.openSession();
    const attached = await attachCapability(engine, session, "ext:own", OWNER);
    expect((await loadComposition(engine, attached)).findTool(OWN)?.toolId).toBe(OWN);
    expect((await loadComposition(engine, other)).findTool(OWN)).toBeUndefined();
    const here = { sessionId: session.id };
    expect(await harness.invoke(OWN, {}, here)).toMatchObject({ state: "completed" });
    await expect(harness.invoke(OWN, {}, { sessionId: other.id })).rejects.toMatchObject({
      code: "TOOL_NOT_FOUND",
    });
    await detachCapability(engine, attached, "ext:own", OWNER);
    await expect(harness.invoke(OWN, {}, here)).rejects.toMatchObject({ code: "TOOL_NOT_FOUND" });
    expect(await harness.audited()).toEqual([
      "session.created",
      "session.created",
      "capability.attached",
      "invocation.ended",
      "capability.detached",
    ]);
  });

  test("X15: what does not exist is not attached", async () => {
    harness = await opened();
    const session = await harness.openSession();
    await expect(
      attachCapability(harness.engine, session, "ext:none", OWNER),
    ).rejects.toMatchObject({ code: "CAPABILITY_UNKNOWN" });
  });
});
