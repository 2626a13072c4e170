import type { Clock } from "../../../base/clock.ts";
import type { JsonObject } from "../../../base/json.ts";

export type Refusal = { readonly asked: string; readonly reason: string };

/** A server that asks without end fills no audit. */
const PAUSE_MS = 60_000;

/** Puts on record what a server was refused outside of any call: the first at once, then once a minute. */
export function recordRefusals(
  clock: Pick<Clock, "now">,
  write: (server: string, data: JsonObject) => void,
): (server: string, refusal: Refusal) => void {
  const last = new Map<string, { readonly at: number; since: number }>();
  return (server, { asked, reason }) => {
    const before = last.get(server);
    if (before && clock.now() - before.at < PAUSE_MS) {
      before.since += 1;
      return;
    }
    last.set(server, { at: clock.now(), since: 0 });
    write(server, { id: server, asked, refused: reason, times: (before?.since ?? 0) + 1 });
  };
}
