/** Values from one writer for one reader, who may come late. */
export interface Channel<T> extends AsyncIterable<T> {
  push(value: T): void;
  /** The reader gets what is left, and then the error if there is one. */
  end(error?: Error): void;
}

export function createChannel<T>(): Channel<T> {
  const waiting: T[] = [];
  let changed = Promise.withResolvers<void>();
  let ended: { readonly error: Error | undefined } | undefined;

  return {
    push(value) {
      if (ended) return;
      waiting.push(value);
      changed.resolve();
    },
    end(error) {
      ended ??= { error };
      changed.resolve();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        yield* waiting.splice(0);
        if (waiting.length > 0) continue;
        if (ended?.error) throw ended.error;
        if (ended) return;
        await changed.promise;
        changed = Promise.withResolvers();
      }
    },
  };
}
