import { describe, expect, test } from "vitest";
import type { SourceListing } from "../../schema/source-listing.ts";
import type { Store } from "../../stores/store.ts";
import { fixtureTime } from "../fixtures.ts";

const far: SourceListing = {
  sourceId: "mcp:far",
  capabilities: [{ id: "far", tools: [] }],
  listedAt: fixtureTime(),
};

export function listingContract(open: () => Promise<Store>): void {
  describe("listings of sources", () => {
    test("C16: are listed by id, each as it was last", async () => {
      const store = await open();
      expect(await store.listings.list()).toEqual([]);
      const near = { ...far, sourceId: "folder" };
      const later = { ...far, capabilities: [], listedAt: fixtureTime(1) };
      await store.journal.commit("test.list", [
        { type: "listing.put", listing: far },
        { type: "listing.put", listing: near },
      ]);
      await store.journal.commit("test.list", [{ type: "listing.put", listing: later }]);
      expect(await store.listings.list()).toEqual([near, later]);
    });

    test("go with their source, also when there is none", async () => {
      const store = await open();
      await store.journal.commit("test.list", [{ type: "listing.put", listing: far }]);
      for (const sourceId of [far.sourceId, far.sourceId]) {
        await store.journal.commit("test.list", [{ type: "listing.remove", sourceId }]);
      }
      expect(await store.listings.list()).toEqual([]);
    });
  });
}
