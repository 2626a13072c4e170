import type { QueryClient } from "@tanstack/react-query";

const keyOf = (sessionId: string) => ["first-message", sessionId];

/** What a new session begins with: sent by its page, which then sees the answer from its first word. */
export function leaveFirstMessage(queries: QueryClient, sessionId: string, content: string): void {
  queries.setQueryData(keyOf(sessionId), content);
}

export function takeFirstMessage(queries: QueryClient, sessionId: string): string | undefined {
  const content = queries.getQueryData<string>(keyOf(sessionId));
  queries.removeQueries({ queryKey: keyOf(sessionId) });
  return content;
}
