export type BoundedMap<Key, Value> = {
  readonly size: number;
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  /** Returns what was dropped. */
  dropOldest(): Value | undefined;
  clear(): void;
};

/** Keeps the `limit` entries that were used last. */
export function createBoundedMap<Key, Value>(limit: number): BoundedMap<Key, Value> {
  const entries = new Map<Key, Value>();

  const set = (key: Key, value: Value) => {
    entries.delete(key);
    if (entries.size >= limit) dropOldest();
    entries.set(key, value);
  };

  const dropOldest = () => {
    for (const [key, value] of entries) {
      entries.delete(key);
      return value;
    }
    return undefined;
  };

  return {
    get size() {
      return entries.size;
    },
    get(key) {
      const value = entries.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    dropOldest,
    clear: () => entries.clear(),
  };
}
