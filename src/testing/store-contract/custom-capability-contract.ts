import { describe, expect, test } from "vitest";
import type { StoredCapability } from "../../schema/custom-capability.ts";
import type { Store } from "../../stores/store.ts";

const weather: StoredCapability = {
  id: "weather",
  version: "1.0.0",
  manifest: { id: "weather", name: "Weather", tools: [] },
  createdBy: "owner",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
};

export function customCapabilityContract(open: () => Promise<Store>): void {
  describe("custom capabilities", () => {
    test("E65: are listed by id, with the manifest as it was given", async () => {
      const store = await open();
      const alarm = { ...weather, id: "alarm", manifest: { nothing: ["we", { know: null }] } };
      await store.journal.commit("test.custom", [
        { type: "capability.put", custom: weather, expect: null },
        { type: "capability.put", custom: alarm, expect: null },
      ]);
      expect(await store.customCapabilities.list()).toEqual([alarm, weather]);
    });

    test("are replaced only while they are of the version that was read", async () => {
      const store = await open();
      const next = { ...weather, version: "1.1.0", manifest: { id: "weather", tools: [1] } };
      await store.journal.commit("test.custom", [
        { type: "capability.put", custom: weather, expect: null },
      ]);
      const put = (expect: string | null) =>
        store.journal.commit("test.custom", [{ type: "capability.put", custom: next, expect }]);
      await expect(put(null)).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      await expect(put("0.9.0")).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      expect(await store.customCapabilities.list()).toEqual([weather]);
      await put("1.0.0");
      expect(await store.customCapabilities.list()).toEqual([next]);
    });

    test("are removed once", async () => {
      const store = await open();
      await store.journal.commit("test.custom", [
        { type: "capability.put", custom: weather, expect: null },
      ]);
      const remove = () =>
        store.journal.commit("test.custom", [{ type: "capability.remove", id: "weather" }]);
      await remove();
      expect(await store.customCapabilities.list()).toEqual([]);
      await expect(remove()).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    });
  });
}
