import type * as z from "zod";
import { CapstanError } from "../base/errors.ts";
import type { Engine } from "../engine/engine.ts";
import { createWaker } from "../engine/waker.ts";
import type { SessionEvent } from "../schema/event.ts";
import type { Delta, ProgressDelta } from "../stores/queue/deltas.ts";
import { EventView, type ModelTextView } from "./views.ts";
import { toWire } from "./wire.ts";

type ModelText = z.infer<typeof ModelTextView>;

export const HEARTBEAT_MS = 15_000;
const BATCH = 500;
const MAX_WAITING = 1_000;

type StreamOptions = {
  readonly heartbeatMs?: number;
  /** Asked now and then: false ends the stream. */
  readonly mayGoOn?: () => Promise<boolean>;
};

/** How long a stream may outlive the token that it was opened with. */
const CHECK_MS = 2_000;

/** Server-sent events: `id` is the sequence, so a client that reconnects misses nothing. */
export async function streamEvents(
  engine: Engine,
  sessionId: string,
  lastEventId: string | null,
  signal: AbortSignal,
  { heartbeatMs = HEARTBEAT_MS, mayGoOn = async () => true }: StreamOptions = {},
): Promise<Response> {
  const from = lastEventId === null ? await newest(engine, sessionId) : sequenceOf(lastEventId);
  return new Response(bytesOf(frames(engine, sessionId, from, signal, { heartbeatMs, mayGoOn })), {
    headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
  });
}

const encoder = new TextEncoder();

/** By hand: piped through a TextEncoderStream, every piece waits for two more streams. */
function bytesOf(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await texts.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await texts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

async function* frames(
  { gate, signals, deltas, partialAnswers }: Engine,
  sessionId: string,
  from: number,
  signal: AbortSignal,
  { heartbeatMs, mayGoOn }: Required<StreamOptions>,
): AsyncGenerator<string> {
  const { sessions } = gate.store;
  const waker = createWaker();
  const written: (Delta | ProgressDelta)[] = [];
  /** Pieces of an answer come by the dozen, and none of them is a reason to look into the store. */
  let mayHaveGrown = true;
  const ends = [
    signals.subscribe(sessionId, () => {
      mayHaveGrown = true;
      // Who looks on waits until what follows from the commit is under way: a model is asked first.
      setImmediate(waker.wake);
    }),
    deltas.listen(sessionId, (delta) => {
      // Who reads too slowly misses pieces of what is being written, and nothing that is stored.
      if (written.push(delta) > MAX_WAITING) written.shift();
      waker.wake();
    }),
  ];
  // Read in the same moment in which it begins to listen: no piece is missed or sent twice.
  const begun = partialAnswers.get(sessionId);
  signal.addEventListener("abort", waker.wake, { once: true });
  try {
    let since = from;
    let beatAt = performance.now();
    yield ": connected\n\n";
    if (begun) yield textFrame("model.written", begun);
    let checkedAt = 0;
    while (!signal.aborted) {
      if (performance.now() - checkedAt > CHECK_MS) {
        if (!(await mayGoOn())) return;
        checkedAt = performance.now();
      }
      if (written.length > 0) {
        yield written
          .splice(0)
          .map((delta) =>
            "progress" in delta ? progressFrame(delta) : textFrame("model.delta", delta),
          )
          .join("");
      }
      if (mayHaveGrown) {
        mayHaveGrown = false;
        const { items } = await sessions.events(sessionId, { since, limit: BATCH, offset: 0 });
        if (items.length > 0) yield items.map(frame).join("");
        since = items.at(-1)?.sequence ?? since;
        mayHaveGrown ||= items.length === BATCH;
      }
      if (mayHaveGrown || written.length > 0) continue;
      if (await waker.next(Math.min(heartbeatMs, CHECK_MS))) continue;
      if (performance.now() - beatAt < heartbeatMs) continue;
      mayHaveGrown = true;
      beatAt = performance.now();
      yield ": heartbeat\n\n";
    }
  } finally {
    for (const end of ends) end();
  }
}

/**
 * Without an id: neither is listed, and a client that reconnects is not sent a delta again.
 * `model.written` is all of the answer so far, and takes the place of what a client has of it.
 */
function textFrame(type: ModelText["type"], { turn, text }: Delta): string {
  const data: ModelText = { type, turn, data: { text }, text };
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

function progressFrame({ turn, progress }: ProgressDelta): string {
  const { invocationId, toolId, ...rest } = progress;
  const type = "tool.progress";
  const data = { invocation_id: invocationId, tool_id: toolId, ...rest };
  return `event: ${type}\ndata: ${JSON.stringify({ type, turn, data })}\n\n`;
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
