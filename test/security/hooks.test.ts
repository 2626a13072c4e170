import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { answerApproval } from "../../src/engine/sessions/answer-approval.ts";
import type { BuiltinCapability } from "../../src/features/builtin-capability.ts";
import type { Hooks } from "../../src/gate/hooks.ts";
import { createWitness } from "../../src/testing/witness.ts";
import { type Harness, OWNER, openHarness } from "../harness.ts";

let harness: Harness | undefined;
afterEach(() => harness?.close());

const APPEND = "builtin:witness:append";

function guard(hooks: Hooks): BuiltinCapability {
  return { id: "guard", name: "Guard", description: "Looks at calls.", status: "available", hooks };
}

/** A session of an agent that has the witness and the guard; the witness asks before it writes. */
async function openGuarded(hooks: Hooks, capabilities = ["witness", "guard"]) {
  const folder = mkdtempSync(join(tmpdir(), "capstan-hooks-"));
  const opened = await openHarness({
    capabilities: [createWitness(join(folder, "witness.txt")), guard(hooks)],
    permissions: { ask: [APPEND] },
    steps: [{ tool_calls: [{ name: "append", input: { line: "plain" } }] }, { text: "done" }],
  });
  harness = opened;
  const { store } = opened;
  await store.journal.commit("agent.add", [
    {
      type: "agent.add",
      agent: {
        id: "agent_guarded",
        name: "guarded",
        systemPrompt: "",
        status: "active",
        capabilities,
        createdAt: "2026-01-01T00:00:00.000Z",
      },
    },
  ]);
  const session = await opened.openSession({ agentId: "agent_guarded" });
  return { ...opened, session, file: join(folder, "witness.txt") };
}

describe("E4: behaviour hooks", () => {
  test("E4, A119: a rewritten call is what is asked about, and the approval says by whom", async () => {
    const api = await openGuarded({
      beforeCall: ({ inputs }) => ({ inputs: { ...inputs, line: "rewritten" } }),
    });
    await api.say(api.session.id);
    const [approval] = await api.pending();
    expect(approval).toMatchObject({
      inputs: { line: "rewritten" },
      rewritten: { by: ["guard"], inputs: { line: "plain" } },
    });
    const asked = (await api.records()).find(({ type }) => type === "approval.requested");
    expect(asked?.data).toMatchObject({ rewritten: { by: ["guard"] } });
    await answerApproval(api.engine, approval?.id ?? "", { type: "run" }, OWNER);
    const started = (await api.records()).find(({ type }) => type === "invocation.started");
    expect(started?.data).toMatchObject({
      inputs: { line: "rewritten" },
      rewritten: { by: ["guard"], inputs: { line: "plain" } },
    });
  });

  test("E4: a veto blocks the call before anyone is asked, and is on record", async () => {
    const api = await openGuarded({ beforeCall: () => ({ veto: "Not on a Sunday." }) });
    const session = await api.say(api.session.id);
    expect(session.state).toBe("completed");
    expect(await api.pending()).toEqual([]);
    const refused = (await api.records()).find(({ type }) => type === "policy.violated");
    expect(refused?.data).toMatchObject({ code: "VETOED", rule: "hook.guard" });
  });

  test.each<[string, Hooks, string]>([
    [
      "throws",
      {
        beforeCall: () => {
          throw new Error("broken");
        },
      },
      "failed while it looked",
    ],
    [
      "gives an input that does not fit",
      { beforeCall: () => ({ inputs: { line: 7 } }) },
      "does not fit",
    ],
  ])("A119: a hook that %s refuses the call", async (_what, hooks, reason) => {
    const api = await openGuarded(hooks);
    await api.say(api.session.id);
    expect(await api.pending()).toEqual([]);
    const refused = (await api.records()).find(({ type }) => type === "policy.violated");
    expect(refused?.data.reason).toContain(reason);
  });

  test("A119: no hook makes a call run that policy would have refused or asked about", async () => {
    const api = await openGuarded({
      beforeCall: ({ inputs }) => ({ inputs: { ...inputs, confirmed: true } }),
    });
    await api.say(api.session.id);
    const [approval] = await api.pending();
    expect(approval?.inputs).toEqual({ line: "plain" });
  });

  test("E4: a hook counts only on agents that have its capability, and not outside sessions", async () => {
    let asked = 0;
    const beforeCall = () => {
      asked += 1;
      return undefined;
    };
    const api = await openGuarded({ beforeCall }, ["witness"]);
    await api.say(api.session.id);
    await api.invoke(APPEND, { line: "by hand" });
    expect(asked).toBe(0);
  });

  test("E4: a hook sees the outcome, and one that fails there changes nothing", async () => {
    const seen: string[] = [];
    const api = await openGuarded({
      afterCall: ({ tool }, outcome) => {
        seen.push(`${tool.toolId} ${outcome.state}`);
        throw new Error("broken");
      },
    });
    await api.say(api.session.id);
    const [approval] = await api.pending();
    const { answerApproval } = await import("../../src/engine/sessions/answer-approval.ts");
    const { ADMIN } = await import("../harness.ts");
    await answerApproval(api.engine, approval?.id ?? "", { type: "run" }, ADMIN);
    expect((await api.rest(api.session.id)).state).toBe("completed");
    expect(seen).toEqual([`${APPEND} completed`]);
    expect(api.reported.map(String)).toContain("Error: broken");
  });

  test("A98, A119: what a hook does to the objects that it is shown changes nothing", async () => {
    const answered = { inputs: { line: "answered" } };
    const api = await openGuarded({
      beforeCall: (call) => {
        call.inputs.line = "smuggled";
        return answered;
      },
      afterCall: (call, outcome) => {
        call.inputs.line = "smuggled";
        Object.assign(outcome, { state: "failed", outputs: "forged" });
      },
      filterMessages: (messages) => {
        for (const message of messages) Object.assign(message, { content: "smuggled" });
        return messages;
      },
    });
    await api.say(api.session.id);
    answered.inputs.line = "changed after it was asked about";
    const [approval] = await api.pending();
    expect(approval?.inputs).toEqual({ line: "answered" });
    expect(approval?.rewritten?.inputs).toEqual({ line: "plain" });
    const { outcome } = await answerApproval(
      api.engine,
      approval?.id ?? "",
      { type: "run" },
      OWNER,
    );
    expect(outcome).toMatchObject({ state: "completed" });
    expect(readFileSync(api.file, "utf8")).toContain("answered");
    await api.rest(api.session.id);
    const { items } = await api.store.sessions.messages(api.session.id, { limit: 10, offset: 0 });
    expect(JSON.stringify(items)).not.toContain("smuggled");
  });

  test("E4: a hook filters what the model is sent, and nothing that is stored", async () => {
    const sent: number[] = [];
    const api = await openGuarded({
      filterMessages: (messages) => {
        sent.push(messages.length);
        return messages.slice(-1);
      },
    });
    await api.say(api.session.id);
    expect(sent).toEqual([1]);
    const { total } = await api.store.sessions.messages(api.session.id, { limit: 10, offset: 0 });
    expect(total).toBe(2);
  });
});
