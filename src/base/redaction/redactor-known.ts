import { encodingsOf } from "./encodings.ts";
import { unwrap, viewsOf } from "./encodings-views.ts";
import { isCommon } from "./redactor-common-words.ts";
import { type Range, REDACTED } from "./redactor-ranges.ts";
import { createSearch, SHORTEST_NEEDLE } from "./redactor-search.ts";

export type Registration = "registered" | "too_short" | "too_common";

/** The secret values of this process, and where they stand in a text. */
export type KnownValues = {
  register(name: string, value: string): Registration;
  forget(name: string): void;
  isEmpty(): boolean;
  /** None of them holds white space: none goes on behind it. */
  areWords(): boolean;
  find(text: string): readonly Range[];
  /** No occurrence of any value, however it is escaped, is longer. */
  reach(): number;
};

/** `%25C3%25A4`: a character of two bytes, percent-encoded twice. */
const LONGEST_ESCAPE = 15;
const NOTHING: readonly Range[] = [];

export function createKnownValues(): KnownValues {
  const values = new Map<string, Set<string>>();
  let search: ((text: string) => Range[]) | undefined;
  let longest = 0;

  function prepare(): (text: string) => Range[] {
    const all = [...values.values()].flatMap((ofName) => [...ofName]);
    const needles = all.flatMap((value) => [...encodingsOf(value), unwrap(value)]);
    return createSearch([...new Set(needles)]);
  }

  function findIn(text: string): readonly Range[] {
    search ??= prepare();
    const found = search(text);
    for (const view of viewsOf(text)) {
      for (const { start, end } of search(view.text)) {
        found.push({ start: view.startOf(start), end: view.endOf(end - 1) });
      }
    }
    return found;
  }

  return {
    register(name, value) {
      const plain = value.trim();
      if (plain.length < SHORTEST_NEEDLE) return "too_short";
      if (isCommon(plain)) return "too_common";
      const ofName = values.get(name) ?? new Set();
      values.set(name, ofName.add(plain));
      longest = Math.max(longest, plain.length);
      search = undefined;
      return "registered";
    },
    forget(name) {
      values.delete(name);
      search = undefined;
    },
    isEmpty: () => values.size === 0,
    areWords: () => ![...values.values()].some((ofName) => [...ofName].some((it) => /\s/.test(it))),
    find(text) {
      if (values.size === 0 || text.length < SHORTEST_NEEDLE) return NOTHING;
      return text.includes(REDACTED) ? findBetweenMarkers(text, findIn) : findIn(text);
    },
    reach: () => longest * LONGEST_ESCAPE,
  };
}

/** What was hidden stays as it is: a value that begins or ends like the marker would cut it up. */
function findBetweenMarkers(text: string, find: (text: string) => readonly Range[]): Range[] {
  let offset = 0;
  return text.split(REDACTED).flatMap((part) => {
    const base = offset;
    offset += part.length + REDACTED.length;
    return find(part).map(({ start, end }) => ({ start: base + start, end: base + end }));
  });
}
