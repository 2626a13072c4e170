/** An intent is a turn of a session: its id says which. */
export function intentId(sessionId: string, turn: number): string {
  return `intent_${sessionId.replace(/^session_/, "")}_${turn}`;
}

export function turnOfIntent(
  id: string,
): { readonly sessionId: string; readonly turn: number } | undefined {
  const [, session, turn] = /^intent_([A-Za-z0-9-]{1,64})_([1-9]\d{0,8})$/.exec(id) ?? [];
  return session === undefined
    ? undefined
    : { sessionId: `session_${session}`, turn: Number(turn) };
}
