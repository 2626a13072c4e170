import { describe, expect, test } from "vitest";
import type { Token } from "../../schema/actor.ts";
import { Page } from "../../schema/page.ts";
import type { Store } from "../../stores/store.ts";
import { fixtureId, fixtureTime, makeToken } from "../fixtures.ts";

const id = (n: number) => fixtureId("token", n);

const token = (n: number, overrides: Partial<Token> = {}) =>
  makeToken({ id: id(n), hash: `hash-${n}`, ...overrides });

const add = (store: Store, ...tokens: Token[]) =>
  store.journal.commit(
    "test.token",
    tokens.map((each) => ({ type: "token.add", token: each })),
  );

const revoke = (store: Store, n: number, revokedAt = fixtureTime(9)) =>
  store.journal.commit("test.revoke", [{ type: "token.revoke", id: id(n), revokedAt }]);

export function tokenContract(open: () => Promise<Store>): void {
  describe("tokens", () => {
    test("returns undefined for an unknown hash, principal or id", async () => {
      const store = await open();
      expect(await store.tokens.getByHash("none")).toBeUndefined();
      expect(await store.tokens.getByPrincipal("none")).toBeUndefined();
      expect(await store.tokens.get("token_none")).toBeUndefined();
    });

    test("X36: finds a token with its scopes by its hash and by its id", async () => {
      const store = await open();
      const expiring = token(2, { scopes: [], expiresAt: fixtureTime(60) });
      await add(store, makeToken(), expiring);
      expect(await store.tokens.getByHash(makeToken().hash)).toEqual(makeToken());
      expect(await store.tokens.get(expiring.id)).toEqual(expiring);
    });

    test("finds the newest token of a principal", async () => {
      const store = await open();
      await add(store, token(2), token(1), token(3, { principalId: "prn_admin" }));
      expect(await store.tokens.getByPrincipal("prn_owner")).toEqual(token(2));
    });

    test("refuses a hash that is taken", async () => {
      const store = await open();
      await add(store, makeToken());
      const again = add(store, makeToken({ id: id(2) }));
      await expect(again).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    });

    test("X36: a revoked token is still found, and says when, but is not the principal's any more", async () => {
      const store = await open();
      await add(store, token(1), token(2), token(3));
      await revoke(store, 3);
      const revoked = token(3, { revokedAt: fixtureTime(9) });
      expect(await store.tokens.getByHash(revoked.hash)).toEqual(revoked);
      expect(await store.tokens.get(revoked.id)).toEqual(revoked);
      expect(await store.tokens.getByPrincipal("prn_owner")).toEqual(token(2));
      await revoke(store, 1);
      await revoke(store, 2);
      expect(await store.tokens.getByPrincipal("prn_owner")).toBeUndefined();
    });

    test("X36: revoking twice is a conflict, and keeps the first time", async () => {
      const store = await open();
      await add(store, token(1));
      await revoke(store, 1);
      const again = revoke(store, 1, fixtureTime(10));
      await expect(again).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      expect((await store.tokens.get(id(1)))?.revokedAt).toBe(fixtureTime(9));
      await expect(revoke(store, 2)).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    });

    test("X27: lists newest first, page by page, and counts all, revoked ones too", async () => {
      const store = await open();
      await add(store, token(2), token(3), token(1));
      await revoke(store, 2);
      const { items, total } = await store.tokens.list(Page.parse({ limit: 2 }));
      expect(items.map((it) => it.id)).toEqual([3, 2].map(id));
      expect(total).toBe(3);
      const rest = await store.tokens.list(Page.parse({ offset: 2 }));
      expect([rest.items, rest.total]).toEqual([[token(1)], 3]);
    });
  });
}
