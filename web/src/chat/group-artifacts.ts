import type { Artifact } from "../api/outcome.ts";

export function groupArtifacts(items: readonly Artifact[]): Map<string, readonly Artifact[]> {
  return Map.groupBy(items, ({ invocation_id }) => invocation_id ?? "");
}
