import { afterEach, describe, expect, test } from "vitest";
import { type Harness, OWNER, openHarness } from "../../../test/harness.ts";
import { answerApproval } from "../../engine/sessions/answer-approval.ts";
import type { ExecutionResult, Executor } from "../executor.ts";

let harness: Harness;
afterEach(() => harness.close());

const FREELY = "builtin:witness:append_freely";
const reference = (name: string) => `$\{secret:${name}}`;

/** An executor whose tools ask before they do something, as manifest agents do. */
function asking(answer: (confirmed: boolean) => ExecutionResult | undefined) {
  const seen: { confirmed: boolean; inputs: unknown }[] = [];
  const wrapExecutor = (executor: Executor): Executor => ({
    ...executor,
    async execute(execution) {
      const { confirmed } = execution.context;
      seen.push({ confirmed, inputs: execution.inputs });
      return answer(confirmed) ?? executor.execute(execution);
    },
  });
  return { seen, wrapExecutor };
}

const QUESTION: ExecutionResult = {
  state: "input_required",
  inputRequest: { kind: "confirmation", reason: "This overwrites notes.txt. Go on?" },
  preview: { overwrites: ["notes.txt"] },
};

describe("a tool that asks for confirmation", () => {
  test("I23, I31, X6: its question becomes an approval, with its own words and what it would do", async () => {
    const { wrapExecutor } = asking((confirmed) => (confirmed ? undefined : QUESTION));
    harness = await openHarness({ wrapExecutor });
    const outcome = await harness.invoke(FREELY, { line: "x" });
    const [approval] = await harness.pending();
    expect(outcome).toMatchObject({
      state: "input_required",
      inputRequest: { kind: "confirmation", approvalIds: [approval?.id] },
    });
    expect(approval).toMatchObject({
      level: "user",
      reason: "This overwrites notes.txt. Go on?",
      preview: { overwrites: ["notes.txt"] },
    });
    expect(await harness.store.invocations.ledger(outcome.invocationId)).toBeUndefined();
    expect(harness.lines()).toEqual([]);
  });

  test("I35, X7: runs once the approval is recorded, and is told so by nothing else", async () => {
    const { seen, wrapExecutor } = asking((confirmed) => (confirmed ? undefined : QUESTION));
    harness = await openHarness({ wrapExecutor });
    await harness.invoke(FREELY, { line: "x", confirmed: true });
    const [approval] = await harness.pending();
    const { outcome } = await answerApproval(
      harness.engine,
      approval?.id ?? "",
      { type: "run" },
      OWNER,
    );
    expect(outcome.state).toBe("completed");
    expect(seen).toEqual([
      { confirmed: false, inputs: { line: "x" } },
      { confirmed: true, inputs: { line: "x" } },
    ]);
    expect(harness.lines()).toHaveLength(1);
  });

  test("X9: one that asks again although it was confirmed is blocked", async () => {
    const { wrapExecutor } = asking(() => QUESTION);
    harness = await openHarness({ wrapExecutor });
    await harness.invoke(FREELY, { line: "x" });
    const [approval] = await harness.pending();
    const { outcome } = await answerApproval(
      harness.engine,
      approval?.id ?? "",
      { type: "run" },
      OWNER,
    );
    expect(outcome).toMatchObject({ state: "blocked", error: { code: "STATE_NOT_ALLOWED" } });
  });
});

describe("a preview", () => {
  const rehearse = async () => {
    harness = await openHarness({ permissions: { ask: ["builtin:witness:rehearse"] } });
    await harness.invoke("builtin:witness:rehearse", { line: "x" });
    const [approval] = await harness.pending();
    return approval;
  };

  test("I35, I36: a tool that has a dry run shows what it would do before anyone is asked", async () => {
    expect((await rehearse())?.preview).toEqual({ written: false });
    expect(harness.lines()).toEqual([]);
  });

  test("there is none where policy forbids even a dry run", async () => {
    harness = await openHarness({
      permissions: { ask: ["builtin:witness:rehearse"] },
      policyTexts: ["forbid (principal, action, resource) when { context.dry_run };"],
    });
    await harness.invoke("builtin:witness:rehearse", { line: "x" });
    expect((await harness.pending())[0]?.preview).toBeUndefined();
  });

  test("A107: there is none of a call that refers to a secret: nobody has approved it yet", async () => {
    const { seen, wrapExecutor } = asking(() => undefined);
    harness = await openHarness({
      permissions: { ask: ["builtin:witness:rehearse"] },
      wrapExecutor,
    });
    await harness.gate.secrets.set("LINE", "a-secret-value", ["builtin:witness:*"], []);
    await harness.invoke("builtin:witness:rehearse", { line: reference("LINE") });
    expect(await harness.pending()).toHaveLength(1);
    expect(seen).toEqual([]);
  });

  test("there is none of a tool that only says it has a dry run: it does not ship with its host", async () => {
    harness = await openHarness({ permissions: { ask: ["builtin:witness:rehearse"] } });
    const tool = harness.gate.catalog.getTool("builtin:witness:rehearse");
    Object.assign(tool ?? {}, { trust: "remote" });
    await harness.invoke("builtin:witness:rehearse", { line: "x" });
    expect((await harness.pending())[0]?.preview).toBeUndefined();
  });

  test("there is none for a tool that cannot", async () => {
    harness = await openHarness();
    await harness.invoke("builtin:witness:append", { line: "x" });
    expect((await harness.pending())[0]?.preview).toBeUndefined();
  });
});
