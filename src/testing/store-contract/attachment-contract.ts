import { describe, expect, test } from "vitest";
import type { Attachment } from "../../schema/attachment.ts";
import type { Store } from "../../stores/store.ts";
import { fixtureTime, makeSession } from "../fixtures.ts";

const one: Attachment = {
  attachedAt: fixtureTime(),
  attachedBy: "owner",
  capabilityId: "pack:one",
};
const other: Attachment = { ...one, capabilityId: "pack:other" };

export function attachmentContract(open: () => Promise<Store>): void {
  async function openWith(attachments: readonly Attachment[]): Promise<Store> {
    const store = await open();
    await store.journal.commit("test.session", [
      { type: "session.add", session: makeSession({ attachments }) },
    ]);
    return store;
  }
  const sessionId = makeSession().id;
  const put = (store: Store, attachments: Attachment[], expected: Attachment[]) =>
    store.journal.commit("test.attach", [
      { type: "attachments.put", sessionId, attachments, expect: expected },
    ]);

  describe("attachments of a session", () => {
    test("X15: are put, and nothing else of the session changes; a move leaves them alone", async () => {
      const store = await openWith([]);
      const before = await store.sessions.get(sessionId);
      await put(store, [one, other], []);
      await put(store, [other], [one, other]);
      await store.journal.commit("test.move", [
        { type: "session.move", session: makeSession({ version: 2 }), expect: 1 },
      ]);
      expect(await store.sessions.get(sessionId)).toEqual({
        ...before,
        version: 2,
        attachments: [other],
      });
    });

    test("X15: are a conflict when they are others than their writer read", async () => {
      const store = await openWith([one]);
      await expect(put(store, [other], [])).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      expect((await store.sessions.get(sessionId))?.attachments).toEqual([one]);
    });
  });
}
