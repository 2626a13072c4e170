import type { SeenTool } from "../schema/seen-tool.ts";

export type SeenToolRow = {
  tool_id: string;
  first_digest: string;
  digest: string;
  first_seen_at: string;
  changed_at: string | null;
};

export const SEEN_TOOL_COLUMNS = [
  "tool_id",
  "first_digest",
  "digest",
  "first_seen_at",
  "changed_at",
] as const satisfies readonly (keyof SeenToolRow)[];

export function encodeSeenTool(tool: SeenTool): SeenToolRow {
  return {
    tool_id: tool.toolId,
    first_digest: tool.firstDigest,
    digest: tool.digest,
    first_seen_at: tool.firstSeenAt,
    changed_at: tool.changedAt,
  };
}

export function decodeSeenTool(row: SeenToolRow): SeenTool {
  return {
    toolId: row.tool_id,
    firstDigest: row.first_digest,
    digest: row.digest,
    firstSeenAt: row.first_seen_at,
    changedAt: row.changed_at,
  };
}
