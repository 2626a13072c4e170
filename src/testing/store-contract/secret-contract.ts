import { describe, expect, test } from "vitest";
import type { SealedSecret } from "../../schema/secret.ts";
import type { Store } from "../../stores/store.ts";
import { fixtureTime, makeSecret } from "../fixtures.ts";

const put = (store: Store, secret: SealedSecret) =>
  store.journal.commit("test.secret", [{ type: "secret.put", secret }]);

const remove = (store: Store, name: string) =>
  store.journal.commit("test.remove", [{ type: "secret.remove", name }]);

export function secretContract(open: () => Promise<Store>): void {
  describe("secrets", () => {
    test("lists by name what was put, with nothing left out", async () => {
      const store = await open();
      expect(await store.secrets.list()).toEqual([]);
      const bare = makeSecret({ name: "A_KEY", tools: [], hint: null });
      await put(store, makeSecret());
      await put(store, bare);
      expect(await store.secrets.list()).toEqual([bare, makeSecret()]);
    });

    test("replaces the secret of the same name", async () => {
      const store = await open();
      await put(store, makeSecret());
      const next = makeSecret({ sealed: "other", hint: null, updatedAt: fixtureTime(9) });
      await put(store, next);
      expect(await store.secrets.list()).toEqual([next]);
    });

    test("of two that replace what they both have read, one does", async () => {
      const store = await open();
      const first = makeSecret();
      await put(store, first);
      const replace = (sealed: string) =>
        store.journal.commit("test.secret", [
          { type: "secret.put", secret: { ...first, sealed }, expect: first.sealed },
        ]);
      await replace("second");
      await expect(replace("third")).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      expect(await store.secrets.list()).toEqual([{ ...first, sealed: "second" }]);
    });

    test("removes by name; there must be one", async () => {
      const store = await open();
      await put(store, makeSecret());
      await remove(store, makeSecret().name);
      expect(await store.secrets.list()).toEqual([]);
      const again = remove(store, makeSecret().name);
      await expect(again).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    });
  });
}
