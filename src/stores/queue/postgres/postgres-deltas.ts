import { randomUUID } from "node:crypto";
import type { Delta, Deltas, ProgressDelta } from "../deltas.ts";
import { createListeners } from "../listeners.ts";
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
export function createPostgresDeltas(
  link: Link,
  { report = () => {} }: Options = {},
): Deltas & { stop(): void } {
  const me = randomUUID();
  const listeners = createListeners<Delta | ProgressDelta>();
  const waiting = new Map<string, Delta>();
  let planned: NodeJS.Timeout | undefined;

  async function notify(...payload: unknown[]): Promise<void> {
    const text = JSON.stringify([me, ...payload]);
    await link.query("select pg_notify($1, $2)", [CHANNEL, text]).catch(report);
  }

  async function send(): Promise<void> {
    planned = undefined;
    const deltas = [...waiting.values()];
    waiting.clear();
    for (const { sessionId, turn, text } of deltas) {
      for (const piece of piecesOf(text)) await notify(sessionId, turn, piece);
    }
  }

  link.listen(CHANNEL, (payload) => {
    if (payload === undefined || listeners.size === 0) return;
    const [sender, sessionId, turn, text, progress] = JSON.parse(payload);
    if (sender === me) return;
    listeners.tell(sessionId, { sessionId, turn, ...(progress ? { progress } : { text }) });
  });

  return {
    tell(delta) {
      const { sessionId, turn } = delta;
      listeners.tell(sessionId, delta);
      if ("progress" in delta) return void notify(sessionId, turn, "", delta.progress);
      const { text } = delta;
      const before = waiting.get(sessionId);
      if (!before && waiting.size >= MAX_WAITING) return;
      waiting.set(sessionId, { sessionId, turn, text: (before?.text ?? "") + text });
      planned ??= setTimeout(() => void send(), EVERY_MS).unref();
    },
    listen: listeners.add,
    stop: () => clearTimeout(planned),
  };
}

/** No character is cut in two. */
function piecesOf(text: string): string[] {
  return text.toWellFormed().match(new RegExp(`[^]{1,${MAX_TEXT}}`, "gu")) ?? [];
}
