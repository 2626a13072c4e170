import { describe, expect, test } from "vitest";
import { eraseBody, erasureDigest } from "../../base/erased-body.ts";
import type { Change } from "../../ports/journal.ts";
import type { Store } from "../../ports/store.ts";
import {
  fixtureId,
  fixtureTime,
  makeApproval,
  makeAuditEntry,
  makeContext,
  makeEvent,
  makeFact,
  makeGrant,
  makeInvocation,
  makeMessage,
  makeSession,
} from "../fixtures.ts";

const SESSION = fixtureId("session");
const OTHER = fixtureId("session", 2);
const record = (n: number, stream: string): Change => ({
  type: "audit.add",
  entry: makeAuditEntry({
    id: fixtureId("aud", n),
    stream,
    sessionId: stream,
    invocationId: stream === SESSION ? fixtureId("inv") : null,
    data: { said: "in confidence" },
  }),
});

async function openWith(open: () => Promise<Store>): Promise<Store> {
  const store = await open();
  await store.journal.commit("test.session", [
    { type: "session.add", session: makeSession() },
    { type: "session.add", session: makeSession({ id: OTHER }) },
    { type: "message.accept", message: makeMessage({ turn: 1 }) },
    { type: "event.add", event: makeEvent() },
    {
      type: "invocation.put",
      invocation: makeInvocation({ sessionId: SESSION }),
      expect: null,
    },
    { type: "approval.put", approval: makeApproval({ sessionId: SESSION }), expect: null },
    { type: "grant.add", grant: makeGrant({ sessionId: SESSION }) },
    { type: "context.put", context: makeContext({ sessionId: SESSION }), expect: null },
    { type: "fact.put", fact: makeFact() },
    record(1, SESSION),
    record(2, SESSION),
    record(3, OTHER),
  ]);
  return store;
}

async function erasure(store: Store): Promise<Change[]> {
  const bodies = (await store.audit.range(SESSION, 1, 2)).map(({ body }) => eraseBody(body));
  const data = { session_id: SESSION, records: 2, digest: erasureDigest(bodies) };
  return [
    { type: "session.erase", sessionId: SESSION, records: 2 },
    {
      type: "audit.add",
      entry: makeAuditEntry({
        id: fixtureId("aud", 9),
        stream: "system",
        sessionId: null,
        type: "session.erased",
        data,
      }),
    },
  ];
}

export function erasureContract(open: () => Promise<Store>): void {
  describe("the erasure of a session", () => {
    test("leaves nothing of it but the frames of its records, and every chain valid", async () => {
      const store = await openWith(open);
      await store.journal.commit("session.erase", await erasure(store));
      const page = { limit: 10, offset: 0 };
      expect(await store.sessions.get(SESSION)).toBeUndefined();
      expect((await store.sessions.messages(SESSION, page)).items).toEqual([]);
      expect((await store.sessions.events(SESSION, { ...page, since: 0 })).items).toEqual([]);
      expect(await store.invocations.get(fixtureId("inv"))).toBeUndefined();
      expect(await store.approvals.get(fixtureId("appr"))).toBeUndefined();
      expect(await store.contexts.get("ctx")).toBeUndefined();
      expect(await store.contexts.facts("ctx", fixtureTime())).toEqual([]);
      const { items } = await store.audit.list({ ...page, sessionId: SESSION });
      expect(items).toHaveLength(2);
      for (const item of items) expect(item).toMatchObject({ data: {}, erased: true });
      expect((await store.audit.list({ ...page, sessionId: OTHER })).items[0]?.data).not.toEqual(
        {},
      );
      expect(await store.audit.verify(() => true)).toMatchObject({ ok: true, records: 4 });
    });

    test("in secret is found", async () => {
      const store = await openWith(open);
      const [erase] = await erasure(store);
      await store.journal.commit("session.erase", erase ? [erase] : []);
      const { ok, firstBad } = await store.audit.verify(() => true);
      expect(ok).toBe(false);
      expect(firstBad).toMatchObject({
        stream: SESSION,
        reason: expect.stringContaining("erased"),
      });
    });

    test("conflicts with a record that its writer has not seen, and with another erasure", async () => {
      const store = await openWith(open);
      const changes = await erasure(store);
      await store.journal.commit("test.record", [record(4, SESSION)]);
      const late = store.journal.commit("session.erase", changes);
      await expect(late).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      expect(await store.sessions.get(SESSION)).toBeDefined();
      const gone = store.journal.commit("session.erase", [
        { type: "session.erase", sessionId: "session_none", records: 0 },
      ]);
      await expect(gone).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    });
  });
}
