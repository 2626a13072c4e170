import type { AwaitedCall } from "../../schema/awaited-call.ts";

export interface AwaitedCallReader {
  /** The oldest first. */
  list(digest: string): Promise<readonly AwaitedCall[]>;
}
