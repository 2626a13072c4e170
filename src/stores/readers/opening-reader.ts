import type { Opening } from "../../schema/opening.ts";

export interface OpeningReader {
  /** All of them, by id. */
  list(): Promise<readonly Opening[]>;
}
