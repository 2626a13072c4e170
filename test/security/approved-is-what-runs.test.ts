import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/base/json.ts";
import { createAgent, patchAgent } from "../../src/engine/sessions/agents.ts";
import { answerApproval } from "../../src/engine/sessions/answer-approval.ts";
import { addCustom, patchCustom } from "../../src/features/custom/custom-capabilities.ts";
import type { ExecutionRequest } from "../../src/gate/executor.ts";
import type { Access } from "../../src/schema/access.ts";
import type { Store } from "../../src/stores/store.ts";
import { type At, faultyExecutor, faultyStore } from "../../src/testing/faults.ts";
import { type Harness, OWNER, openHarness } from "../harness.ts";
import { openTestStore } from "../open-test-store.ts";
import { startRemoteWitness } from "../remote-witness.ts";
import { ON_POSTGRES } from "../test-database.ts";

/**
 * A person approves a call; then, in every window between the answer and the effect, somebody
 * changes the tool, its configuration or its access, or retires it. What runs is what was approved,
 * or nothing. Every commit, every read and every step of the executor is a window.
 */

let remote: Awaited<ReturnType<typeof startRemoteWitness>>;
beforeAll(async () => {
  remote = await startRemoteWitness();
});
afterAll(() => remote.close());

let harness: Harness;
afterEach(() => harness.close());

const TOOL = "ext:remote:note";
/** A window takes four times as long on PostgreSQL; `npm run stores` looks at every one. */
const STRIDE = ON_POSTGRES && process.env.MODE !== "stores" ? 4 : 1;

/** Every read is a window too: what was read before it may be another afterwards. */
function faultyReads(store: Store, at: At): Store {
  const wrapped = Object.entries(store).map(([name, reader]) => {
    if (typeof reader !== "object" || name === "journal") return [name, reader];
    const methods = Object.entries(reader).map(([method, read]) => [
      method,
      typeof read !== "function"
        ? read
        : async (...args: unknown[]) => {
            const result = await read(...args);
            await at(`read ${name}.${method}`);
            return result;
          },
    ]);
    return [name, Object.fromEntries(methods)];
  });
  return Object.fromEntries(wrapped);
}

async function openWorld(inTurn: boolean) {
  let points: string[] = [];
  let fireAt = -1;
  let mutate = async () => {};
  let isMutating = false;
  // The window may be a read of the housekeeping, which the call does not wait for.
  let mutating = Promise.resolve();
  const at: At = async (point) => {
    if (fireAt < 0 || isMutating) return;
    points.push(point);
    if (points.length !== fireAt) return;
    isMutating = true;
    mutating = mutate().finally(() => {
      isMutating = false;
    });
    await mutating;
  };
  const ran: Pick<ExecutionRequest, "execution" | "context">[] = [];
  let hosts = 0;
  const accessOf = (): Access => ({ paths: [], hosts: [`host${hosts}.example`, remote.host] });
  const note = { name: TOOL, input: { line: "x" } };
  harness = await openHarness({
    store: faultyReads(faultyStore(await openTestStore(), at), at),
    steps: [{ tool_calls: [note] }, { text: "done" }],
    settings: { web_fetch: { allow_hosts: [remote.host] } },
    // Each window asks once more.
    limits: { approvals_per_minute: 100_000 },
    accessOf,
    wrapExecutor: (executor) =>
      faultyExecutor(
        {
          ...executor,
          execute(request) {
            ran.push({ execution: request.execution, context: request.context });
            return executor.execute(request);
          },
        },
        at,
      ),
  });
  const { engine } = harness;
  let version = 0;
  const toolsOf = (): JsonObject[] => {
    const [tool] = remote.manifest.tools;
    const url = `http://${remote.host}/v${version}`;
    return [
      { ...tool, http: { ...tool?.http, url, query: { team: "{{config.team}}" } } },
    ] as JsonObject[];
  };
  let team = 0;
  const capabilities = () => [{ id: "ext:remote", config: { team: `team${team}` } }];
  const config_schema = { type: "object", properties: { team: { type: "string" } } };
  await addCustom(engine, { ...remote.manifest, config_schema, tools: toolsOf() }, OWNER);
  const agent = await createAgent(
    engine,
    { name: "noter", systemPrompt: "", capabilities: capabilities(), model: undefined },
    "owner",
  );
  const change = {
    async definition() {
      version += 1;
      await patchCustom(engine, "ext:remote", { tools: toolsOf() }, OWNER);
    },
    async configuration() {
      team += 1;
      await patchAgent(engine, agent.id, { capabilities: capabilities() }, "owner");
    },
    async access() {
      hosts += 1;
    },
    retirement: () =>
      patchCustom(engine, "ext:remote", { status: "retired" }, OWNER).then(() => {}),
  };

  /** Asks, says Run, and makes the change in the n-th window; false when there are fewer. */
  async function approveAndChangeAt(n: number, what: keyof typeof change): Promise<boolean> {
    await patchCustom(engine, "ext:remote", { status: "available" }, OWNER);
    const session = await harness.openSession({ agentId: agent.id });
    if (inTurn) await harness.say(session.id);
    else await harness.invoke(TOOL, { line: "x" }, { sessionId: session.id });
    const [approval] = await harness.pending();
    expect(approval?.toolId).toBe(TOOL);
    const approved = {
      line: `POST /v${version}?team=team${team} {"line":"x"}`,
      hosts: accessOf().hosts,
    };
    [points, fireAt, mutate] = [[], n, change[what]];
    ran.length = 0;
    remote.lines.length = 0;
    await answerApproval(engine, approval?.id ?? "", { type: "run" }, OWNER);
    if (inTurn) await harness.rest(session.id);
    const reached = points.length >= n;
    const where = points[n - 1];
    fireAt = -1;
    await mutating;
    const after = await harness.gate.store.approvals.get(approval?.id ?? "");
    const effects = {
      where,
      sent: [...remote.lines],
      access: ran.map((it) => it.context.access.hosts),
    };
    if (ran.length > 0) {
      expect(effects).toEqual({ where, sent: [approved.line], access: [approved.hosts] });
      expect(after?.state).toBe("used");
    } else {
      expect(effects).toEqual({ where, sent: [], access: [] });
      expect(after?.state).toBe("superseded");
    }
    for (const left of await harness.pending()) {
      await answerApproval(engine, left.id, { type: "deny" }, OWNER);
    }
    return reached;
  }
  return { approveAndChangeAt, ranLast: () => ran.length > 0 };
}

describe.each([
  { where: "in a turn", inTurn: true },
  { where: "by itself", inTurn: false },
])("a call $where", ({ inTurn }) => {
  test.each(["definition", "configuration", "access", "retirement"] as const)(
    "X8, A93: whose %s is changed in any window runs as it was approved, or not at all",
    async (what) => {
      const { approveAndChangeAt, ranLast } = await openWorld(inTurn);
      const outcomes = new Set<boolean>();
      let windows = 0;
      for (let n = 1; await approveAndChangeAt(n, what); n += STRIDE) {
        windows = n;
        outcomes.add(ranLast());
      }
      expect(windows).toBeGreaterThan(8);
      // Early changes stop it, late ones come too late: both must have been seen.
      expect([...outcomes].sort()).toEqual([false, true]);
    },
    60_000,
  );
});
