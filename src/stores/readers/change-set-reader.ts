import type { ChangeSet } from "../../schema/change-set.ts";
import type { Listing, Page } from "../../schema/page.ts";

export interface ChangeSetReader {
  get(id: string): Promise<ChangeSet | undefined>;
  /** By id, without those that are not there. */
  byIds(ids: readonly string[]): Promise<readonly ChangeSet[]>;
  /** By when each was applied, or else made: the newest first, and with `since` none from before. */
  list(
    filter: Page & {
      sessionId?: string | undefined;
      actor?: string | undefined;
      since?: string | undefined;
    },
  ): Promise<Listing<ChangeSet>>;
  /** Those of a machine that a crash may have interrupted, in their order. */
  applying(machine: string): Promise<readonly ChangeSet[]>;
}
