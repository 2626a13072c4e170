import type { Word } from "../words.ts";
import { readZones } from "./cities.ts";
import type { Value } from "./value.ts";

const ZONES = readZones();
const IANA = /(?<![\p{L}/])[A-Z][A-Za-z]+\/[A-Za-z_]+(?:\/[A-Za-z_]+)?/gu;
const COUNTRY = /^, \p{Lu}\p{L}{2,30}(?= right now|[\s.!?]*$)/u;
const LONGEST = 4;
/** Places that are more often a word. */
const WORDS = new Set(
  "la sf nice rio ist cst mst victoria turkey central christmas easter".split(" "),
);

/** Cities, countries and zones that are known: each as a place and as its IANA time zone. */
export function recogniseZones(text: string, words: readonly Word[]): Value[] {
  const values: Value[] = [];
  for (const { 0: name, index } of text.matchAll(IANA)) {
    const zone = ZONES.get(name.toLowerCase());
    if (zone) values.push({ kind: "zone", value: zone, start: index, end: index + name.length });
  }
  for (let at = 0; at < words.length; at++) {
    for (let count = LONGEST; count > 0; count--) {
      const run = words.slice(at, at + count);
      const [first, last] = [run[0], run.at(-1)];
      if (run.length < count || !first || !last) continue;
      const zone = ZONES.get(run.map(({ plain }) => plain).join(" "));
      if (!zone || (WORDS.has(first.plain) && !/^\p{Lu}/u.test(first.text))) continue;
      const span = { start: first.start, end: endWithCountry(text, endOf(last)) };
      values.push({ kind: "zone", value: zone, ...span });
      if (/\//.test(zone)) {
        values.push({ kind: "place", value: text.slice(span.start, span.end), ...span });
      }
      at += count - 1;
      break;
    }
  }
  return values;
}

/** "Sydney, Australia" is one place. */
function endWithCountry(text: string, end: number): number {
  const [country = ""] = COUNTRY.exec(text.slice(end, end + 40)) ?? [];
  const name = country.slice(2).toLowerCase();
  return country !== "" && !ZONES.has(name) ? end + country.length : end;
}

/** Without the possessive: "Tokyo's". */
function endOf({ text, end }: Word): number {
  return /['’]s$/.test(text) ? end - 2 : end;
}
