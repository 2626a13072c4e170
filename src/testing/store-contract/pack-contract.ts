import { describe, expect, test } from "vitest";
import type { Pack } from "../../schema/pack.ts";
import type { Store } from "../../stores/store.ts";
import { makePack } from "../fixtures.ts";

export function packContract(open: () => Promise<Store>): void {
  const put = (store: Store, pack: Pack, expect: string | null = null) =>
    store.journal.commit("test.pack", [{ type: "pack.put", pack, expect }]);

  describe("packs", () => {
    test("P14: are listed by id, as they were put", async () => {
      const store = await open();
      const one = makePack({ hasToolsJson: true, allowedTools: ["Read"], warnings: ["Odd."] });
      const zip = makePack({ id: "brand", path: null, wantedEntryDoc: "a.md" });
      await put(store, one);
      await put(store, zip);
      expect(await store.packs.list()).toEqual([zip, one]);
    });

    test("are replaced only while they have the digest that was read", async () => {
      const store = await open();
      await put(store, makePack());
      const next = makePack({ digest: "sha256:b", description: "Other." });
      await expect(put(store, next)).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      await expect(put(store, next, "sha256:c")).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      await put(store, next, "sha256:a");
      expect(await store.packs.list()).toEqual([next]);
    });

    test("are removed once", async () => {
      const store = await open();
      await put(store, makePack());
      const remove = () => store.journal.commit("test.pack", [{ type: "pack.remove", id: "csv" }]);
      await remove();
      expect(await store.packs.list()).toEqual([]);
      await expect(remove()).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    });
  });
}
