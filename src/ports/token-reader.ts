import type { Token } from "../schema/actor.ts";

export interface TokenReader {
  getByHash(hash: string): Promise<Token | undefined>;
  /** The newest token of this actor. */
  getByActor(actor: string): Promise<Token | undefined>;
}
