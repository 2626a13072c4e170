import type { Token } from "../../schema/actor.ts";
import type { Listing, Page } from "../../schema/page.ts";

/** Also returns tokens that expired or were revoked: whoever asks looks at both. */
export interface TokenReader {
  getByHash(hash: string): Promise<Token | undefined>;
  /** The newest token of this principal that was not revoked. */
  getByPrincipal(principalId: string): Promise<Token | undefined>;
  get(id: string): Promise<Token | undefined>;
  /** Newest first. */
  list(page: Page): Promise<Listing<Token>>;
}
