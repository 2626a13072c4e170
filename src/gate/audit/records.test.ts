import { afterEach, describe, expect, test } from "vitest";
import { type Harness, OWNER, openHarness } from "../../../test/harness.ts";
import { answerApproval } from "../../engine/sessions/answer-approval.ts";
import { makePolicy } from "../../testing/make-policy.ts";

let harness: Harness;
afterEach(() => harness.close());

const APPEND = "builtin:witness:append";
const dataOf = async (type: string) =>
  (await harness.records()).find((record) => record.type === type)?.data;

describe("what the audit says of a call", () => {
  test("C5, C25, P41: asked, answered, started and ended, with inputs, rule and answer", async () => {
    harness = await openHarness();
    await harness.invoke(APPEND, { line: "x" });
    const [approval] = await harness.pending();
    await answerApproval(harness.engine, approval?.id ?? "", { type: "run" }, OWNER);
    expect(await harness.audited()).toEqual([
      "approval.requested",
      "approval.answered",
      "invocation.started",
      "invocation.ended",
    ]);
    expect(await dataOf("approval.requested")).toMatchObject({
      approval_id: approval?.id,
      effect: "ask",
      rule: "profile.risk.HIGH",
      inputs: { line: "x" },
      profile: "risk",
      scopes: ["invoke", "approve"],
    });
    expect(await dataOf("approval.answered")).toMatchObject({ state: "approved" });
    expect(await dataOf("invocation.started")).toMatchObject({ approval_id: approval?.id });
  });

  test("C37: of a HIGH call also what it answered; of a lesser one not", async () => {
    harness = await openHarness({ profile: "auto" });
    await harness.invoke(APPEND, { line: "x" });
    expect(await dataOf("invocation.ended")).toMatchObject({ outputs: { written: true } });
    await harness.invoke("builtin:witness:look", {});
    const last = (await harness.records()).at(-1);
    expect(last?.data).not.toHaveProperty("outputs");
  });

  test("S43, X23: secrets in inputs are redacted in the record, and the digest says so", async () => {
    harness = await openHarness();
    const line = "password=hunter2hunter2";
    await harness.invoke("builtin:witness:append_freely", { line });
    const data = await dataOf("invocation.started");
    expect(JSON.stringify(data)).not.toContain("hunter2");
    expect(harness.lines()[0]).toContain(line);
  });

  test("X22, X24: is written whatever else is kept, and long inputs keep their ends", async () => {
    harness = await openHarness();
    const line = `begin ${"x".repeat(5_000)} end`;
    await harness.invoke("builtin:witness:append_freely", { line });
    const data = await dataOf("invocation.started");
    const said = JSON.stringify(data?.inputs);
    expect(said.length).toBeLessThan(1_000);
    expect(said).toMatch(/begin x+…\[\d+ more characters\]…x+ end/);
  });

  test("C31: the effects that occurred are named", async () => {
    harness = await openHarness({ profile: "auto" });
    await harness.invoke(APPEND, { line: "x" });
    expect(await dataOf("invocation.ended")).toMatchObject({ side_effects: ["fs.write"] });
  });
});

describe("a shadow policy", () => {
  test("C4: decides nothing; where it differs, the record says what it would have said", async () => {
    harness = await openHarness({
      shadow: makePolicy(() => ({ effect: "deny", reason: "No.", rule: "draft.no" })),
    });
    const outcome = await harness.invoke("builtin:test_math:add", { a: 1, b: 2 });
    expect(outcome.state).toBe("completed");
    expect(await dataOf("invocation.ended")).toMatchObject({
      effect: "allow",
      shadow: { effect: "deny", rule: "draft.no", policy_version: "test" },
    });
  });

  test("C4: that agrees leaves no trace", async () => {
    harness = await openHarness({
      shadow: makePolicy(() => ({ effect: "allow", reason: "Yes.", rule: "draft.yes" })),
    });
    await harness.invoke("builtin:test_math:add", { a: 1, b: 2 });
    expect(await dataOf("invocation.ended")).not.toHaveProperty("shadow");
  });
});

describe("policy of its own accord", () => {
  test("C27, C28: allows nothing that no rule permits", async () => {
    harness = await openHarness({ profile: "strict" });
    expect((await harness.invoke("builtin:test_math:add", { a: 1, b: 2 })).state).toBe(
      "input_required",
    );
  });

  test("X18: what is HIGH and built in follows the profile: auto lets it run", async () => {
    harness = await openHarness({ profile: "auto" });
    expect((await harness.invoke(APPEND, { line: "x" })).state).toBe("completed");
  });

  test("C31: rules about effects bind", async () => {
    harness = await openHarness({
      profile: "auto",
      policyTexts: [
        `forbid (principal, action, resource) when { resource.effects.contains("fs.write") };`,
      ],
    });
    expect((await harness.invoke(APPEND, { line: "x" })).state).toBe("blocked");
    expect((await harness.invoke("builtin:witness:look", {})).state).toBe("completed");
  });
});

describe("S53, S54: writers", () => {
  test("S53: state what they read: a second writer is refused", async () => {
    harness = await openHarness();
    const session = await harness.openSession();
    const moved = { ...session, version: session.version + 1, title: "mine" };
    const change = { type: "session.move", session: moved, expect: session.version } as const;
    await harness.gate.store.journal.commit("test.move", [change]);
    await expect(harness.gate.store.journal.commit("test.move", [change])).rejects.toMatchObject({
      code: "STATE_CONFLICT",
    });
  });

  test("S54: a repeated message id answers what the first one answered", async () => {
    harness = await openHarness();
    const call = () =>
      harness.invoke("builtin:witness:append_freely", { line: "x" }, { messageId: "m1" });
    const first = await call();
    expect(await call()).toEqual(first);
    expect(harness.lines()).toHaveLength(1);
  });
});

test("A107: a secret on the edge of what is clipped leaves no half of itself", async () => {
  harness = await openHarness();
  const secret = "tail-of-a-very-secret-value";
  harness.gate.redactor.register("S", secret);
  const line = `${"x".repeat(600 - 10)}${secret}${"y".repeat(1_000)}`;
  await harness.invoke("builtin:witness:append_freely", { line });
  expect(JSON.stringify(await dataOf("invocation.started"))).not.toContain("tail-of");
});
