import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Harness, openHarness } from "../../../test/harness.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { ANSWER_WITHIN_MS } from "../../schema/input-request.ts";
import type { Journal } from "../../stores/journal.ts";
import type { Answer, Executor, Question } from "../executor.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(async () => {
  vi.useRealTimers();
  await harness.close();
});

let harness: Harness;
const FREELY = "builtin:witness:append_freely";
const QUESTION: Question = { message: "How many?", fields: [{ name: "n" }], schema: {} };

/** A tool that asks this often, and what it was answered. */
async function openAsking(times: number, onCommit: Journal["commit"] = async () => {}) {
  const answers: (Answer | string)[] = [];
  const wrapExecutor = (executor: Executor): Executor => ({
    ...executor,
    async execute({ ask }) {
      for (let n = 0; n < times; n++) {
        const answer = await ask?.(QUESTION).catch((error: Error) => error.message);
        answers.push(answer ?? "nobody to ask");
      }
      return { state: "completed", outputs: {} };
    },
  });
  const store = await openTestStore();
  const commit: Journal["commit"] = async (...made) => {
    await onCommit(...made);
    return store.journal.commit(...made);
  };
  harness = await openHarness({
    wrapExecutor,
    store: { ...store, journal: { ...store.journal, commit } },
  });
  const asked = await harness.invoke(FREELY, { line: "x" });
  const id = asked.invocationId;
  const waiting = await store.invocations.get(id);
  /** As a process does it that read the question before its time was up. */
  const answerNow = async () => {
    if (!waiting) throw new Error("It does not wait.");
    const put = { type: "invocation.put", invocation: waiting, expect: "input_required" } as const;
    await store.journal.commit("test.answer", [put]);
  };
  return { answers, store, id, asked, answerNow };
}

describe("F33: a question to a person", () => {
  test("whose time is up is closed in the store, and a later answer is refused", async () => {
    const { answers, asked, answerNow } = await openAsking(1);
    expect(asked).toMatchObject({ state: "input_required", inputRequest: { kind: "fields" } });
    vi.advanceTimersByTime(ANSWER_WITHIN_MS);
    await vi.waitFor(() => expect(answers).toEqual([{ action: "cancel" }]));
    await expect(answerNow()).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    const [record] = (await harness.records()).filter(({ type }) => type === "invocation.answered");
    expect(record?.data).toMatchObject({ action: "cancel", timed_out: true });
  });

  test("that another process answers in the instant its time is up gets that answer", async () => {
    const answer = { action: "accept", inputs: { n: 3 } } as const;
    const { answers, id, store } = await openAsking(1, async (_step, changes) => {
      const [closing] = changes.flatMap((it) => (it.type === "invocation.put" ? [it] : []));
      if (!closing?.invocation.question?.answer || closing.expect !== "input_required") return;
      const { invocation } = closing;
      const answered = { ...invocation, question: { ...invocation.question, answer } };
      const put = { ...closing, invocation: answered as typeof invocation };
      await store.journal.commit("test.answer", [put]);
    });
    vi.advanceTimersByTime(ANSWER_WITHIN_MS);
    await vi.waitFor(() => expect(answers).toEqual([answer]));
    expect((await store.invocations.get(id))?.state).toBe("completed");
  });

  test("that could not be stored fails by itself: the next one is asked", async () => {
    let failures = 0;
    const { answers, asked } = await openAsking(2, async (_step, changes) => {
      const asks = changes.some(
        (it) => it.type === "invocation.put" && it.invocation.state === "input_required",
      );
      if (!asks || failures > 0) return;
      failures += 1;
      throw new Error("The disk is full.");
    });
    expect(answers).toEqual(["The disk is full."]);
    expect(asked).toMatchObject({ state: "input_required", inputRequest: { reason: "How many?" } });
  });
});
