import type { Store } from "../src/stores/store.ts";
import { type At, faultyStore } from "../src/testing/faults.ts";

/** Never answered: a process that is dead hears nothing, and does nothing more. */
const FOREVER = new Promise<never>(() => {});

/**
 * What one life of a process sees of a store that outlives it. From the moment of its death nothing
 * that it asks is answered, and nothing that it writes arrives: as after `kill -9`, without a process.
 */
export function mortalStore(store: Store) {
  let isDead = false;
  let diesAt = "";
  const { promise: death, resolve } = Promise.withResolvers<void>();
  const at: At = (point) => {
    if (!isDead && point === diesAt) {
      isDead = true;
      resolve();
    }
    return isDead ? FOREVER : undefined;
  };
  const mortal = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, key) {
        const value = Reflect.get(target, key);
        if (typeof value !== "function") return value;
        return (...given: unknown[]) => (isDead ? FOREVER : value.apply(target, given));
      },
    });
  const parts = Object.entries(faultyStore(store, at)).map(([name, part]) => [
    name,
    typeof part === "object" && part !== null ? mortal(part) : part,
  ]);
  return {
    store: { ...(Object.fromEntries(parts) as Store), close: async () => {} },
    /** Dies when it next comes to this point. */
    dieAt(point: string): Promise<void> {
      diesAt = point;
      return death;
    },
  };
}
