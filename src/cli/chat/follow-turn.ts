import { isJsonObject, type JsonObject } from "../../base/json.ts";
import type { Client } from "../client.ts";
import type { Line } from "../line.ts";
import type { ServerEvent } from "../receive-events.ts";

const ENDS: ReadonlySet<string> = new Set(["turn.completed", "turn.failed", "turn.waiting"]);
const RECONNECT_MS = 500;
const MAX_RECONNECTS = 20;

/** What is done with each event, and when none comes any more. */
export type Show = {
  event(event: ServerEvent, data: JsonObject): void;
  /** Something of our own, in between. */
  note(line: Line): void;
  end(): void;
};

/** Shows what happens in a session, as it happens, and reconnects without missing anything. */
export function createFollower(
  client: Client,
  show: Show,
  { sessionId, from, signal }: { sessionId: string; from: number; signal: AbortSignal },
) {
  let seen = from;

  /** Until the turn ends or waits, somebody leaves, or `over` is aborted. */
  return async function followTurn(turn: number, over: AbortSignal): Promise<void> {
    const either = AbortSignal.any([signal, over]);
    for (let attempt = 0; attempt < MAX_RECONNECTS; attempt++) {
      try {
        for await (const event of client.events(sessionId, String(seen), either)) {
          const data: unknown = JSON.parse(event.data);
          if (!isJsonObject(data)) continue;
          show.event(event, data);
          if (event.id !== undefined) seen = Number(event.id);
          if (ENDS.has(event.type) && Number(data.turn) >= turn) return show.end();
        }
      } catch (error) {
        if (attempt === MAX_RECONNECTS - 1) throw error;
      }
      if (either.aborted) return show.end();
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    }
  };
}
