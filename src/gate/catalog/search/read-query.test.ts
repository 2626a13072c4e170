import { expect, test } from "vitest";
import { readQuery } from "./read-query.ts";

const KNOWN = new Set(["pull", "request", "screenshot", "list", "todo"]);

test.each([
  ["asks for each word once", "list LIST lists", ["list"]],
  ["leaves out what only asks", "what is the list, please", ["list"]],
  ["joins two words that are one", "a screen shot", ["screenshot", "screen", "shot"]],
  ["joins words that alone say nothing", "to do", ["todo"]],
  ["takes a word apart that is two", "pullrequest", ["pull", "request"]],
  ["takes a word apart that is three", "listpullrequests", ["list", "pull", "request"]],
  ["leaves a word whole of which a part is unknown", "pullover", ["pullover"]],
])("C13: a query %s", (_what, query, words) => {
  expect(readQuery(query, (term) => KNOWN.has(term))).toEqual(words);
});
