import { afterEach, describe, expect, test } from "vitest";
import { answerApproval } from "../../src/engine/sessions/answer-approval.ts";
import type { Change, Durability } from "../../src/stores/journal.ts";
import type { Store } from "../../src/stores/store.ts";
import { ADMIN, type Harness, OWNER, openHarness } from "../harness.ts";
import { openApi } from "../open-api.ts";
import { openTestStore } from "../open-test-store.ts";

/** What the record says of a call, and how soon it lasts. */

let close = async () => {};
afterEach(() => close());

async function open(options: Parameters<typeof openHarness>[0] = {}): Promise<Harness> {
  const harness = await openHarness(options);
  close = () => harness.close();
  return harness;
}

const APPEND = "builtin:witness:append";
const FREELY = "builtin:witness:append_freely";

describe("the audit", () => {
  const endOf = async (harness: Harness) =>
    (await harness.records()).findLast(({ type }) => type === "invocation.ended")?.data;

  test.each(["deny", "run"] as const)("P41: names who said %s, not who called", async (type) => {
    const harness = await open();
    await harness.invoke(APPEND, { line: "x" });
    const [approval] = await harness.pending();
    await answerApproval(harness.engine, approval?.id ?? "", { type }, ADMIN);
    const answered = (await harness.records()).find((it) => it.type === "approval.answered");
    expect(answered).toMatchObject({ actor: "prn_admin", data: { approval_id: approval?.id } });
    const asked = (await harness.records()).find((it) => it.type === "approval.requested");
    expect(asked?.actor).toBe("prn_owner");
  });

  test("P41: has nobody's name on an answer that came too late", async () => {
    const harness = await open();
    await harness.invoke(APPEND, { line: "x" });
    const [approval] = await harness.pending();
    harness.clock.advance(86_400_000);
    const late = answerApproval(harness.engine, approval?.id ?? "", { type: "run" }, ADMIN);
    await expect(late).rejects.toMatchObject({ code: "APPROVAL_NOT_PENDING" });
    const expired = (await harness.records()).find(({ type }) => type === "approval.expired");
    expect(expired).toMatchObject({ actor: "system", data: { approval_id: approval?.id } });
    const stored = await harness.gate.store.approvals.get(approval?.id ?? "");
    expect(stored).toMatchObject({ state: "expired", answeredBy: "system" });
  });

  test("P41: names the approval that a call ran by, when it starts and when it ends", async () => {
    const harness = await open();
    await harness.invoke(APPEND, { line: "x" });
    const [asked] = await harness.pending();
    const answer = { type: "run" } as const;
    const { approval } = await answerApproval(harness.engine, asked?.id ?? "", answer, OWNER);
    const started = (await harness.records()).find((it) => it.type === "invocation.started");
    expect(started?.data).toMatchObject({ approval_id: approval.id });
    expect(await endOf(harness)).toMatchObject({ approval_id: approval.id });
    await harness.invoke(FREELY, { line: "x" });
    expect(await endOf(harness)).not.toHaveProperty("approval_id");
  });

  test("P41: names the files that a call has written", async () => {
    const harness = await open();
    const { id: sessionId } = await harness.openSession();
    const inputs = { path: "/notes/a.txt", content: "a" };
    await harness.invoke("builtin:session_file_system:write_file", inputs, { sessionId });
    expect(await endOf(harness)).toMatchObject({ artifacts: ["/notes/a.txt"] });
  });
});

describe("a cut of the power", () => {
  type Commit = { step: string; types: Change["type"][]; durable: Durability };

  /** A store that notes how long each commit is to last. */
  async function noting(): Promise<{ store: Store; commits: Commit[] }> {
    const inner = await openTestStore();
    const commits: Commit[] = [];
    const commit: Store["journal"]["commit"] = (step, changes, durable = "now") => {
      commits.push({ step, types: changes.map(({ type }) => type), durable });
      return inner.journal.commit(step, changes, durable);
    };
    return { store: { ...inner, journal: { ...inner.journal, commit } }, commits };
  }

  const durabilityOf = (commits: readonly Commit[], step: string) =>
    commits.filter((it) => it.step === step).map(({ durable }) => durable);

  test("X24: takes no record of an effect away, and none of what a caller was told", async () => {
    const { store, commits } = await noting();
    const steps = [{ tool_calls: [{ name: "append_freely", input: { line: "x" } }] }];
    const harness = await open({ store, steps });
    await harness.say((await harness.openSession()).id);
    await harness.invoke(FREELY, { line: "y" });
    await harness.invoke("builtin:witness:look", {});
    expect(durabilityOf(commits, "call.record")).toEqual(["now", "now", "now"]);
    expect(durabilityOf(commits, "call.claim")).toEqual(["now", "now"]);
  });

  test("brings back no approval that a message has withdrawn", async () => {
    const { store, commits } = await noting();
    const steps = [{ tool_calls: [{ name: "append", input: { line: "x" } }] }];
    const harness = await open({ store, steps });
    const { id } = await harness.openSession();
    await harness.say(id);
    await harness.say(id, "never mind");
    const withdrawing = commits.find(({ types }) =>
      ["message.accept", "approval.put"].every((type) => types.includes(type as Change["type"])),
    );
    expect(withdrawing?.durable).toBe("now");
  });

  test("S40: takes no message away that a sender was told about", async () => {
    const { store } = await noting();
    let flushed = 0;
    const flush = async () => {
      flushed += 1;
      await store.journal.flush();
    };
    const api = await openApi({
      store: { ...store, journal: { ...store.journal, flush } },
      steps: [{ text: "hello" }],
    });
    close = () => api.close();
    const { id } = await api.openSession({}, OWNER);
    const before = flushed;
    await api.post(`/v1/sessions/${id}/messages`, { content: "hi" });
    expect(flushed).toBeGreaterThan(before);
    await api.rest(id);
  });
});
