import type { QueryClient } from "@tanstack/react-query";
import type { Draft } from "./draft.ts";

const keyOf = (sessionId: string) => ["first-message", sessionId];

/** What a new session begins with: sent by its page, which then sees the answer from its first word. */
export function leaveFirstMessage(queries: QueryClient, sessionId: string, draft: Draft): void {
  queries.setQueryData(keyOf(sessionId), draft);
}

export function takeFirstMessage(queries: QueryClient, sessionId: string): Draft | undefined {
  const draft = queries.getQueryData<Draft>(keyOf(sessionId));
  queries.removeQueries({ queryKey: keyOf(sessionId) });
  return draft;
}
