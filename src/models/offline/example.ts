import { DETERMINERS } from "./stop-words.ts";
import { splitWords } from "./words.ts";

/** An example utterance as a row of words and slots. */
export type ExampleToken = { readonly slot: string } | { readonly stem: string };
export type Example = readonly ExampleToken[];

const SLOT = /\{([^{}]{1,100})\}/g;
const LONGEST = 500;

export function readExample(text: string): Example {
  const tokens: ExampleToken[] = [];
  let from = 0;
  const addWords = (part: string) => {
    for (const { plain, stem } of splitWords(part)) if (isTelling(plain)) tokens.push({ stem });
  };
  const example = text.slice(0, LONGEST);
  for (const { 0: whole, 1: slot = "", index } of example.matchAll(SLOT)) {
    addWords(example.slice(from, index));
    tokens.push({ slot });
    from = index + whole.length;
  }
  addWords(example.slice(from));
  return tokens;
}

export function withoutSlots(example: Example): Example {
  return example.filter((token) => "stem" in token);
}

/** Whether a word counts when a text is compared with an example. */
export function isTelling(plain: string): boolean {
  return plain !== "please" && !DETERMINERS.has(plain);
}
