import type { ReadBundle } from "../bundles/read-bundle.ts";
import { undeclaredImports } from "../bundles/undeclared-imports.ts";

/** Modules of `runners/` that a skill may import. */
const KIT = new Set([
  ...["capstan/skill", "capstan_skill", "runtime"],
  ...["runtime.adapter", "runtime.protocol", "runtime.state_store"],
]);

/** The part of the check that needs the code and not the contract. */
export function missingImports(read: ReadBundle): readonly string[] {
  return undeclaredImports(read, KIT);
}
