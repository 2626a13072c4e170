import { randomUUID } from "node:crypto";
import type { Delta, Deltas } from "../../ports/deltas.ts";
import type { Link } from "./link.ts";

const CHANNEL = "capstan_deltas";
/** A notification holds 8,000 bytes. */
const MAX_TEXT = 1_500;
const EVERY_MS = 10;
const MAX_WAITING = 1_000;

type Options = { readonly report?: (error: unknown) => void };

/**
 * What a model writes in one process, for those who look on at another. What comes within a few
 * milliseconds goes together; a piece that is lost is lost: the answer itself is stored.
 */
export function createPostgresDeltas(link: Link, { report = () => {} }: Options = {}): Deltas {
  const me = randomUUID();
  const listeners = new Map<string, Set<(delta: Delta) => void>>();
  const waiting = new Map<string, Delta>();
  let isPlanned = false;

  function tellHere(delta: Delta): void {
    for (const listener of listeners.get(delta.sessionId) ?? []) listener(delta);
  }

  async function send(): Promise<void> {
    isPlanned = false;
    const deltas = [...waiting.values()];
    waiting.clear();
    for (const { sessionId, turn, text } of deltas) {
      for (let at = 0; at < text.length; at += MAX_TEXT) {
        const piece = text.slice(at, at + MAX_TEXT).toWellFormed();
        const payload = JSON.stringify([me, sessionId, turn, piece]);
        await link.query("select pg_notify($1, $2)", [CHANNEL, payload]).catch(report);
      }
    }
  }

  link.listen(CHANNEL, (payload) => {
    if (payload === undefined || listeners.size === 0) return;
    const [sender, sessionId, turn, text] = JSON.parse(payload);
    if (sender !== me) tellHere({ sessionId, turn, text });
  });

  return {
    tell(delta) {
      tellHere(delta);
      const { sessionId, turn, text } = delta;
      const before = waiting.get(sessionId);
      if (!before && waiting.size >= MAX_WAITING) return;
      waiting.set(sessionId, { sessionId, turn, text: (before?.text ?? "") + text });
      if (!isPlanned) setTimeout(() => void send(), EVERY_MS).unref();
      isPlanned = true;
    },
    listen(sessionId, listener) {
      const ofSession = listeners.get(sessionId) ?? new Set();
      listeners.set(sessionId, ofSession.add(listener));
      return () => {
        ofSession.delete(listener);
        if (ofSession.size === 0 && listeners.get(sessionId) === ofSession) {
          listeners.delete(sessionId);
        }
      };
    },
  };
}
