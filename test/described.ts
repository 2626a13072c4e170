import { describeBuiltin } from "../src/features/builtin/describe-builtin.ts";
import type { BuiltinCapability } from "../src/features/builtin-capability.ts";
import { describeCapability } from "../src/gate/catalog/describe-capability.ts";

/** A built-in as the catalog lists it. */
export function described(builtin: BuiltinCapability) {
  const source = { id: "builtin", kind: "builtin" } as const;
  const { capability, entries } = describeCapability(source, describeBuiltin(builtin));
  return { capability, tools: entries.map(({ tool }) => tool) };
}
