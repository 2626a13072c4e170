import { CapstanError } from "../base/errors.ts";
import type { Engine } from "../engine/engine.ts";
import { until } from "../engine/until.ts";
import type { SessionEvent } from "../schema/event.ts";
import { EventView } from "./views.ts";
import { toWire } from "./wire.ts";

const HEARTBEAT_MS = 15_000;
const BATCH = 500;

/** Server-sent events: `id` is the sequence, so a client that reconnects misses nothing. */
export async function streamEvents(
  engine: Engine,
  sessionId: string,
  lastEventId: string | null,
  signal: AbortSignal,
): Promise<Response> {
  const from = lastEventId === null ? await newest(engine, sessionId) : sequenceOf(lastEventId);
  // A client that is gone would otherwise keep its subscription until the next heartbeat.
  signal.addEventListener("abort", () => engine.signals.notify(sessionId), { once: true });
  const body = ReadableStream.from(frames(engine, sessionId, from, signal)).pipeThrough(
    new TextEncoderStream(),
  );
  return new Response(body, {
    headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
  });
}

async function* frames(
  { gate, signals }: Engine,
  sessionId: string,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { sessions } = gate.store;
  let since = from;
  yield ": connected\n\n";
  while (!signal.aborted) {
    const { items } = await sessions.events(sessionId, { since, limit: BATCH, offset: 0 });
    for (const event of items) yield frame(event);
    since = items.at(-1)?.sequence ?? since;
    if (items.length > 0) continue;
    const more = await until(signals, sessionId, HEARTBEAT_MS, async () => {
      return signal.aborted || (await sessions.lastSequence(sessionId)) > since;
    });
    if (!more) yield ": heartbeat\n\n";
  }
}

function frame(event: SessionEvent): string {
  const data = JSON.stringify(toWire(EventView, event));
  return `id: ${event.sequence}\nevent: ${event.type}\ndata: ${data}\n\n`;
}

function newest({ gate }: Engine, sessionId: string): Promise<number> {
  return gate.store.sessions.lastSequence(sessionId);
}

function sequenceOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new CapstanError("REQUEST_INVALID", '"Last-Event-ID" must be a sequence number.', {
    details: { field: "Last-Event-ID" },
  });
}
