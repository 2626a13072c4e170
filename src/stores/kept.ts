/** What is known of things that are stored, by their ids. */
export type Kept<T> = {
  get(id: string): Promise<T | undefined> | undefined;
  put(id: string, value: Promise<T | undefined>): void;
  drop(id: string): void;
  clear(): void;
  /** A commit changes it: nothing is known of it before the commit is stored. */
  move(moves: Moves<T>, id: string, to: (before: T | undefined) => T | undefined): void;
  /** After the commit. What another one has moved since is not known. */
  settle(moves: Moves<T>): Promise<void>;
};

/** What one commit makes of the things that it moves. */
export type Moves<T> = Map<string, Promise<T | undefined>>;

export function createKept<T>(max: number): Kept<T> {
  const kept = new Map<string, Promise<T | undefined>>();
  const moving: Moves<T> = new Map();

  function put(id: string, value: Promise<T | undefined>): void {
    const [oldest] = kept.keys();
    if (kept.size >= max && oldest !== undefined) kept.delete(oldest);
    kept.set(id, value);
  }

  return {
    get: (id) => kept.get(id),
    put,
    drop: (id) => void kept.delete(id),
    clear() {
      kept.clear();
      moving.clear();
    },
    move(moves, id, to) {
      const before = moves.get(id) ?? kept.get(id) ?? NOTHING;
      // A read that failed is nobody's failure here: then nothing is known.
      const next = before.then(to).catch(() => undefined);
      kept.delete(id);
      moves.set(id, next);
      moving.set(id, next);
    },
    async settle(moves) {
      for (const [id, next] of moves) {
        const value = await next;
        if (moving.get(id) !== next) continue;
        moving.delete(id);
        if (value !== undefined) put(id, Promise.resolve(value));
      }
    },
  };
}

const NOTHING = Promise.resolve(undefined);
