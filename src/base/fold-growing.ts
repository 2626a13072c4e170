import { earlierPart, type Part } from "./earlier-part.ts";

type Fold<T, S> = {
  readonly start: () => S;
  readonly add: (state: S, item: T) => S;
  /** Only where `add` changes the state it is given. */
  readonly copy?: (state: S) => S;
};

/**
 * A fold over lists that grow: a conversation is gone through in every step of every turn, and is
 * the same as before but for its end. What earlier turns came to is remembered, and used again only
 * for exactly the same items.
 */
export function foldGrowing<T extends { readonly turn: number }, S>({
  start,
  add,
  copy = (state) => state,
}: Fold<T, S>): (items: readonly T[]) => S {
  const remembered = new WeakMap<Part, { readonly state: S }>();

  function addAll(state: S, items: readonly T[], from: number, to: number): S {
    let sum = state;
    for (let at = from; at < to; at++) sum = add(sum, items[at] as T);
    return sum;
  }

  /** What the earlier turns come to. It is the caller's own. */
  function earlier(part: Part, items: readonly T[]): S {
    const known = remembered.get(part);
    if (known) return copy(known.state);
    const before = part.before && remembered.get(part.before);
    const state = before ? copy(before.state) : start();
    const from = before ? (part.before?.items.length ?? 0) : 0;
    const sum = addAll(state, items, from, part.items.length);
    remembered.set(part, { state: copy(sum) });
    return sum;
  }

  return (items) => {
    const part = earlierPart(items);
    if (!part) return addAll(start(), items, 0, items.length);
    return addAll(earlier(part, items), items, part.items.length, items.length);
  };
}
