import { inTime } from "./in-time.ts";

type InOrder = <T>(keys: readonly string[], work: () => Promise<T>) => Promise<T>;

const TOO_MANY = "Too many steps wait for PostgreSQL: retry later.";

/**
 * Work that shares a key runs one after the other, in the order in which it came. Steps that append
 * to one stream would wait for each other in the database anyway, each on a connection that the
 * other streams then lack.
 */
export function createInOrder(patienceMs: number): InOrder {
  const last = new Map<string, Promise<void>>();

  return async (keys, work) => {
    const { promise: done, resolve: finish } = Promise.withResolvers<void>();
    const before = keys.flatMap((key) => last.get(key) ?? []);
    for (const key of keys) last.set(key, done);
    try {
      if (before.length > 0) await inTime(Promise.all(before), patienceMs, TOO_MANY);
      return await work();
    } finally {
      // Who gave up waiting does not let others overtake what it waited for.
      void Promise.all(before).then(() => {
        for (const key of keys) if (last.get(key) === done) last.delete(key);
        finish();
      });
    }
  };
}
