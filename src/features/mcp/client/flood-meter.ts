/** Counts what comes in, and throws when more than `most` of it come within `windowMs`. */
export function createFloodMeter(
  most: number,
  windowMs: number,
  what: string,
): (amount: number) => void {
  let since = performance.now();
  let count = 0;
  return (amount) => {
    const now = performance.now();
    if (now - since > windowMs) {
      since = now;
      count = 0;
    }
    count += amount;
    if (count > most)
      throw new Error(`It sent more than ${most} ${what} in ${windowMs / 1_000} s.`);
  };
}
