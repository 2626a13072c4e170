import type { ToolName } from "../../schema/tool-name.ts";

export interface ToolNameReader {
  /** Every name that was ever given. */
  list(): Promise<readonly ToolName[]>;
}
