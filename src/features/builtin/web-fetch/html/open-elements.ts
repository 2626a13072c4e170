import type { HtmlElement } from "./html-element.ts";

type Open = { readonly name: string; readonly element: HtmlElement };

/**
 * The stack of open elements. It knows where the last one of each name stands, because searching
 * for it is quadratic on a page of 100,000 open tags.
 */
export function createOpenElements(root: HtmlElement) {
  const stack: Open[] = [];
  const places = new Map<string, number[]>();

  const lastOf = (name: string) => places.get(name)?.at(-1) ?? -1;

  return {
    current: () => stack.at(-1)?.element ?? root,
    has: (name: string) => lastOf(name) >= 0,

    push(name: string, element: HtmlElement): void {
      const own = places.get(name);
      if (own) own.push(stack.length);
      else places.set(name, [stack.length]);
      stack.push({ name, element });
    },

    /** Ends the innermost of these, and all inside it, unless a boundary was opened later. */
    end(names: readonly string[], boundaries: readonly string[]): void {
      let place = -1;
      for (const name of names) place = Math.max(place, lastOf(name));
      if (place < 0 || boundaries.some((name) => lastOf(name) > place)) return;
      while (stack.length > place) places.get(stack.pop()?.name ?? "")?.pop();
    },
  };
}
