import type { HighlightAnswer, HighlightLine, HighlightRequest } from "./highlight-worker.ts";

type Waiting = (lines: readonly HighlightLine[]) => void;

const MOST_CHARACTERS = 30_000;
const waiting = new Map<number, Waiting>();
let worker: Worker | undefined;
let next = 0;

/** Colours for a piece of code, later; never for what is too long or in a language not known here. */
export function highlight(code: string, language: string, then: Waiting): () => void {
  if (code.length > MOST_CHARACTERS) return () => {};
  worker ??= start();
  const id = next++;
  waiting.set(id, then);
  worker.postMessage({ id, code, language } satisfies HighlightRequest);
  return () => waiting.delete(id);
}

function start(): Worker {
  const started = new Worker(new URL("./highlight-worker.ts", import.meta.url), { type: "module" });
  started.onmessage = ({ data: { id, lines } }: MessageEvent<HighlightAnswer>) => {
    waiting.get(id)?.(lines);
    waiting.delete(id);
  };
  return started;
}
