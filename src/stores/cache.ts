/** What is known of things that are stored, by their ids. */
export type Cache<T> = {
  get(id: string): Promise<T | undefined> | undefined;
  put(id: string, value: Promise<T | undefined>): void;
  drop(id: string): void;
  clear(): void;
  /** A commit changes it: nothing is known of it before the commit is stored. */
  update(updates: Updates<T>, id: string, to: (before: T | undefined) => T | undefined): void;
  /** After the commit. What another one has updated since is not known. */
  publish(updates: Updates<T>): Promise<void>;
};

/** What one commit makes of the things that it changes. */
export type Updates<T> = Map<string, Promise<T | undefined>>;

export function createCache<T>(max: number): Cache<T> {
  const known = new Map<string, Promise<T | undefined>>();
  const updating: Updates<T> = new Map();

  function put(id: string, value: Promise<T | undefined>): void {
    const [oldest] = known.keys();
    const isFull = known.size >= max && !known.has(id);
    if (isFull && oldest !== undefined) known.delete(oldest);
    known.set(id, value);
  }

  return {
    get: (id) => known.get(id),
    put,
    drop: (id) => void known.delete(id),
    clear() {
      known.clear();
      updating.clear();
    },
    update(updates, id, to) {
      const before = updates.get(id) ?? known.get(id) ?? NOTHING;
      // A read that failed is nobody's failure here: then nothing is known.
      const next = before.then(to).catch(() => undefined);
      known.delete(id);
      updates.set(id, next);
      updating.set(id, next);
    },
    async publish(updates) {
      for (const [id, next] of updates) {
        const value = await next;
        if (updating.get(id) !== next) continue;
        updating.delete(id);
        if (value !== undefined) put(id, Promise.resolve(value));
      }
    },
  };
}

const NOTHING = Promise.resolve(undefined);
