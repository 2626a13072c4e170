import { expect, test } from "vitest";
import { createRedactor } from "../base/redaction/redactor.ts";
import type { ProgressDelta } from "../stores/queue/deltas.ts";
import { createEmbeddedDeltas } from "../stores/queue/embedded/embedded-deltas.ts";
import { makeInvocation } from "../testing/fixtures.ts";
import { createManualClock } from "../testing/manual-clock.ts";
import { createTellProgress, type ToldProgress, toldKey } from "./tell-progress.ts";

function open() {
  const told: ProgressDelta["progress"][] = [];
  const deltas = createEmbeddedDeltas();
  deltas.listen("session_1", (delta) => "progress" in delta && told.push(delta.progress));
  const redactor = createRedactor();
  redactor.register("KEY", "hunter2-is-my-secret");
  const clock = createManualClock();
  const last: ToldProgress = new Map();
  const tell = createTellProgress({ deltas, clock, redactor, told: last });
  return { told, last, clock, tell };
}

const call = makeInvocation({ id: "inv_1", toolId: "builtin:a:b", sessionId: "session_1" });
const about = { invocationId: "inv_1", toolId: "builtin:a:b" };

test("who looks on is told how far a call has come, ten times a second at most", () => {
  const { told, clock, tell } = open();
  for (let done = 0; done < 30; done++) {
    tell(call, { done, total: 30 });
    clock.advance(10);
  }
  expect(told).toEqual([0, 10, 20].map((done) => ({ ...about, done, total: 30 })));
});

test("A107: a known secret in it is hidden, and nothing that is not a number counts as one", () => {
  const { told, tell } = open();
  tell(call, { message: "uses hunter2-is-my-secret", done: Number.NaN });
  expect(told).toEqual([{ ...about, message: "uses ***REDACTED***" }]);
});

test("what a call outside a session said last is kept for who made it, by its message id", () => {
  const { told, last, clock, tell } = open();
  const outside = { ...call, sessionId: null, position: null, actor: "owner" };
  tell(outside, { done: 1 });
  expect([told, last.size]).toEqual([[], 0]);
  for (const done of [1, 2]) {
    clock.advance(200);
    tell({ ...outside, messageId: "m1" }, { done, message: "uses hunter2-is-my-secret" });
  }
  const message = "uses ***REDACTED***";
  expect([...last]).toEqual([[toldKey("owner", "m1"), { done: 2, message }]]);
});
