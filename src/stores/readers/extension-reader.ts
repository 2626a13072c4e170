import type { Extension } from "../../schema/extension.ts";

export interface ExtensionReader {
  /** By id. */
  list(): Promise<readonly Extension[]>;
}
