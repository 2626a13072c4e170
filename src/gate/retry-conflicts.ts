import { isConflict } from "../base/errors.ts";

const TRIES = 8;

/** Reads and writes again when someone else wrote in between (S41). */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error) || tries >= TRIES) throw error;
    }
  }
}
