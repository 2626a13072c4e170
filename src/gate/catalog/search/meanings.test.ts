import { expect, test } from "vitest";
import { createMeanings } from "./meanings.ts";
import { buildPostings } from "./postings.ts";

/** What a word means in these texts: each term with its weight, the heaviest first. */
function meaningsOf(word: string, ...texts: string[]): Map<string | undefined, number> {
  const postings = buildPostings(texts.map((text) => [{ text, weight: 1, usualLength: 4 }]));
  const meanings = createMeanings(postings)(word)
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  return new Map(meanings.map(({ term, weight }) => [postings.terms[term], weight]));
}

test("C13: a word means itself most, and its synonyms less", () => {
  expect([...meaningsOf("photo", "photo", "picture", "owl").keys()]).toEqual(["photo", "pictur"]);
});

test("C13: a synonym counts when no tool has the word itself", () => {
  expect([...meaningsOf("photo", "picture", "owl").keys()]).toEqual(["pictur"]);
});

test("C13: a rare relative of a common word tells no more than the word", () => {
  const meanings = meaningsOf("photo", "photo", "photo", "photo", "photo", "picture");
  expect(meanings.get("pictur")).toBeLessThan(meanings.get("photo") ?? Number.NaN);
});

test("C13: a word that is known is not taken for a slip, one that is not is", () => {
  expect([...meaningsOf("port", "port", "post").keys()]).toEqual(["port"]);
  expect([...meaningsOf("porst", "port", "owl").keys()]).toEqual(["port"]);
});
