import type { SessionArtifact } from "../api/file.ts";

export function groupArtifacts(
  items: readonly SessionArtifact[],
): Map<string, readonly SessionArtifact[]> {
  return Map.groupBy(items, ({ invocation_id }) => invocation_id);
}
