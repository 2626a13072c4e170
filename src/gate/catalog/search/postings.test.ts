import { expect, test } from "vitest";
import { buildPostings } from "./postings.ts";

const field = (text: string, weight = 1) => ({ text, weight, usualLength: 4 });

/** What a term is worth in each document that has it. */
function worthsOf(term: string, ...texts: string[]): number[] {
  const { numbers, starts, worths } = buildPostings(texts.map((text) => [field(text)]));
  const number = numbers.get(term) ?? Number.NaN;
  return [...worths.slice(starts[number], starts[number + 1])];
}

test("C13: a word is worth less in a text that is longer than usual", () => {
  const [short = 0, long = 0] = worthsOf("cat", "cat", "cat dog cow hen pig fox owl bee ant elk");
  expect(long).toBeLessThan(short);
});

test("C13: a word that is said again is worth more, but ever less so", () => {
  const [once = 0, twice = 0, thrice = 0] = worthsOf("cat", "cat", "cat cat", "cat cat cat");
  expect(twice).toBeGreaterThan(once);
  expect(thrice - twice).toBeLessThan(twice - once);
  expect(worthsOf("cat", "cat ".repeat(500))[0]).toBeLessThan(1);
});

test("C13: the fewer tools have a word, the more it tells", () => {
  const { numbers, rarities } = buildPostings([[field("cat dog")], [field("cat")]]);
  const [common, rare] = ["cat", "dog"].map((term) => rarities[numbers.get(term) ?? -1]);
  expect(rare).toBeGreaterThan(common ?? Number.NaN);
});

test("C13: stop words are no terms", () => {
  expect(buildPostings([[field("the cat of an owl")]]).terms).toEqual(["cat", "owl"]);
});
