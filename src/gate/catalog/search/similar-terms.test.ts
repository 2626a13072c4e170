import { expect, test } from "vitest";
import { createSimilarTerms } from "./similar-terms.ts";

const TERMS = ["email", "thermostat", "translat", "translation", "request", "pullrequest", "cat"];
const similar = createSimilarTerms(TERMS);
const named = (found: readonly { term: number }[]) => found.map(({ term }) => TERMS[term]);

test.each([
  ["swapped letters", "emial", ["email"]],
  ["a missing letter", "thermostt", ["thermostat"]],
  ["two slips in a long word", "tranlsatoin", ["translation"]],
  ["a beginning", "thermo", ["thermostat"]],
  ["nothing in a short word", "cot", []],
  ["nothing from afar", "xylophone", []],
])("C13: a guess sees %s", (_what, word, terms) => {
  expect(named(similar.guessesFor(word))).toEqual(terms);
});

test("C13: the kin of a term are its other forms and what contains it, never a slip", () => {
  expect(named(similar.kinOf("translat"))).toEqual(["translation"]);
  expect(named(similar.kinOf("request"))).toEqual(["pullrequest"]);
  expect(named(createSimilarTerms(["post", "port"]).kinOf("port"))).toEqual([]);
});

test("C13: one question leaves nothing behind for the next", () => {
  expect(similar.guessesFor("emial")).toEqual(similar.guessesFor("emial"));
});
