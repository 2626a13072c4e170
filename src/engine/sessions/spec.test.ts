import { afterEach, describe, expect, test } from "vitest";
import { ADMIN, type Harness, OWNER, openHarness } from "../../../test/harness.ts";
import { directCall } from "../../gate/direct-call.ts";
import { invoke } from "../../gate/invoke.ts";
import { answerApproval } from "./answer-approval.ts";
import { requireSession } from "./require-session.ts";
import { freezeSpec, putSpec } from "./spec.ts";

let harness: Harness;
afterEach(() => harness.close());

const APPEND = "builtin:witness:append";
const SPEC = { goal: "Append one line." };

const session = (id: string) => requireSession(harness.gate, id);
const write = async (id: string, content: object = SPEC) =>
  putSpec(harness.engine, await session(id), content as never, OWNER);
const freeze = async (id: string, digest?: string) =>
  freezeSpec(harness.engine, await session(id), digest, OWNER);

/** The same call, made by hand in this session. */
const call = async (id: string) =>
  invoke(
    harness.gate,
    directCall(
      harness.gate,
      { toolId: APPEND, inputs: { line: "x" }, actor: OWNER },
      await session(id),
    ),
  );

describe("a governed session", () => {
  async function governed() {
    harness = await openHarness({ profile: "governed" });
    return (await harness.openSession()).id;
  }

  test("C29, C44, X10: HIGH needs a frozen spec, and then still asks", async () => {
    const id = await governed();
    expect(await call(id)).toMatchObject({ state: "blocked", error: { code: "POLICY_DENIED" } });
    await write(id);
    expect((await call(id)).state).toBe("blocked");
    await freeze(id);
    expect((await call(id)).state).toBe("input_required");
    expect(harness.lines()).toEqual([]);
    expect(await harness.audited()).toEqual(
      expect.arrayContaining(["spec.changed", "spec.frozen", "policy.violated"]),
    );
  });

  test("C9: the call records when the spec was frozen", async () => {
    const id = await governed();
    await write(id);
    await freeze(id);
    const { invocationId } = await call(id);
    expect(await harness.store.invocations.get(invocationId)).toMatchObject({
      specFrozen: true,
      specFrozenAt: "2026-01-02T03:04:05.000Z",
    });
  });

  test("X10: a change thaws it: what was approved under the old spec no longer runs", async () => {
    const id = await governed();
    await write(id);
    await freeze(id);
    await call(id);
    const [approval] = await harness.pending();
    await write(id, { goal: "Something else." });
    const answer = answerApproval(harness.engine, approval?.id ?? "", { type: "run" }, OWNER);
    expect((await answer).outcome).toMatchObject({ state: "blocked" });
    expect(harness.lines()).toEqual([]);
  });

  test("a turn sees a spec that is thawed while it runs", async () => {
    harness = await openHarness({
      profile: "governed",
      steps: [
        { tool_calls: [{ name: "append", input: { line: "x" } }] },
        { text: "done" },
        { tool_calls: [{ name: "append", input: { line: "y" } }] },
        { text: "done" },
      ],
    });
    const { id } = await harness.openSession({}, ADMIN);
    await write(id);
    await freeze(id);
    expect((await harness.say(id)).state).toBe("input_required");
    await write(id, { goal: "Another." });
    expect((await harness.say(id, "go on")).state).toBe("completed");
    expect(harness.lines()).toEqual([]);
  });
});

describe("freezing", () => {
  test("needs a spec, and the digest that the person saw", async () => {
    harness = await openHarness();
    const { id } = await harness.openSession();
    await expect(freeze(id)).rejects.toMatchObject({ code: "SPEC_MISSING" });
    const { spec } = await write(id);
    await expect(freeze(id, "sha256:old")).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    const frozen = await freeze(id, spec?.digest);
    expect(frozen.spec).toMatchObject({ frozenBy: "prn_owner", digest: spec?.digest });
  });

  test("writing the same content again changes nothing", async () => {
    harness = await openHarness();
    const { id } = await harness.openSession();
    await write(id);
    await freeze(id);
    expect((await write(id)).spec?.frozenAt).not.toBeNull();
  });
});
