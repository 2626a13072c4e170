/** The only source of time below `app/`. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

// One step writes the same moment several times; formatting it each time took a sixth of a call.
const last = { ms: 0, text: new Date(0).toISOString() };

export function timestamp(ms: number): string {
  if (ms !== last.ms) {
    last.text = new Date(ms).toISOString();
    last.ms = ms;
  }
  return last.text;
}
