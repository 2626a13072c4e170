import { afterEach, describe, expect, test } from "vitest";
import { ADMIN, type Harness, OWNER, openHarness } from "../../../test/harness.ts";
import { isSuspended } from "../../gate/approvals/find-grant.ts";
import { revokeGrant } from "../../gate/approvals/revoke-grant.ts";
import type { Actor } from "../../schema/actor.ts";
import type { Remember } from "../../schema/standing-grant.ts";
import { makeGrant } from "../../testing/fixtures.ts";
import { answerApproval } from "./answer-approval.ts";

let harness: Harness;
afterEach(() => harness.close());

const APPEND = "builtin:witness:append";
const CRITICAL = "builtin:witness:append_critical";
const ALWAYS: Remember = { scope: "always", match: "tool" };

/** Asks once about a call, and answers it so that the answer is remembered. */
async function remembered(
  remember: Remember,
  { toolId = APPEND, by = OWNER, sessionId = null as string | null } = {},
) {
  await harness.invoke(toolId, { line: "first" }, { sessionId });
  const [approval] = await harness.pending();
  if (!approval) throw new Error("Nothing was asked.");
  await answerApproval(harness.engine, approval.id, { type: "run", remember }, by);
  const { items } = await harness.store.grants.list({ limit: 10, offset: 0 });
  const [grant] = items;
  if (!grant) throw new Error("Nothing was remembered.");
  return grant;
}

const stateOf = async (line: string, more: Parameters<Harness["invoke"]>[2] = {}) =>
  (await harness.invoke(APPEND, { line }, more)).state;

describe("a remembered answer", () => {
  test("X6: for the whole tool lets later calls run, and the audit names it", async () => {
    harness = await openHarness();
    const grant = await remembered(ALWAYS);
    expect(await stateOf("second")).toBe("completed");
    expect(harness.lines()).toHaveLength(2);
    const started = (await harness.records()).findLast((it) => it.type === "invocation.started");
    expect(started?.data).toMatchObject({ grant_id: grant.id, effect: "ask" });
    expect(await harness.audited()).toContain("grant.created");
  });

  test("X8: leaves nothing to say of a change in a question that it does not fit", async () => {
    harness = await openHarness();
    await remembered({ scope: "always", match: "exact" });
    expect(await stateOf("other")).toBe("input_required");
    const [approval] = await harness.pending();
    expect(approval).not.toHaveProperty("changed");
  });

  test("X6: for one input fits that input only", async () => {
    harness = await openHarness();
    await remembered({ scope: "always", match: "exact" });
    expect(await stateOf("first")).toBe("completed");
    expect(await stateOf("other")).toBe("input_required");
  });

  test("X6: of a session fits in that session only", async () => {
    harness = await openHarness();
    const [here, there] = [await harness.openSession(), await harness.openSession()];
    await remembered({ scope: "session", match: "tool" }, { sessionId: here.id });
    expect(await stateOf("x", { sessionId: here.id })).toBe("completed");
    expect(await stateOf("x", { sessionId: there.id })).toBe("input_required");
    expect(await stateOf("x")).toBe("input_required");
  });

  test("covers the calls of the actor it was given for, and nobody else's", async () => {
    harness = await openHarness();
    await remembered(ALWAYS);
    const actor: Actor = { id: "prn_agent-7", scopes: ["invoke"] };
    expect(await stateOf("x", { actor })).toBe("input_required");
  });

  test("ends when it expires, and when a person revokes it", async () => {
    harness = await openHarness();
    await remembered({ ...ALWAYS, expiresInS: 60 });
    harness.clock.advance(59_000);
    expect(await stateOf("x")).toBe("completed");
    harness.clock.advance(1_000);
    expect(await stateOf("x")).toBe("input_required");

    const grant = await remembered(ALWAYS);
    await revokeGrant(harness.gate, grant.id, OWNER);
    expect(await stateOf("x")).toBe("input_required");
    expect(await harness.audited()).toContain("grant.revoked");
    await expect(revokeGrant(harness.gate, grant.id, OWNER)).rejects.toMatchObject({
      code: "GRANT_NOT_FOUND",
    });
  });

  test("X8: A99, A120: is suspended when the tool's definition changes, and the question says so", async () => {
    harness = await openHarness();
    await remembered(ALWAYS);
    const tool = harness.gate.catalog.getTool(APPEND);
    Object.assign(tool ?? {}, { digest: "sha256:other" });
    expect(await stateOf("x")).toBe("input_required");
    expect(await harness.pending()).toMatchObject([{ changed: ["definition"] }]);
    expect(harness.lines()).toHaveLength(1);
    const grant = makeGrant({ definition: "sha256:other" });
    expect(isSuspended(tool, grant)).toBe(false);
    expect(isSuspended(undefined, grant)).toBe(true);
  });

  test("A120: cannot be made under the profile strict, and does not count there", async () => {
    harness = await openHarness();
    await remembered(ALWAYS);
    const strict = await harness.openSession({ profile: "strict" });
    expect(await stateOf("x", { sessionId: strict.id, profile: "strict" })).toBe("input_required");
    const [approval] = await harness.pending();
    expect(approval).not.toHaveProperty("changed");
    const answer = { type: "run", remember: ALWAYS } as const;
    const id = approval?.id ?? "";
    await expect(answerApproval(harness.engine, id, answer, OWNER)).rejects.toMatchObject({
      code: "GRANT_REFUSED",
    });
    expect(await harness.pending()).toHaveLength(1);
    expect(harness.lines()).toHaveLength(1);
  });

  test("of a user does not stand for an admin's", async () => {
    harness = await openHarness({ profile: "auto" });
    await remembered(ALWAYS, { toolId: CRITICAL, by: ADMIN });
    expect((await harness.invoke(CRITICAL, { line: "x" })).state).toBe("completed");
    const { items } = await harness.store.grants.list({ limit: 10, offset: 0 });
    expect(items).toMatchObject([{ level: "admin", createdBy: "prn_admin" }]);
  });

  test("outside a session cannot be remembered for a session", async () => {
    harness = await openHarness();
    await expect(remembered({ scope: "session", match: "tool" })).rejects.toMatchObject({
      code: "GRANT_REFUSED",
    });
    expect(harness.lines()).toEqual([]);
  });

  test("A100: of one tool covers no other", async () => {
    harness = await openHarness();
    await remembered(ALWAYS);
    expect((await harness.invoke(CRITICAL, { line: "x" })).state).toBe("input_required");
  });
});

describe("four eyes", () => {
  const fourEyes = `
    @id("four_eyes")
    @reason("Nobody approves their own call.")
    forbid (principal, action, resource)
    when { context has approver && context.approver == principal };`;

  test("X6: nobody approves their own call; another person does", async () => {
    harness = await openHarness({ policyTexts: [fourEyes] });
    await harness.invoke(APPEND, { line: "x" });
    const [approval] = await harness.pending();
    const id = approval?.id ?? "";
    await expect(answerApproval(harness.engine, id, { type: "run" }, OWNER)).rejects.toMatchObject({
      code: "APPROVER_REFUSED",
      message: "Nobody approves their own call.",
    });
    expect(await harness.pending()).toHaveLength(1);
    const { outcome } = await answerApproval(harness.engine, id, { type: "run" }, ADMIN);
    expect(outcome.state).toBe("completed");
  });
});
