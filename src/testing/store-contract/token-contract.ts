import { describe, expect, test } from "vitest";
import type { Store } from "../../ports/store.ts";
import type { Token } from "../../schema/actor.ts";
import { fixtureId, makeToken } from "../fixtures.ts";

const add = (store: Store, token: Token) =>
  store.journal.commit("test.token", [{ type: "token.add", token }]);

export function tokenContract(open: () => Promise<Store>): void {
  describe("tokens", () => {
    test("returns undefined for an unknown hash or actor", async () => {
      const store = await open();
      expect(await store.tokens.getByHash("none")).toBeUndefined();
      expect(await store.tokens.getByActor("none")).toBeUndefined();
    });

    test("X36: finds a token with its scopes by its hash", async () => {
      const store = await open();
      await add(store, makeToken());
      expect(await store.tokens.getByHash(makeToken().hash)).toEqual(makeToken());
    });

    test("finds the newest token of an actor", async () => {
      const store = await open();
      const newest = makeToken({ id: fixtureId("token", 2), hash: "second" });
      await add(store, newest);
      await add(store, makeToken({ id: fixtureId("token", 1), hash: "first" }));
      await add(store, makeToken({ id: fixtureId("token", 3), hash: "other", actor: "admin" }));
      expect(await store.tokens.getByActor("owner")).toEqual(newest);
    });

    test("refuses a hash that is taken", async () => {
      const store = await open();
      await add(store, makeToken());
      const again = add(store, makeToken({ id: fixtureId("token", 2) }));
      await expect(again).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    });
  });
}
