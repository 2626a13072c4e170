import * as z from "zod";
import { type Clock, timestamp } from "../base/clock.ts";
import type { JsonValue } from "../base/json.ts";
import type { Listings } from "../gate/catalog/catalog.ts";
import { SourcedCapability } from "../schema/sourced-capability.ts";
import type { Store } from "../stores/store.ts";

type Options = {
  readonly store: Pick<Store, "journal" | "listings">;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
};

const Capabilities = z.array(SourcedCapability);

/** The last good listings of sources, in the store. One that cannot be read is as good as none. */
export function createStoreListings({ store, clock, report }: Options): Listings {
  return {
    async load() {
      const kept = new Map<string, readonly SourcedCapability[]>();
      for (const { sourceId, capabilities } of await store.listings.list()) {
        const { success, data, error } = Capabilities.safeParse(capabilities);
        if (success) kept.set(sourceId, data);
        else
          report(new Error(`The kept listing of "${sourceId}" cannot be read.`, { cause: error }));
      }
      return kept;
    },
    async save(sourceId, given) {
      const capabilities = given as unknown as JsonValue;
      const listing = { sourceId, capabilities, listedAt: timestamp(clock.now()) };
      await store.journal.commit("listing.put", [{ type: "listing.put", listing }]);
    },
    async remove(sourceId) {
      await store.journal.commit("listing.remove", [{ type: "listing.remove", sourceId }]);
    },
  };
}
