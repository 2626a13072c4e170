import { describe, expect, test } from "vitest";
import { timestamp } from "../../base/clock.ts";
import { createIds } from "../../base/ids.ts";
import type { AuditEntry } from "../../schema/audit-record.ts";
import type { Change } from "../../stores/journal.ts";
import { MOST_READ } from "../../stores/readers/work-reader.ts";
import type { Store } from "../../stores/store.ts";
import * as make from "../fixtures.ts";

const { fixtureId, makeApproval, makeAuditEntry, makeEvent, makeMessage, makeSession } = make;

const BEFORE = Date.parse("2026-03-01T09:00:00.000Z");
const SINCE = timestamp(BEFORE + 1);
const NOW = BEFORE + 60_000;
const usage = { inputTokens: 5, outputTokens: 2 };

const sessionId = fixtureId("session");

async function openWith(open: () => Promise<Store>, changes: readonly Change[]): Promise<Store> {
  const store = await open();
  await store.journal.commit("test.work", [
    { type: "session.add", session: makeSession({ id: sessionId }) },
    ...changes,
  ]);
  return store;
}

export function workContract(open: () => Promise<Store>): void {
  describe("past work", () => {
    test("F73: begins and ends of turns since a time, ascending, and no other events", async () => {
      const at = (ms: number, type: "turn.started" | "turn.completed" | "tool.started") =>
        ({ type: "event.add", event: makeEvent({ sessionId, type, ts: timestamp(ms) }) }) as const;
      const store = await openWith(open, [
        at(BEFORE, "turn.completed"),
        at(NOW, "turn.started"),
        at(NOW, "tool.started"),
        at(NOW, "turn.completed"),
      ]);
      expect(await store.work.turns(SINCE)).toEqual([
        { sessionId, type: "turn.started", ts: timestamp(NOW) },
        { sessionId, type: "turn.completed", ts: timestamp(NOW) },
      ]);
    });

    test("F73: what the answers of models used, with its cost where that is known", async () => {
      const at = (position: number, ms: number, more: Parameters<typeof makeMessage>[0]) => {
        const place = { id: fixtureId("msg", position), sessionId, turn: 1, position };
        const message = makeMessage({ ...place, createdAt: timestamp(ms), ...more });
        return { type: "message.add", message } as const;
      };
      const store = await openWith(open, [
        at(0, NOW, {}),
        at(1, BEFORE, { role: "assistant", usage }),
        at(2, NOW, { role: "assistant", usage }),
        at(3, NOW, { role: "assistant", usage: { ...usage, cost: 0.5 } }),
      ]);
      const replies = await store.work.replies(SINCE);
      expect(replies.toSorted((a, b) => (a.cost ?? 0) - (b.cost ?? 0))).toEqual([
        { ts: timestamp(NOW), ...usage },
        { ts: timestamp(NOW), ...usage, cost: 0.5 },
      ]);
    });

    test("F73: approvals that were asked for since a time, and when a person answered", async () => {
      const put = (ms: number, more: Parameters<typeof makeApproval>[0]) => {
        const createdAt = timestamp(ms);
        const approval = makeApproval({ id: createIds(() => ms)("appr"), createdAt, ...more });
        return { type: "approval.put", approval, expect: null } as const;
      };
      const answeredAt = timestamp(NOW + 5);
      const store = await openWith(open, [
        put(BEFORE, {}),
        put(NOW, { state: "denied", answeredAt }),
        put(NOW + 1, { state: "expired", answeredAt }),
        put(NOW + 2, {}),
      ]);
      const questions = await store.work.questions(SINCE);
      expect(questions.toSorted((a, b) => (a.askedAt < b.askedAt ? -1 : 1))).toEqual([
        { askedAt: timestamp(NOW), answeredAt },
        { askedAt: timestamp(NOW + 1), answeredAt: null },
        { askedAt: timestamp(NOW + 2), answeredAt: null },
      ]);
    });

    test("F73: executed calls since a time, with how they ended", async () => {
      const add = (n: number, ms: number, more: Parameters<typeof makeAuditEntry>[0]) => {
        const entry = makeAuditEntry({ id: fixtureId("aud", n), ts: timestamp(ms), ...more });
        return { type: "audit.add", entry } as const;
      };
      const ended = (toolId: string, data: AuditEntry["data"]) =>
        ({ type: "invocation.ended", toolId, data }) as const;
      const outputs = { text: '"state":"failed"},"id":"aud_', state: "blocked", nul: "\u0000" };
      const store = await openWith(open, [
        add(1, BEFORE, ended("ext:a:old", { state: "completed" })),
        add(2, NOW, { type: "invocation.started", toolId: "ext:a:one", data: {} }),
        add(3, NOW, ended("ext:a:one", { outputs, state: "completed", tool_digest: "sha256:a" })),
        add(4, NOW, ended("ext:a:two", { state: "timeout", tainted: true })),
        add(5, NOW, ended("ext:a:six", {})),
      ]);
      const calls = await store.work.calls(SINCE);
      expect(calls.toSorted((a, b) => (a.toolId < b.toolId ? -1 : 1))).toEqual([
        { toolId: "ext:a:one", state: "completed" },
        { toolId: "ext:a:six", state: "completed" },
        { toolId: "ext:a:two", state: "timeout" },
      ]);
    });

    test("F73: a store without any work has none, and reads are bounded", async () => {
      const store = await open();
      const { work } = store;
      const all = [work.turns, work.replies, work.questions, work.calls];
      expect(await Promise.all(all.map((read) => read(SINCE)))).toEqual([[], [], [], []]);
      const questions = Array.from({ length: MOST_READ + 1 }, (_, n) => ({
        type: "approval.put" as const,
        approval: makeApproval({ id: createIds(() => NOW + n)("appr") }),
        expect: null,
      }));
      await store.journal.commit("test.work", questions);
      expect(await work.questions(SINCE)).toHaveLength(MOST_READ);
    }, 60_000);
  });
}
