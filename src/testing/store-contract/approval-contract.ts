import { describe, expect, test } from "vitest";
import type { Approval, ApprovalState } from "../../schema/approval.ts";
import { Page } from "../../schema/page.ts";
import type { Store } from "../../stores/store.ts";
import { fixtureId, fixtureTime, makeApproval } from "../fixtures.ts";

const page = Page.parse({});
const id = (n: number) => fixtureId("appr", n);

const put = (store: Store, approval: Approval, expect: ApprovalState | null) =>
  store.journal.commit("test.approval", [{ type: "approval.put", approval, expect }]);

async function openWith(open: () => Promise<Store>, ...approvals: Approval[]): Promise<Store> {
  const store = await open();
  for (const approval of approvals) await put(store, approval, null);
  return store;
}

const ids = (approvals: readonly Approval[]) => approvals.map((approval) => approval.id);

export function approvalContract(open: () => Promise<Store>): void {
  describe("approvals", () => {
    test("returns undefined for what is unknown", async () => {
      const store = await open();
      expect(await store.approvals.get("appr_none")).toBeUndefined();
      expect(await store.approvals.getByInvocation("inv_none")).toBeUndefined();
    });

    test("X8: gives back the binding, and what changed", async () => {
      const plain = makeApproval({ id: id(1) });
      const changed = makeApproval({
        id: id(2),
        level: "admin",
        sessionId: fixtureId("session"),
        sideEffectTags: [],
        inputs: [1, "two", null],
        changed: ["input", "access"],
      });
      const store = await openWith(open, plain, changed);
      expect(await store.approvals.get(plain.id)).toEqual(plain);
      expect(await store.approvals.get(changed.id)).toEqual(changed);
    });

    test("X8: gives back who changed the input, also when that comes with the answer", async () => {
      const edited = { by: "owner", inputs: { path: "/as-asked" } };
      const answered = makeApproval({ state: "approved", inputs: { path: "/changed" }, edited });
      const store = await openWith(open, makeApproval());
      await put(store, answered, "pending");
      expect(await store.approvals.get(answered.id)).toEqual(answered);
    });

    test("F68: gives back the reason of a denial", async () => {
      const denied = makeApproval({ state: "denied", denialReason: "Bob has moved." });
      const store = await openWith(open, makeApproval());
      await put(store, denied, "pending");
      expect(await store.approvals.get(denied.id)).toEqual(denied);
    });

    test.each([{ would: ["delete /a.txt"] }, "nothing", null])(
      "gives back the preview %j",
      async (preview) => {
        const store = await openWith(open, makeApproval({ preview }));
        expect(await store.approvals.get(makeApproval().id)).toEqual(makeApproval({ preview }));
      },
    );

    test("X8: one of two answers wins, the other is a conflict", async () => {
      const store = await openWith(open, makeApproval());
      const answered = { answeredBy: "owner", answeredAt: fixtureTime(1) };
      const approved = makeApproval({ state: "approved", ...answered });
      await put(store, approved, "pending");
      const denied = put(store, makeApproval({ state: "denied" }), "pending");
      await expect(denied).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      expect(await store.approvals.get(approved.id)).toEqual(approved);
    });

    test("refuses an id that is taken", async () => {
      const store = await openWith(open, makeApproval());
      const again = put(store, makeApproval(), null);
      await expect(again).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    });

    test("finds the newest approval of a call", async () => {
      const store = await openWith(
        open,
        makeApproval({ id: id(2) }),
        makeApproval({ id: id(1) }),
        makeApproval({ id: id(3), invocationId: fixtureId("inv", 2) }),
      );
      expect((await store.approvals.getByInvocation(fixtureId("inv")))?.id).toBe(id(2));
    });

    test("X27: lists newest first, by state, by session and by both", async () => {
      const sessionId = fixtureId("session");
      const store = await openWith(
        open,
        makeApproval({ id: id(2), sessionId }),
        makeApproval({ id: id(1), sessionId, state: "denied" }),
        makeApproval({ id: id(4), sessionId }),
        makeApproval({ id: id(3) }),
      );
      const list = async (filter: { state?: ApprovalState; sessionId?: string }) => {
        const { items, total } = await store.approvals.list({ ...page, ...filter });
        expect(total).toBe(items.length);
        return ids(items);
      };
      expect(await list({})).toEqual([4, 3, 2, 1].map(id));
      expect(await list({ state: "pending" })).toEqual([4, 3, 2].map(id));
      expect(await list({ state: "denied" })).toEqual([1].map(id));
      expect(await list({ sessionId })).toEqual([4, 2, 1].map(id));
      expect(await list({ state: "pending", sessionId })).toEqual([4, 2].map(id));
      const second = await store.approvals.list({ limit: 1, offset: 1, state: "pending" });
      expect([ids(second.items), second.total]).toEqual([[id(3)], 3]);
    });

    test("lists as expired what is pending at or past its time, oldest first", async () => {
      const store = await openWith(
        open,
        makeApproval({ id: id(2), expiresAt: fixtureTime(20) }),
        makeApproval({ id: id(1), expiresAt: fixtureTime(10) }),
        makeApproval({ id: id(3), expiresAt: fixtureTime(21) }),
        makeApproval({ id: id(4), expiresAt: fixtureTime(5), state: "used" }),
      );
      expect(ids(await store.approvals.listExpired(fixtureTime(20)))).toEqual([1, 2].map(id));
      expect(await store.approvals.listExpired(fixtureTime(9))).toEqual([]);
    });

    test("lists at most 100 expired approvals at once", async () => {
      const store = await open();
      const many = Array.from({ length: 101 }, (_, n) => makeApproval({ id: id(n) }));
      await store.journal.commit(
        "test.many",
        many.map((approval) => ({ type: "approval.put", approval, expect: null })),
      );
      const expired = await store.approvals.listExpired(fixtureTime(60));
      expect([expired.length, expired[0]?.id]).toEqual([100, id(0)]);
    });
  });
}
