import type { ModelText, SessionEvent, ToolProgress } from "./event.ts";
import { parseFrames } from "./parse-frames.ts";
import { ProblemError } from "./problem-error.ts";
import { send } from "./request.ts";

/** Where the stream is; null: only what is new. Whoever learns of a later place moves it on. */
export type Cursor = { last: number | null };

type Handlers = {
  readonly onEvent: (event: SessionEvent | ModelText | ToolProgress) => void;
  readonly onConnected: (connected: boolean) => void;
};

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 3_000;
const CONNECT_MS = 15_000;
/** The server sends a heartbeat every 15 s; a connection that is silent for longer is dead. */
const SILENCE_MS = 40_000;

/** Follows a session until the signal ends it: reconnects by itself, and misses nothing stored. */
export async function followSession(
  id: string,
  cursor: Cursor,
  { onEvent, onConnected }: Handlers,
  signal: AbortSignal,
): Promise<void> {
  let wait = FIRST_WAIT_MS;
  while (!signal.aborted) {
    try {
      const silence = new AbortController();
      const ended = AbortSignal.any([signal, silence.signal]);
      const late = setTimeout(() => silence.abort(), CONNECT_MS);
      const response = await send("GET /v1/sessions/:id/events/stream", {
        params: { id },
        signal: ended,
        deadlineMs: Number.POSITIVE_INFINITY,
        ...(cursor.last !== null && { headers: { "last-event-id": String(cursor.last) } }),
      }).finally(() => clearTimeout(late));
      if (!response.body) return;
      onConnected(true);
      wait = FIRST_WAIT_MS;
      const pieces = watched(response.body.pipeThrough(new TextDecoderStream()), () =>
        silence.abort(),
      );
      for await (const { id: sequence, data } of parseFrames(pieces)) {
        if (sequence !== null) cursor.last = Number(sequence);
        onEvent(data as SessionEvent | ModelText | ToolProgress);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ProblemError && error.status >= 400 && error.status < 500) return;
    }
    if (signal.aborted) return;
    onConnected(false);
    await pause(wait, signal);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

async function* watched(stream: ReadableStream<string>, onSilence: () => void) {
  const reader = stream.getReader();
  try {
    while (true) {
      const timer = setTimeout(onSilence, SILENCE_MS);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    // Back from sleep or a dead network: at once, not at the end of the wait.
    window.addEventListener("online", done, { once: true });
    signal.addEventListener("abort", done, { once: true });
  });
}
