import type { Tool } from "../api/tool.ts";

/** Capabilities that ship and keep what they do in a session: outside of one they can only refuse. */
const IN_SESSIONS: ReadonlySet<string> = new Set([
  "session_file_system",
  "research",
  "capability_packs",
]);

export function needsSession({ source_type, source_id }: Tool): boolean {
  return source_type === "pack" || (source_type === "builtin" && IN_SESSIONS.has(source_id));
}
