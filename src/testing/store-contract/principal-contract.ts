import { describe, expect, test } from "vitest";
import type { Principal } from "../../schema/principal.ts";
import type { Store } from "../../stores/store.ts";
import {
  fixtureId,
  fixtureTime,
  makeApproval,
  makeInvocation,
  makePrincipal,
} from "../fixtures.ts";

const id = (n: number) => fixtureId("prn", n);

const person = (n: number, overrides: Partial<Principal> = {}) =>
  makePrincipal({ id: id(n), name: `person-${n}`, createdAt: fixtureTime(n), ...overrides });

const add = (store: Store, ...principals: Principal[]) =>
  store.journal.commit(
    "test.principal",
    principals.map((principal) => ({ type: "principal.add", principal })),
  );

const put = (store: Store, principal: Principal, now = fixtureTime(50)) =>
  store.journal.commit("test.put", [{ type: "principal.put", principal, now }]);

export function principalContract(open: () => Promise<Store>): void {
  describe("principals", () => {
    test("F15: the owner and the admin are there from the first start on", async () => {
      const store = await open();
      expect(await store.principals.get("prn_owner")).toMatchObject({
        ...{ name: "owner", kind: "user", state: "active", formerName: "owner" },
      });
      expect(await store.principals.get("prn_admin")).toMatchObject({ name: "admin" });
      expect(await store.principals.get("prn_none")).toBeUndefined();
      expect(await store.principals.listSplit()).toEqual([]);
    });

    test("F15: two may have one name; an id is given once", async () => {
      const store = await open();
      await add(store, person(1, { name: "ci" }), person(2, { name: "ci", kind: "service" }));
      expect(await store.principals.get(id(2))).toEqual(person(2, { name: "ci", kind: "service" }));
      await expect(add(store, person(1))).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    });

    test("a name and a state change, nothing else; of nobody it is a conflict", async () => {
      const store = await open();
      await add(store, person(1));
      await put(store, person(1, { name: "ada", state: "disabled", kind: "service" }));
      expect(await store.principals.get(id(1))).toEqual(
        person(1, { name: "ada", state: "disabled" }),
      );
      await expect(put(store, person(2))).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    });

    test("the last time somebody was seen only rises", async () => {
      const store = await open();
      await add(store, person(1));
      for (const n of [7, 3]) {
        const seen = { type: "principal.seen", id: id(1), at: fixtureTime(n) } as const;
        await store.journal.commit("test.seen", [seen]);
      }
      expect((await store.principals.get(id(1)))?.lastSeenAt).toBe(fixtureTime(7));
    });

    test("X27: lists newest first, page by page, by a part of the name", async () => {
      const store = await open();
      await add(store, person(2), person(3), person(1));
      const page = { limit: 2, offset: 0, search: "Person-" };
      const { items, total } = await store.principals.list(page);
      expect([items.map((it) => it.id), total]).toEqual([[3, 2].map(id), 3]);
      const one = await store.principals.list({ ...page, search: "person-1" });
      expect(one.items).toEqual([person(1)]);
    });

    test("what was made or changed since a time is read again", async () => {
      const store = await open();
      await add(store, person(1), person(2));
      await put(store, person(1, { name: "ada" }), fixtureTime(9));
      const since = async (n: number) =>
        (await store.principals.changedSince(fixtureTime(n)))
          .map((it) => it.id)
          .filter((it) => [id(1), id(2)].includes(it));
      expect(await since(0)).toEqual([id(2), id(1)]);
      expect(await since(3)).toEqual([id(1)]);
    });

    test("F15: the questions that wait for a disabled one are found", async () => {
      const store = await open();
      await add(store, person(1), person(2));
      for (const n of [1, 2]) {
        const invocation = makeInvocation({ id: fixtureId("inv", n), actor: id(n) });
        const approval = makeApproval({ id: fixtureId("appr", n), invocationId: invocation.id });
        await store.journal.commit("test.ask", [
          { type: "invocation.put", invocation, expect: null },
          { type: "approval.put", approval, expect: null },
        ]);
      }
      expect(await store.approvals.listOfDisabled()).toEqual([]);
      await put(store, person(2, { state: "disabled" }));
      const found = await store.approvals.listOfDisabled();
      expect(found.map((it) => it.id)).toEqual([fixtureId("appr", 2)]);
    });
  });
}
