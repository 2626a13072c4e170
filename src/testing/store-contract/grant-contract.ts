import { describe, expect, test } from "vitest";
import { Page } from "../../schema/page.ts";
import type { StandingGrant } from "../../schema/standing-grant.ts";
import type { Store } from "../../stores/store.ts";
import { fixtureId, fixtureTime, makeGrant } from "../fixtures.ts";

const page = Page.parse({});
const id = (n: number) => fixtureId("grant", n);
const sessionId = fixtureId("session");
const { toolId, actor } = makeGrant();

const grant = (n: number, overrides: Partial<StandingGrant> = {}) =>
  makeGrant({ id: id(n), ...overrides });

async function openWith(open: () => Promise<Store>, ...grants: StandingGrant[]): Promise<Store> {
  const store = await open();
  for (const each of grants) await add(store, each);
  return store;
}

const add = (store: Store, each: StandingGrant) =>
  store.journal.commit("test.grant", [{ type: "grant.add", grant: each }]);

const revoke = (store: Store, n: number, revokedBy = "owner") =>
  store.journal.commit("test.revoke", [
    { type: "grant.revoke", id: id(n), revokedBy, revokedAt: fixtureTime(9) },
  ]);

const ids = (grants: readonly StandingGrant[]) => grants.map((it) => it.id);

export function grantContract(open: () => Promise<Store>): void {
  describe("standing grants", () => {
    test("gives back what was added, and undefined for an unknown id", async () => {
      const exact = grant(2, {
        match: "exact",
        input: "sha256:i",
        sessionId,
        level: "admin",
        expiresAt: fixtureTime(60),
      });
      const store = await openWith(open, grant(1), exact);
      expect(await store.grants.get(id(1))).toEqual(grant(1));
      expect(await store.grants.get(id(2))).toEqual(exact);
      expect(await store.grants.get("grant_none")).toBeUndefined();
    });

    test("refuses an id that is taken", async () => {
      const store = await openWith(open, grant(1));
      await expect(add(store, grant(1))).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    });

    test("lists for a call what its actor was granted, here or everywhere, newest first", async () => {
      const store = await openWith(
        open,
        grant(2),
        grant(4, { sessionId }),
        grant(1, { expiresAt: fixtureTime(-60), match: "exact", input: "i" }),
        grant(3, { sessionId: fixtureId("session", 2) }),
        grant(5, { actor: "someone else" }),
        grant(6, { toolId: "builtin:noop:noop" }),
      );
      const listFor = async (session: string | null) =>
        ids(await store.grants.listFor(toolId, actor, session));
      expect(await listFor(sessionId)).toEqual([4, 2, 1].map(id));
      expect(await listFor(null)).toEqual([2, 1].map(id));
      expect(await listFor(fixtureId("session", 9))).toEqual([2, 1].map(id));
    });

    test("X6: a revoked grant stands for nothing, and says who revoked it", async () => {
      const store = await openWith(open, grant(1), grant(2, { sessionId }));
      await revoke(store, 1);
      await revoke(store, 2, "admin");
      const by = { revokedBy: "admin", revokedAt: fixtureTime(9) };
      expect(await store.grants.get(id(2))).toEqual(grant(2, { sessionId, ...by }));
      expect(await store.grants.listFor(toolId, actor, sessionId)).toEqual([]);
      expect(await store.grants.list(page)).toEqual({ items: [], total: 0 });
    });

    test("X6: revoking twice is a conflict, and keeps the first", async () => {
      const store = await openWith(open, grant(1));
      await revoke(store, 1);
      await expect(revoke(store, 1, "admin")).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      await expect(revoke(store, 2)).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      expect((await store.grants.get(id(1)))?.revokedBy).toBe("owner");
    });

    test("X27: lists newest first, all or of one session, page by page", async () => {
      const store = await openWith(
        open,
        grant(2, { sessionId }),
        grant(1, { sessionId }),
        grant(4),
        grant(3, { sessionId: fixtureId("session", 2) }),
      );
      const all = await store.grants.list({ limit: 3, offset: 1 });
      expect([ids(all.items), all.total]).toEqual([[3, 2, 1].map(id), 4]);
      const here = await store.grants.list({ ...page, sessionId });
      expect([ids(here.items), here.total]).toEqual([[2, 1].map(id), 2]);
    });
  });
}
