/** The only source of time below `app/`. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

export function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}
