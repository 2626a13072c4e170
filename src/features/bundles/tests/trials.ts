import type { Call } from "../../../gate/call.ts";
import type { CatalogEntry } from "../../../gate/catalog/catalog-entry.ts";

/**
 * What the folder that is tested brings, by the session of its test: tools under the ids that they
 * would have if it were installed, so that policy says of them what it says of those. Only this
 * process knows them. Elsewhere, and after the test, such an id is what the catalog has of it, which
 * no approval of a trial is bound to.
 */
export type Trials = Map<string, readonly CatalogEntry[]>;

export function trialEntry(
  trials: ReadonlyMap<string, readonly CatalogEntry[]>,
  { sessionId, toolId }: Pick<Call, "sessionId" | "toolId">,
): CatalogEntry | undefined {
  if (sessionId === null) return undefined;
  return trials.get(sessionId)?.find(({ tool }) => tool.toolId === toolId);
}

/** The test that a call belongs to, if it is one of a tool that is tried. */
export function testOf(
  trials: ReadonlyMap<string, readonly CatalogEntry[]>,
  call: Pick<Call, "sessionId" | "toolId">,
): object | undefined {
  return trialEntry(trials, call) && trials.get(call.sessionId ?? "");
}
