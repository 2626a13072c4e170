import { type Clock, timestamp } from "../../base/clock.ts";
import type { AuditEntry } from "../../schema/audit-record.ts";
import type { Change } from "../../stores/journal.ts";

type Writer = { readonly clock: Clock; readonly newId: (prefix: "aud") => string };

/** What a person did to files of a session, as records of it. A tool's call is recorded itself. */
export function fileRecords(
  { clock, newId }: Writer,
  actor: string,
  changes: readonly Change[],
): readonly Change[] {
  const ts = timestamp(clock.now());
  const record = (
    sessionId: string,
    type: "file.written" | "file.removed",
    data: AuditEntry["data"],
  ): Change => ({
    type: "audit.add",
    entry: {
      id: newId("aud"),
      stream: sessionId,
      ts,
      type,
      actor,
      sessionId,
      invocationId: null,
      toolId: null,
      data,
    },
  });
  return changes.flatMap((change) => {
    if (change.type === "file.remove") {
      return [record(change.sessionId, "file.removed", { path: change.path })];
    }
    if (change.type !== "file.put" || change.file.kind === "directory") return [];
    const { sessionId, path, digest, size } = change.file;
    return [record(sessionId, "file.written", { path, digest, size_bytes: size })];
  });
}
