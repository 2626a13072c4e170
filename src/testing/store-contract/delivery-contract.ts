import { describe, expect, test } from "vitest";
import type { Delivery } from "../../schema/delivery.ts";
import type { Change } from "../../stores/journal.ts";
import type { Store } from "../../stores/store.ts";
import { fixtureId, fixtureTime, makeDelivery } from "../fixtures.ts";

const id = (n: number) => fixtureId("dlv", n);

const delivery = (n: number, dueIn = 0) => makeDelivery({ id: id(n), dueAt: fixtureTime(dueIn) });

const keyOf = (n: number) => ({ id: id(n), sessionId: delivery(n).sessionId });

const commit = (store: Store, ...changes: Change[]) =>
  store.journal.commit("test.delivery", changes);

const add = (store: Store, ...deliveries: Delivery[]) =>
  commit(store, ...deliveries.map((each): Change => ({ type: "delivery.add", delivery: each })));

const due = async (store: Store, seconds: number) =>
  (await store.deliveries.listDue(fixtureTime(seconds))).map((it) => it.id);

export function deliveryContract(open: () => Promise<Store>): void {
  describe("deliveries", () => {
    test("lists what is due at or before a moment, oldest first", async () => {
      const store = await open();
      expect(await due(store, 0)).toEqual([]);
      await add(store, delivery(2), delivery(1), delivery(4, 10), delivery(3, 11));
      expect(await due(store, 10)).toEqual([1, 2, 4].map(id));
      expect(await store.deliveries.listDue(fixtureTime(0))).toEqual([delivery(1), delivery(2)]);
    });

    test("lists at most 100 at once", async () => {
      const store = await open();
      await add(store, ...Array.from({ length: 101 }, (_, n) => delivery(n)));
      expect(await due(store, 0)).toHaveLength(100);
    });

    test("a failed attempt is put back for later", async () => {
      const store = await open();
      await add(store, delivery(1));
      const later = { ...delivery(1, 30), attempts: 1 };
      await commit(store, { type: "delivery.put", delivery: later, expect: 0 });
      expect(await due(store, 29)).toEqual([]);
      expect(await store.deliveries.listDue(fixtureTime(30))).toEqual([later]);
    });

    test("of two that attempted the same, one conflicts", async () => {
      const store = await open();
      await add(store, delivery(1));
      const put: Change = {
        type: "delivery.put",
        delivery: { ...delivery(1), attempts: 1 },
        expect: 0,
      };
      await commit(store, put);
      await expect(commit(store, put)).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    });

    test("what was delivered is removed, once or twice", async () => {
      const store = await open();
      await add(store, delivery(1), delivery(2));
      await commit(store, { type: "delivery.remove", ...keyOf(1) });
      await commit(store, { type: "delivery.remove", ...keyOf(1) });
      expect(await due(store, 0)).toEqual([id(2)]);
    });

    test("refuses an id that is taken", async () => {
      const store = await open();
      await add(store, delivery(1));
      await expect(add(store, delivery(1))).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    });
  });
}
