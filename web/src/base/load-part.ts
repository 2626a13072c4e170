const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 30_000;

/**
 * A part of the console that is loaded when it is needed. A connection that breaks just then must
 * not take the page away: it is tried again, for ever or as often as it is worth.
 */
export async function loadPart<T>(load: () => Promise<T>, tries = Number.POSITIVE_INFINITY) {
  let wait = FIRST_WAIT_MS;
  for (let left = tries; ; left -= 1) {
    try {
      return await load();
    } catch (error) {
      if (left <= 1) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  }
}
