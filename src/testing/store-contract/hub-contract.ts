import { describe, expect, test } from "vitest";
import type { Change } from "../../stores/journal.ts";
import type { Store } from "../../stores/store.ts";
import { makeHubInstall, makePinnedKey, makeStoredHub } from "../make-hub.ts";

const CONFLICT = { code: "STATE_CONFLICT" };

export function hubContract(open: () => Promise<Store>): void {
  const commit = (store: Store, ...changes: Change[]) => store.journal.commit("test.hub", changes);

  describe("what is known of hubs", () => {
    test("the last serial of a hub is replaced only by who has read it", async () => {
      const store = await open();
      const [one, two] = [makeStoredHub(), makeStoredHub({ serial: 4, etag: null, index: "[]" })];
      const other = makeStoredHub({
        url: "https://another.example",
        serial: 9_007_199_254_740_991,
      });
      await commit(store, { type: "hub.put", hub: one, expect: null });
      await commit(store, { type: "hub.put", hub: other, expect: null });
      const late: Change = { type: "hub.put", hub: two, expect: 2 };
      await expect(commit(store, late)).rejects.toMatchObject(CONFLICT);
      await expect(commit(store, { ...late, expect: null })).rejects.toMatchObject(CONFLICT);
      await commit(store, { ...late, expect: 3 });
      expect(await store.hub.hubs()).toEqual([other, two]);
    });

    test("a pinned key is replaced only by who has read it, and forgotten once", async () => {
      const store = await open();
      const [one, next] = [makePinnedKey(), makePinnedKey({ key: "ed25519:b" })];
      await commit(store, { type: "hub_key.put", pinned: one, expect: null });
      const replace: Change = { type: "hub_key.put", pinned: next, expect: "ed25519:x" };
      await expect(commit(store, replace)).rejects.toMatchObject(CONFLICT);
      await commit(store, { ...replace, expect: "ed25519:a" });
      expect(await store.hub.keys()).toEqual([next]);
      const forget: Change = { type: "hub_key.remove", publisher: "acme" };
      await commit(store, forget);
      expect(await store.hub.keys()).toEqual([]);
      await expect(commit(store, forget)).rejects.toMatchObject(CONFLICT);
    });

    test("what was installed is listed by id, replaced only by who has read it, and removed once", async () => {
      const store = await open();
      const one = makeHubInstall({ permissions: ["network"] });
      const unsigned = makeHubInstall({ id: "acme/aged", fingerprint: null, update: "2.0.0" });
      const next = makeHubInstall({ version: "2.0.0", digest: "sha256:b", withdrawn: "Broken." });
      await commit(store, { type: "hub_install.put", install: one, expect: null });
      await commit(store, { type: "hub_install.put", install: unsigned, expect: null });
      expect(await store.hub.installs()).toEqual([unsigned, one]);
      const replace: Change = { type: "hub_install.put", install: next, expect: "sha256:x" };
      await expect(commit(store, replace)).rejects.toMatchObject(CONFLICT);
      await expect(commit(store, { ...replace, expect: null })).rejects.toMatchObject(CONFLICT);
      await commit(store, { ...replace, expect: "sha256:a" });
      const remove: Change = { type: "hub_install.remove", id: "acme/aged" };
      await commit(store, remove);
      expect(await store.hub.installs()).toEqual([next]);
      await expect(commit(store, remove)).rejects.toMatchObject(CONFLICT);
    });
  });
}
