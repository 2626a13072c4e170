import { describe, expect, test } from "vitest";
import type { Delegation } from "../../schema/delegation.ts";
import type { Store } from "../../stores/store.ts";
import { fixtureTime } from "../fixtures.ts";
import { makeDelegation } from "../make-delegation.ts";

export function delegationContract(open: () => Promise<Store>): void {
  describe("delegations", () => {
    const put = (store: Store, delegation: Delegation, expect: number | null) =>
      store.journal.commit("test.delegate", [{ type: "delegation.put", delegation, expect }]);

    test("X33: are put in the version that was read, and listed until they are over", async () => {
      const store = await open();
      const first = makeDelegation({ updatedAt: fixtureTime(1) });
      const second = makeDelegation({ id: "dlg_2", parentInvocation: "inv_1", owner: "one" });
      await put(store, first, null);
      await put(store, second, null);
      expect(await store.delegations.get(first.id)).toEqual(first);
      expect(await store.delegations.listOpen()).toEqual([second, first]);
      expect(await store.delegations.listOf("ctx")).toEqual([first, second]);
      await expect(put(store, { ...first, version: 2 }, 7)).rejects.toMatchObject({
        code: "STATE_CONFLICT",
      });
      await put(store, { ...first, state: "delivered", version: 2 }, 1);
      expect(await store.delegations.listOpen()).toEqual([second]);
    });

    test("X33: move with the turn that they belong to, unless they are over", async () => {
      const store = await open();
      const first = makeDelegation();
      await put(store, first, null);
      const move = (delegation: Delegation) =>
        store.journal.commit("test.delegate", [{ type: "delegation.move", delegation }]);
      const answered: Delegation = {
        ...first,
        state: "answered",
        childState: "completed",
        result: "sealed",
        updatedAt: fixtureTime(2),
      };
      await move(answered);
      expect(await store.delegations.get(first.id)).toEqual({ ...answered, version: 2 });
      await move({ ...answered, state: "delivered", result: null });
      await move(answered);
      expect(await store.delegations.get(first.id)).toMatchObject({
        state: "delivered",
        result: null,
      });
    });
  });
}
