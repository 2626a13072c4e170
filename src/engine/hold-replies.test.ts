import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { type Harness, OWNER, openHarness } from "../../test/harness.ts";
import { openTestStore } from "../../test/open-test-store.ts";
import type { BuiltinCapability } from "../features/builtin-capability.ts";
import type { Durability, StepName } from "../stores/journal.ts";
import { cancelSession } from "./sessions/cancel-session.ts";

let harness: Harness;
afterEach(() => harness.close());

type Commit = { readonly step: StepName; readonly kinds: string[]; readonly durable: Durability };

const call = (name: string, input = {}) => ({ name, input });
const kindsIn = ({ kinds }: Commit, kind: string) => kinds.filter((it) => it === kind).length;

/** A harness that notes every commit, and a tool that waits until it is let go. */
async function watched(
  steps: NonNullable<Parameters<typeof openHarness>[0]>["steps"] & {},
  holdReplyMs = 20,
) {
  const commits: Commit[] = [];
  const entered = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const slow: BuiltinCapability = {
    id: "slow",
    name: "Slow",
    description: "Looks for a long time.",
    status: "available",
    tools: [
      {
        name: "look_long",
        description: "Looks until it is told to stop.",
        riskLevel: "LOW",
        behaviour: { readOnly: true },
        inputSchema: { type: "object", properties: {} },
        async run() {
          entered.resolve();
          await released;
          return { seen: true };
        },
      },
    ],
  };
  const store = await openTestStore();
  harness = await openHarness({
    store: {
      ...store,
      journal: {
        ...store.journal,
        async commit(step, changes, durable = "now") {
          await store.journal.commit(step, changes, durable);
          commits.push({ step, kinds: changes.map(({ type }) => type), durable });
        },
      },
    },
    steps,
    limits: { hold_reply_ms: holdReplyMs },
    capabilities: [slow],
  });
  const agent = await harness.store.agents.get("agent_witness");
  if (!agent) throw new Error("No agent.");
  await harness.store.journal.commit("agent.put", [
    { type: "agent.put", agent: { ...agent, capabilities: ["test_math", "slow"] } },
  ]);
  return { commits, entered: entered.promise, release };
}

const roles = async (id: string) => {
  const { items } = await harness.store.sessions.messages(id, { limit: 100, offset: 0 });
  return items.map(({ role }) => role);
};

test("a reply is stored with the end of its first call: three commits are a turn", async () => {
  const steps = [{ tool_calls: [call("add", { a: 1, b: 2 })] }, { text: "three" }];
  const { commits } = await watched(steps, 60_000);
  const { id } = await harness.openSession();
  commits.length = 0;
  await harness.say(id);
  expect(commits.map(({ step }) => step)).toEqual([
    "message.accept",
    "call.record",
    "turn.complete",
  ]);
  expect(kindsIn(commits[1] as Commit, "message.add")).toBe(2);
  // What nobody was told yet may wait for the next sync; what a person sees may not.
  expect(commits.map(({ durable }) => durable)).toEqual(["later", "later", "now"]);
  expect(await roles(id)).toEqual(["user", "assistant", "tool", "assistant"]);
});

test("of calls that run together, the first to end takes the reply along, and only it", async () => {
  const sums = [1, 2, 3].map((a) => call("add", { a, b: a }));
  const { commits } = await watched([{ tool_calls: sums }, { text: "done" }], 60_000);
  const { id } = await harness.openSession();
  commits.length = 0;
  await harness.say(id);
  const records = commits.filter(({ step }) => step === "call.record");
  expect(records.map((commit) => kindsIn(commit, "message.add"))).toEqual([2, 1, 1]);
  expect(await roles(id)).toEqual(["user", "assistant", "tool", "tool", "tool", "assistant"]);
});

test("behind a slow call a reply does not wait", async () => {
  const { commits, entered, release } = await watched([
    { text: "I look", tool_calls: [call("look_long")] },
    { text: "done" },
  ]);
  const { id } = await harness.openSession();
  const said = harness.say(id);
  await entered;
  const isStored = () => commits.some(({ step }) => step === "turn.reply");
  for (let tries = 0; tries < 100 && !isStored(); tries++) await delay(20);
  expect(await roles(id)).toEqual(["user", "assistant"]);
  release();
  expect(await said).toMatchObject({ state: "completed" });
  expect(await roles(id)).toEqual(["user", "assistant", "tool", "assistant"]);
});

test("with hold_reply_ms 0 a reply is stored before its calls are made", async () => {
  const steps = [{ tool_calls: [call("add", { a: 1, b: 2 })] }, { text: "three" }];
  const { commits } = await watched(steps, 0);
  const { id } = await harness.openSession();
  commits.length = 0;
  await harness.say(id);
  expect(commits.map(({ step }) => step)).toEqual([
    "message.accept",
    "turn.reply",
    "call.record",
    "turn.complete",
  ]);
});

test("C37: cancelled while its reply is held, a call that ran is on record; the reply is not", async () => {
  const steps = [{ tool_calls: [call("look_long")] }, { text: "done" }];
  const { entered } = await watched(steps, 60_000);
  const { id } = await harness.openSession();
  const said = harness.say(id);
  await entered;
  await cancelSession(harness.engine, id, OWNER);
  await said;
  const ended = async () =>
    (await harness.records()).filter(({ type }) => type === "invocation.ended");
  for (let tries = 0; tries < 100 && (await ended()).length === 0; tries++) await delay(20);
  expect(await ended()).toMatchObject([{ data: { state: "failed", error_code: "CANCELLED" } }]);
  expect(await roles(id)).toEqual(["user"]);
});
