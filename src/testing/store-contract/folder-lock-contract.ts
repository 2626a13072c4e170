import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Store } from "../../stores/store.ts";
import { fixtureTime } from "../fixtures.ts";

const CONFLICT = { code: "STATE_CONFLICT" };

type Lock = {
  readonly root: string;
  readonly holder: string;
  readonly machine?: string;
  readonly now?: string;
  readonly expiresAt?: string;
};

const take = (store: Store, lock: Lock) =>
  store.journal.commit("test.lock", [
    {
      type: "folder_lock.take",
      machine: "here",
      now: fixtureTime(),
      expiresAt: fixtureTime(10),
      ...lock,
    },
  ]);
const release = (store: Store, root: string, holder: string) =>
  store.journal.commit("test.lock", [
    { type: "folder_lock.release", machine: "here", root, holder },
  ]);

export function folderLockContract(open: () => Promise<Store>): void {
  describe("locks of folders", () => {
    test("keep out those above and below, and nobody beside or on another machine", async () => {
      const store = await open();
      await take(store, { root: "/home/a_b/c", holder: "one" });
      for (const root of ["/home/a_b/c", "/home/a_b", "/home", "/home/a_b/c/d"]) {
        await expect(take(store, { root, holder: "other" })).rejects.toMatchObject(CONFLICT);
      }
      for (const root of ["/home/a_b/cd", "/home/axb", "/home/a_b/C", "/home/a_b/b%"]) {
        await take(store, { root, holder: "other" });
      }
      await take(store, { root: "/home/a_b", holder: "other", machine: "there" });
    });

    test("are free once their holder has given them back, and not when another says so", async () => {
      const store = await open();
      await take(store, { root: "/a", holder: "one" });
      await release(store, "/a", "other");
      await expect(take(store, { root: "/a/b", holder: "other" })).rejects.toMatchObject(CONFLICT);
      await release(store, "/a", "one");
      await take(store, { root: "/a/b", holder: "other" });
    });

    test("end by themselves unless they are renewed, and who lost one does not get it back", async () => {
      const store = await open();
      const renew = (expiresAt: string) =>
        store.journal.commit("test.lock", [
          { type: "folder_lock.renew", machine: "here", root: "/a/b", holder: "one", expiresAt },
        ]);
      const later = { holder: "other", now: fixtureTime(15), expiresAt: fixtureTime(30) };
      await take(store, { root: "/a/b", holder: "one" });
      await renew(fixtureTime(20));
      await expect(take(store, { root: "/a", ...later })).rejects.toMatchObject(CONFLICT);
      await take(store, { root: "/a", ...later, now: fixtureTime(20) });
      await renew(fixtureTime(60));
      await release(store, "/a", "other");
      await take(store, { root: "/a/b", ...later });
    });

    test("of those that are taken at once, no two overlap", async () => {
      const name = fc.constantFrom("a", "b");
      const root = fc
        .array(name, { minLength: 1, maxLength: 3 })
        .map((names) => `/${names.join("/")}`);
      await fc.assert(
        fc.asyncProperty(fc.array(root, { minLength: 2, maxLength: 8 }), async (roots) => {
          const store = await open();
          const answers = await Promise.allSettled(
            roots.map((each, n) => take(store, { root: each, holder: `${n}` })),
          );
          const taken = roots.filter((_, n) => answers[n]?.status === "fulfilled");
          expect(taken.length).toBeGreaterThan(0);
          for (const [at, one] of taken.entries()) {
            const beside = taken.filter((_, n) => n !== at);
            expect(beside.filter((other) => `${other}/`.startsWith(`${one}/`))).toEqual([]);
          }
        }),
        { numRuns: 15 },
      );
    });
  });
}
