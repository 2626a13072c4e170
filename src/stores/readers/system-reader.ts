import type { Halt } from "../../schema/halt.ts";

/** What there is one of. */
export interface SystemReader {
  halt(): Promise<Halt | undefined>;
  /** A line that a part of the system left for its next start. */
  note(name: string): Promise<string | undefined>;
}
