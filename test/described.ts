import { describeCapability } from "../src/catalog/describe-capability.ts";
import type { BuiltinCapability } from "../src/ports/builtin-capability.ts";
import { describeBuiltin } from "../src/sources/builtin/describe-builtin.ts";

/** A built-in as the catalog lists it. */
export function described(builtin: BuiltinCapability) {
  const source = { id: "builtin", kind: "builtin" } as const;
  const { capability, entries } = describeCapability(source, describeBuiltin(builtin));
  return { capability, tools: entries.map(({ tool }) => tool) };
}
