const STEP = 100_000;

/** "0.3 MB", for who waits: it changes with every tenth, and not with every byte. */
export function tellBytes(bytes: number): string {
  return `${(Math.floor(bytes / STEP) / 10).toFixed(1)} MB`;
}
