import type { Engine } from "../engine.ts";

export type SessionArtifact = {
  readonly path: string;
  readonly mime: string | null;
  readonly sizeBytes: number | null;
  readonly invocationId: string;
  readonly toolId: string;
  readonly createdAt: string;
};

const PAGE = 2_000;

/** What the calls of a session have made, in order; of what was made again, the last. */
export async function sessionArtifacts(
  { gate }: Engine,
  sessionId: string,
): Promise<SessionArtifact[]> {
  const made = new Map<string, SessionArtifact>();
  for (let since = 0; ; ) {
    const { items } = await gate.store.sessions.events(sessionId, {
      since,
      limit: PAGE,
      offset: 0,
    });
    for (const { type, ts, data } of items) {
      if (type !== "artifact.created") continue;
      const path = String(data.path);
      made.delete(path);
      made.set(path, {
        path,
        mime: typeof data.mime === "string" ? data.mime : null,
        sizeBytes: typeof data.size_bytes === "number" ? data.size_bytes : null,
        invocationId: String(data.invocation_id),
        toolId: String(data.tool_id),
        createdAt: ts,
      });
    }
    const last = items.at(-1);
    if (!last || items.length < PAGE) return [...made.values()];
    since = last.sequence;
  }
}
