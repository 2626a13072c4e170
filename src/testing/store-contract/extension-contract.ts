import { describe, expect, test } from "vitest";
import type { Extension } from "../../schema/extension.ts";
import type { Store } from "../../stores/store.ts";
import { makeExtension } from "../fixtures.ts";

export function extensionContract(open: () => Promise<Store>): void {
  const put = (store: Store, extension: Extension, expect: string | null = null) =>
    store.journal.commit("test.extension", [{ type: "extension.put", extension, expect }]);

  describe("extensions", () => {
    test("C45: are listed by id, as they were put", async () => {
      const store = await open();
      const one = makeExtension({ warnings: ["Odd."] });
      const zip = makeExtension({ id: "a.zip", path: null, enabled: false });
      await put(store, one);
      await put(store, zip);
      expect(await store.extensions.list()).toEqual([zip, one]);
    });

    test("are enabled and disabled, and are replaced only while they have the digest that was read", async () => {
      const store = await open();
      await put(store, makeExtension());
      const disabled = makeExtension({ enabled: false });
      await put(store, disabled, "sha256:a");
      expect(await store.extensions.list()).toEqual([disabled]);
      const next = makeExtension({ digest: "sha256:b", version: "2.0.0" });
      await expect(put(store, next)).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      await expect(put(store, next, "sha256:c")).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      await put(store, next, "sha256:a");
      expect(await store.extensions.list()).toEqual([next]);
    });

    test("are removed once", async () => {
      const store = await open();
      await put(store, makeExtension());
      const remove = () =>
        store.journal.commit("test.extension", [{ type: "extension.remove", id: "demo.hello" }]);
      await remove();
      expect(await store.extensions.list()).toEqual([]);
      await expect(remove()).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    });
  });
}
