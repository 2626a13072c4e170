import type { Takeover } from "../../schema/takeover.ts";

export interface TakeoverReader {
  /** The newest of this session. */
  get(sessionId: string): Promise<Takeover | undefined>;
}
