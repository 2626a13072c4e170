import type { SourceListing } from "../../schema/source-listing.ts";
import { parseStored } from "../decode-json.ts";
import { defineReplace } from "../define-writes.ts";
import { template } from "../fragment.ts";
import { selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";

type ListingRow = { source_id: string; capabilities: string; listed_at: string };

const COLUMNS = [
  "source_id",
  "capabilities",
  "listed_at",
] as const satisfies readonly (keyof ListingRow)[];

function encode(listing: SourceListing): ListingRow {
  return {
    source_id: listing.sourceId,
    capabilities: JSON.stringify(listing.capabilities),
    listed_at: listing.listedAt,
  };
}

function decode(row: ListingRow): SourceListing {
  return {
    sourceId: row.source_id,
    capabilities: parseStored(row.capabilities, "source_listings.capabilities"),
    listedAt: row.listed_at,
  };
}

const LISTINGS = { table: "source_listings", columns: COLUMNS, key: "source_id" } as const;

const replace = defineReplace(LISTINGS);
const remove = template("delete from source_listings where source_id = $1");

export const sourceListings: Table<"listing.put" | "listing.remove", "listings"> = {
  writes: {
    "listing.put": ({ listing }) => [replace(encode(listing))],
    "listing.remove": ({ sourceId }) => [
      { template: remove, values: [sourceId], row: `source_listings ${sourceId}` },
    ],
  },
  reads: (db) => ({
    listings: {
      list: db.all(selectFrom("source_listings", COLUMNS, "order by source_id"), decode),
    },
  }),
};
