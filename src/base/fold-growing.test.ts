import fc from "fast-check";
import { expect, test } from "vitest";
import { foldGrowing } from "./fold-growing.ts";

type Item = { readonly turn: number; readonly text: string };

const turns = fc.array(fc.array(fc.string({ maxLength: 2 }), { minLength: 1, maxLength: 4 }), {
  maxLength: 8,
});

function itemsOf(texts: readonly (readonly string[])[]): Item[] {
  return texts.flatMap((said, turn) => said.map((text) => ({ turn, text })));
}

test("whatever was folded before, a fold comes to what a plain one would", () => {
  const step = fc.record({
    cut: fc.nat({ max: 40 }),
    swapAt: fc.option(fc.nat({ max: 40 })),
    dropAt: fc.option(fc.nat({ max: 40 })),
  });
  fc.assert(
    fc.property(turns, fc.array(step, { maxLength: 12 }), (texts, steps) => {
      const joined = foldGrowing<Item, string>({ start: () => "", add: (s, { text }) => s + text });
      const listed = foldGrowing<Item, Item[]>({
        start: () => [],
        add(list, item) {
          list.push(item);
          return list;
        },
        copy: (list) => [...list],
      });
      let items = itemsOf(texts);
      for (const { cut, swapAt, dropAt } of steps) {
        if (swapAt !== null) {
          items = items.map((item, at) => (at === swapAt ? { ...item, text: "other" } : item));
        }
        if (dropAt !== null) items = items.filter((_, at) => at !== dropAt);
        const part = items.slice(0, cut);
        expect(joined(part)).toBe(part.map(({ text }) => text).join(""));
        expect(listed(part)).toEqual(part);
      }
    }),
  );
});

test("each item of an earlier turn is folded once", () => {
  let folded = 0;
  const count = foldGrowing<Item, number>({
    start: () => 0,
    add(state) {
      folded += 1;
      return state + 1;
    },
  });
  const items: Item[] = [];
  for (let turn = 0; turn < 100; turn++) {
    for (let step = 0; step < 4; step++) {
      items.push({ turn, text: "" });
      expect(count(items)).toBe(items.length);
    }
  }
  // The last turn is gone through in each of its steps, 1 + 2 + 3 + 4, and once when it is over.
  expect(folded).toBe(100 * 10 + 99 * 4);
});
