/** The memory of all boxes together, where no control group holds them to it. */
export interface MemoryTotal {
  /** Ends the box that holds the most once they have too much together. */
  note(box: object, bytes: number, end: () => void): void;
  forget(box: object): void;
}

export function createMemoryTotal(totalBytes: number): MemoryTotal {
  const held = new Map<object, { readonly bytes: number; readonly end: () => void }>();
  return {
    note(box, bytes, end) {
      held.set(box, { bytes, end });
      const all = [...held.values()];
      if (all.reduce((sum, it) => sum + it.bytes, 0) <= totalBytes) return;
      all.toSorted((one, other) => other.bytes - one.bytes)[0]?.end();
    },
    forget: (box) => void held.delete(box),
  };
}
