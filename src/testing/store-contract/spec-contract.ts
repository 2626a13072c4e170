import { describe, expect, test } from "vitest";
import type { Spec } from "../../schema/spec.ts";
import type { Store } from "../../stores/store.ts";
import { fixtureTime, makeMessage, makeSession, makeSpec } from "../fixtures.ts";

const sessionId = makeSession().id;

const put = (store: Store, spec: Spec, expect: Spec | null, id = sessionId) =>
  store.journal.commit("test.spec", [{ type: "spec.put", sessionId: id, spec, expect }]);

async function openWithSpec(open: () => Promise<Store>, spec: Spec | null): Promise<Store> {
  const store = await open();
  await store.journal.commit("test.session", [
    { type: "session.add", session: makeSession({ spec }) },
  ]);
  return store;
}

const first = makeSpec();
const other = makeSpec({ content: "Something else.", digest: "sha256:other" });
const frozen = makeSpec({ frozenAt: fixtureTime(5), frozenBy: "owner" });

export function specContract(open: () => Promise<Store>): void {
  describe("specs", () => {
    test("puts, replaces and freezes the spec of a session, and nothing else of it", async () => {
      const store = await openWithSpec(open, null);
      await store.journal.commit("test.accept", [
        { type: "message.accept", message: makeMessage() },
      ]);
      await put(store, other, null);
      await put(store, first, other);
      await put(store, frozen, first);
      const session = makeSession({ spec: frozen, lastTurn: 1 });
      expect(await store.sessions.get(sessionId)).toEqual(session);
    });

    test.each<{ what: string; stored: Spec | null; expected: Spec | null }>([
      { what: "there is one already", stored: first, expected: null },
      { what: "there is none", stored: null, expected: first },
      { what: "it says something else", stored: other, expected: first },
      { what: "it was frozen meanwhile", stored: frozen, expected: first },
      { what: "it was thawed meanwhile", stored: first, expected: frozen },
      {
        what: "it was thawed and frozen again meanwhile",
        stored: { ...frozen, frozenAt: fixtureTime(6) },
        expected: frozen,
      },
    ])("is a conflict when $what", async ({ stored, expected }) => {
      const store = await openWithSpec(open, stored);
      const late = put(store, makeSpec({ digest: "sha256:late" }), expected);
      await expect(late).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      expect((await store.sessions.get(sessionId))?.spec).toEqual(stored);
    });

    test("is a conflict when there is no such session", async () => {
      const store = await openWithSpec(open, null);
      const lost = put(store, first, null, "session_none");
      await expect(lost).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    });
  });
}
