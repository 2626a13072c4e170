import { CapstanError } from "../../base/errors.ts";

/** What `work` comes to, or STORE_UNAVAILABLE when that takes longer. */
export async function inTime<T>(work: Promise<T>, limitMs: number, message: string): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new CapstanError("STORE_UNAVAILABLE", message)), limitMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
