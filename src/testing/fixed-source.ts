import type { Source } from "../gate/catalog/source.ts";
import type { SourcedCapability } from "../schema/sourced-capability.ts";

/** A source that lists what it is given, and is always there; `overrides` make it another. */
export function fixedSource(
  list: () => readonly SourcedCapability[],
  overrides: Partial<Source> = {},
): Source {
  return {
    id: "fixed",
    kind: "builtin",
    start() {},
    list: async () => list(),
    state: () => ({ state: "ready", error: null }),
    close: async () => {},
    ...overrides,
  };
}
