import type { Listing, Page } from "../../schema/page.ts";
import type { StandingGrant } from "../../schema/standing-grant.ts";

export interface GrantReader {
  get(id: string): Promise<StandingGrant | undefined>;
  /** Newest first; those that were revoked are left out. */
  list(filter: Page & { sessionId?: string | undefined }): Promise<Listing<StandingGrant>>;
  /**
   * Those not revoked that cover this actor's calls of this tool, in this session or everywhere,
   * newest first. Whether definition, input and expiry fit is for the caller to say.
   */
  listFor(
    toolId: string,
    actor: string,
    sessionId: string | null,
  ): Promise<readonly StandingGrant[]>;
}
