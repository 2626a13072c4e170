import type { SourceListing } from "../../schema/source-listing.ts";

export interface ListingReader {
  list(): Promise<readonly SourceListing[]>;
}
