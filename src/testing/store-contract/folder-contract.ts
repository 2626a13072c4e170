import { describe, expect, test } from "vitest";
import type { InstalledFolder } from "../../schema/installed-folder.ts";
import type { Store } from "../../stores/store.ts";
import { makeFolder, makePack } from "../make-folder.ts";

export function folderContract(open: () => Promise<Store>): void {
  const put = (store: Store, folder: InstalledFolder, expect: string | null = null) =>
    store.journal.commit("test.folder", [{ type: "folder.put", folder, expect }]);

  describe("installed folders", () => {
    test("are listed by id, as they were put", async () => {
      const store = await open();
      const one = makeFolder({ warnings: ["Odd."] });
      const zip = makeFolder({
        id: "agent:zip",
        kind: "agent",
        path: null,
        origin: "remote",
        enabled: false,
      });
      await put(store, one);
      await put(store, zip);
      expect(await store.folders.list()).toEqual([zip, one]);
      expect(await store.folders.list("skill")).toEqual([one]);
    });

    test("P14: keep what only their kind says", async () => {
      const store = await open();
      const about = { entryDoc: "a.md", allowedTools: ["Read"], hasToolsJson: true };
      const pack = makePack({ about });
      await put(store, pack);
      expect(await store.folders.list("pack")).toEqual([pack]);
      const next = { ...pack, digest: "sha256:b", about: { ...about, allowedTools: null } };
      await put(store, next, "sha256:a");
      expect(await store.folders.list()).toEqual([next]);
    });

    test("are enabled and disabled, and are replaced only while they have the digest that was read", async () => {
      const store = await open();
      await put(store, makeFolder());
      const disabled = makeFolder({ enabled: false });
      await put(store, disabled, "sha256:a");
      expect(await store.folders.list()).toEqual([disabled]);
      const next = makeFolder({ digest: "sha256:b", version: "2.0.0" });
      await expect(put(store, next)).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      await expect(put(store, next, "sha256:c")).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      await put(store, next, "sha256:a");
      expect(await store.folders.list()).toEqual([next]);
    });

    test("are removed once", async () => {
      const store = await open();
      await put(store, makeFolder());
      const remove = () =>
        store.journal.commit("test.folder", [{ type: "folder.remove", id: "skill:hello" }]);
      await remove();
      expect(await store.folders.list()).toEqual([]);
      await expect(remove()).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    });
  });
}
