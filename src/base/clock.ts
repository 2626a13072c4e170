/** The only source of time below `app/`. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

type Moment = { readonly ms: number; readonly text: string };

// One step writes the same moment several times, and with it the one by which an effect must have
// started; formatting them each time took a sixth of a call.
let [last, before]: [Moment, Moment] = [momentOf(0), momentOf(0)];

export function timestamp(ms: number): string {
  if (ms === last.ms) return last.text;
  if (ms === before.ms) return before.text;
  [last, before] = [momentOf(ms), last];
  return last.text;
}

function momentOf(ms: number): Moment {
  return { ms, text: new Date(ms).toISOString() };
}
