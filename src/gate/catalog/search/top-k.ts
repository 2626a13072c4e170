/** The best so far, the worst of them on top: a heap of at most `limit` numbers. */
export type TopK = {
  offer(item: number): void;
  /** Best first. */
  drain(): number[];
};

/** `isBetter` must order every two different items, so that the outcome is one and the same. */
export function createTopK(limit: number, isBetter: (a: number, b: number) => boolean): TopK {
  const heap: number[] = [];

  function swap(a: number, b: number): void {
    const item = heap[a] as number;
    heap[a] = heap[b] as number;
    heap[b] = item;
  }

  const isWorse = (a: number, b: number) => isBetter(heap[b] as number, heap[a] as number);

  function rise(from: number): void {
    for (let child = from; child > 0; ) {
      const parent = (child - 1) >> 1;
      if (!isWorse(child, parent)) return;
      swap(child, parent);
      child = parent;
    }
  }

  function sink(): void {
    for (let parent = 0; ; ) {
      let worst = parent;
      for (const child of [2 * parent + 1, 2 * parent + 2]) {
        if (child < heap.length && isWorse(child, worst)) worst = child;
      }
      if (worst === parent) return;
      swap(parent, worst);
      parent = worst;
    }
  }

  return {
    offer(item) {
      if (heap.length < limit) {
        heap.push(item);
        rise(heap.length - 1);
      } else if (heap.length > 0 && isBetter(item, heap[0] as number)) {
        heap[0] = item;
        sink();
      }
    },
    drain: () => heap.splice(0).sort((a, b) => (isBetter(a, b) ? -1 : 1)),
  };
}
