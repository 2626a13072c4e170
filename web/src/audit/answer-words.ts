import type { AuditRecord } from "../api/audit.ts";
import { answerNote } from "../base/answer-note.ts";

/** Who answered a question, and how: a client that declines may have asked no person. */
export function answerWords({ actor, data }: Pick<AuditRecord, "actor" | "data">): string {
  if (data.client !== undefined) return `The client “${String(data.client)}” declined.`;
  return answerNote(data.answer) || `${actor.name} said: ${String(data.state)}.`;
}
