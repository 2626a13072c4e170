type Fold<T, S> = {
  readonly start: () => S;
  readonly add: (state: S, item: T) => S;
  /** Only where `add` changes the state it is given. */
  readonly copy?: (state: S) => S;
};

/**
 * A fold over lists that grow: a conversation is gone through in every step of every turn, and is
 * the same as before but for its end. What earlier turns came to is remembered with their first
 * item, and used again only for exactly the same items: 1,000 comparisons take a microsecond.
 */
export function foldGrowing<T extends { readonly turn: number }, S>({
  start,
  add,
  copy = (state) => state,
}: Fold<T, S>): (items: readonly T[]) => S {
  const remembered = new WeakMap<T, { readonly items: readonly T[]; readonly state: S }>();

  return (items) => {
    const [first] = items;
    if (!first) return start();
    const settled = countEarlier(items);
    const before = remembered.get(first);
    const isKnown = before !== undefined && beginsWith(items, before.items, settled);
    let state = isKnown ? copy(before.state) : start();
    let at = isKnown ? before.items.length : 0;
    if (at < settled) {
      while (at < settled) state = add(state, items[at++] as T);
      remembered.set(first, { items: items.slice(0, settled), state: copy(state) });
    }
    while (at < items.length) state = add(state, items[at++] as T);
    return state;
  };
}

/** How many items are of turns before the last one: those that will be there again. */
function countEarlier(items: readonly { readonly turn: number }[]): number {
  let count = items.length;
  const turn = items.at(-1)?.turn;
  while (count > 0 && items[count - 1]?.turn === turn) count -= 1;
  return count;
}

function beginsWith<T>(items: readonly T[], beginning: readonly T[], atMost: number): boolean {
  if (beginning.length > atMost) return false;
  for (let at = 0; at < beginning.length; at++) if (items[at] !== beginning[at]) return false;
  return true;
}
