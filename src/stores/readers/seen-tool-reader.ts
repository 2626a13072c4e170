import type { SeenTool } from "../../schema/seen-tool.ts";

export interface SeenToolReader {
  /** All tools that were ever in the catalog, by id. */
  list(): Promise<readonly SeenTool[]>;
}
